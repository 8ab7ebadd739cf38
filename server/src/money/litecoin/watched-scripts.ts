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

/** Opens an empty set. The first refresh loads all addresses. */
export function openWatched(): Watched {
  const prefixes = openPrefixSet();
  let since = '0';
  return {
    async refresh(tx) {
      // a row of a transaction that was open at the last refresh has an id at or after that snapshot's oldest one
      const { rows } = await sql<{ until: string; found: Buffer | null }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as until, (
          select string_agg(substring(script from ${sql.lit(PREFIX.from + 1)} for ${sql.lit(PREFIX.bytes)}), ''::bytea)
          from addresses where added_by >= ${since}::xid8) as found`.execute(tx);
      const { until, found } = rows[0]!;
      for (let at = 0; found && at < found.length; at += PREFIX.bytes) prefixes.add(found.readUInt32BE(at));
      since = until;
    },
    mayBeOurs: (script) => {
      const start = 2 * PREFIX.from;
      return prefixes.has(Number.parseInt(script.slice(start, start + 2 * PREFIX.bytes), 16) >>> 0);
    },
  };
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
