import { type Insertable, type Selectable, sql } from 'kysely';
import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import type { Addresses, AddressGaps } from '../../platform/db/types.generated.ts';
import { SEQUENCES, type Sequence, sequenceOf } from './address-sequences.ts';
import type { KeyPath, WalletKeys } from './keys.ts';
import type { Watched } from './watched-scripts.ts';

/** Addresses that a restore skips in each sequence, because users may have got them after the backup. */
export const ADDRESSES_PER_GAP = 1_000;

/** Takes the next `ADDRESSES_PER_GAP` indexes of each sequence. Nobody gets these addresses. `deriveGaps` makes them watched. */
export async function openGaps(tx: Tx, restoreId: string): Promise<void> {
  for (const sequence of SEQUENCES) await openGap(tx, restoreId, sequence);
}

/** The last index of the gaps in a sequence. Behind it, addresses were given out after the restore. */
export interface GapEnd extends Pick<KeyPath, 'account' | 'branch'> {
  readonly last: number;
}

/** The ends of all gaps, one for each sequence that has any. */
export async function gapEnds(tx: Tx): Promise<GapEnd[]> {
  const { rows } = await sql<GapEnd>`
    select account, branch, max(last) as last from address_gaps group by account, branch order by account, branch`.execute(
    tx,
  );
  return rows;
}

/** Makes the gaps of a new restore reach `ADDRESSES_PER_GAP` indexes behind the gaps of earlier restores. */
export async function skipBehind(tx: Tx, restoreId: string, before: readonly GapEnd[]): Promise<void> {
  const present = await gapEnds(tx);
  for (const sequence of SEQUENCES) {
    const lastOf = (ends: readonly GapEnd[]) =>
      ends.find(({ account, branch }) => account === sequence.account && branch === sequence.branch)?.last ??
      0;
    const missing = lastOf(before) + ADDRESSES_PER_GAP - lastOf(present);
    if (lastOf(before) > 0 && missing > 0) await openGap(tx, restoreId, sequence, missing);
  }
}

/** Whether the signer has still to skip addresses that were given out after the backup. */
export async function awaitsSkipping(db: Db | Tx): Promise<boolean> {
  const waiting = await db
    .selectFrom('restores')
    .where('skippedAt', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

async function openGap(
  tx: Tx,
  restoreId: string,
  { name, account, branch }: Sequence,
  size = ADDRESSES_PER_GAP,
): Promise<void> {
  // nextval instead of setval: no other transaction can get an index of the gap
  await sql`
    insert into address_gaps (restore_id, account, branch, first, last)
    select ${restoreId}::uuid, ${account}, ${branch}, min(index), max(index)
    from (select nextval(${name}::regclass) as index from generate_series(1, ${size})) taken`.execute(tx);
}

/** Derives and stores every address of gaps that are not watched yet. Must run before the chain is followed. */
export async function deriveGaps(db: Db, keys: WalletKeys): Promise<void> {
  for (const gap of await underived(db)) {
    // takes seconds, so no transaction is open meanwhile
    const parts = [...derivedParts(gap, keys)];
    await inTransaction(db, (tx) => storeDerived(tx, gap.id, parts));
  }
}

type Gap = Selectable<AddressGaps>;

const underived = (db: Db | Tx): Promise<Gap[]> =>
  db.selectFrom('addressGaps').where('derived', '=', false).selectAll().orderBy('id').execute();

/** Addresses that are derived together. An open transaction is idle meanwhile, so it must not take long (`LOCK_LIMITS`). */
const ADDRESSES_PER_STEP = 50;

/** The addresses of a gap in parts. A part is derived when it is asked for. */
function* derivedParts({ restoreId, account, branch, first, last }: Gap, keys: WalletKeys) {
  for (let from = first; from <= last; from += ADDRESSES_PER_STEP)
    yield Array.from({ length: Math.min(ADDRESSES_PER_STEP, last - from + 1) }, (_, offset) => {
      const path = { account, branch, index: from + offset } as KeyPath;
      const { address, script } = keys.addressAt(path);
      return { address, script: Buffer.from(script), ...path, restoreId };
    });
}

async function storeDerived(tx: Tx, id: Gap['id'], parts: Iterable<Insertable<Addresses>[]>): Promise<void> {
  await lockName(tx, 'address gaps');
  for (const rows of parts)
    await tx
      .insertInto('addresses')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['account', 'branch', 'index']).doNothing())
      .execute();
  await tx.updateTable('addressGaps').set({ derived: true }).where('id', '=', id).execute();
}

/**
 * Opens another gap when transactions pay the later half of the last one, because the lost addresses may go on behind
 * it. Call it before the transactions are applied. The caller holds the chain lock.
 */
export async function extendGaps(
  tx: Tx,
  keys: WalletKeys,
  transactions: readonly ChainTransaction[],
  watched: Watched,
): Promise<void> {
  if (!(await tx.selectFrom('addressGaps').select('id').limit(1).executeTakeFirst())) return;
  for (;;) {
    await watched.refresh(tx);
    const scripts = transactions.flatMap(({ outs }) =>
      outs.flatMap(({ script }) => (watched.mayBeOurs(script) ? [script] : [])),
    );
    const { rows } = await sql<{ restoreId: string; account: string; branch: number }>`
      select distinct a.restore_id, a.account, a.branch from addresses a
      where a.restore_id is not null
        and a.script in (select decode(hex, 'hex') from unnest(${scripts}::text[]) as hex)
        and a.index > (select max(last) from address_gaps g
          where g.restore_id = a.restore_id and (g.account, g.branch) = (a.account, a.branch)) - ${ADDRESSES_PER_GAP / 2}`.execute(
      tx,
    );
    if (rows.length === 0) return;
    for (const row of rows) await openGap(tx, row.restoreId, sequenceOf(row));
    for (const gap of await underived(tx)) await storeDerived(tx, gap.id, derivedParts(gap, keys));
  }
}
