import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';

/**
 * A set of the scripts that may be ours, in memory. It stores 4 bytes of each, so that a million addresses take 8 to 16
 * MB. A match must be confirmed in the database. A script without a match is never ours.
 */
export interface Watched {
  /** Loads scripts that were stored since the last call, as the transaction sees them. */
  refresh(tx: Tx): Promise<void>;
  /** `script` in hex. */
  mayBeOurs(script: string): boolean;
}

/** For P2WPKH, P2SH and P2TR scripts, these are bytes of a hash. */
const PREFIX = { from: 2, bytes: 4 };
const MIN_SLOTS = 1_024;
const MAX_XID = '18446744073709551615';

/** Opens an empty set. The first refresh loads all addresses, and so does the first one after a restore or a promoted standby. */
export function openWatched(): Watched {
  const prefixes = openPrefixSet();
  let last: Refreshed | null = null;
  return {
    async refresh(tx) {
      const { found, ...refreshed } = await readStored(tx, last);
      for (let at = 0; found && at < found.length; at += PREFIX.bytes) prefixes.add(found.readUInt32BE(at));
      last = refreshed;
    },
    mayBeOurs: (script) => {
      const start = 2 * PREFIX.from;
      return prefixes.has(Number.parseInt(script.slice(start, start + 2 * PREFIX.bytes), 16) >>> 0);
    },
  };
}

export interface Refreshed {
  /** Every transaction with a lower id had ended. */
  readonly until: string;
  /** The cluster, database and timeline that count the ids. */
  readonly place: string;
}

/**
 * Reads the prefixes of scripts that were stored since the last refresh, one after the other, or of all scripts when another
 * cluster, database or timeline counts the transaction ids now. Such a change may set the ids back.
 */
export async function readStored(
  tx: Tx,
  last: Refreshed | null,
): Promise<Refreshed & { readonly found: Buffer | null }> {
  // A row of a transaction that was open at the last refresh has an id at or after that snapshot's oldest one. Ids above all
  // present ones are from before a restore, and the first refresh has loaded their rows.
  const { rows } = await sql<Refreshed & { found: Buffer | null }>`
    with present as (
      select pg_snapshot_xmin(pg_current_snapshot()) as until, p::text as place, p::text is not distinct from ${last?.place ?? null} as is_known,
        greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id_if_assigned()) as newest
      from present_database() p)
    select until::text, place, (
      select string_agg(substring(script from ${sql.lit(PREFIX.from + 1)} for ${sql.lit(PREFIX.bytes)}), ''::bytea)
      from addresses where added_by between case when is_known then ${last?.until ?? '0'}::xid8 else '0' end
        and case when is_known then newest else ${sql.lit(MAX_XID)}::xid8 end) as found
    from present`.execute(tx);
  return rows[0]!;
}

/** A set of 32-bit numbers with open addressing, at most half full. 0 marks a free slot, so 0 and 1 share a slot. */
function openPrefixSet() {
  let slots = new Uint32Array(MIN_SLOTS);
  let size = 0;
  const find = (prefix: number): number => {
    let at = (Math.imul(prefix, 0x9e3779b1) >>> 0) & (slots.length - 1);
    while (slots[at] !== 0 && slots[at] !== prefix) at = (at + 1) & (slots.length - 1);
    return at;
  };
  const insert = (prefix: number): void => {
    const at = find(prefix);
    if (slots[at] === 0) size += 1;
    slots[at] = prefix;
  };
  return {
    has: (prefix: number) => slots[find(prefix || 1)] !== 0,
    add(prefix: number): void {
      insert(prefix || 1);
      if (size * 2 <= slots.length) return;
      const before = slots;
      slots = new Uint32Array(before.length * 2);
      size = 0;
      for (const each of before) if (each !== 0) insert(each);
    },
  };
}
