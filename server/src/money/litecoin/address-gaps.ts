import { sql } from 'kysely';
import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import type { KeyPath, WalletKeys } from './keys.ts';
import type { Watched } from './watched.ts';

/** Addresses that a restore skips in each sequence, because users may have got them after the backup. */
export const GAP = 1_000;

const SEQUENCES = [
  { name: 'deposit_address_index', account: 'deposit', branch: 0 },
  { name: 'hot_receive_index', account: 'hot', branch: 0 },
  { name: 'hot_change_index', account: 'hot', branch: 1 },
] as const;
type Sequence = (typeof SEQUENCES)[number];

/** Takes the next `GAP` indexes of each sequence. Nobody gets these addresses. `deriveGaps` makes them watched. */
export async function openGaps(tx: Tx, restoreId: string): Promise<void> {
  for (const sequence of SEQUENCES) await openGap(tx, restoreId, sequence);
}

async function openGap(tx: Tx, restoreId: string, { name, account, branch }: Sequence): Promise<void> {
  // nextval instead of setval: no other transaction can get an index of the gap
  await sql`
    insert into address_gaps (restore_id, account, branch, first, last)
    select ${restoreId}::uuid, ${account}, ${branch}, min(index), max(index)
    from (select nextval(${name}::regclass) as index from generate_series(1, ${GAP})) taken`.execute(tx);
}

/** Derives and stores every address of gaps that are not watched yet. Must run before the chain is followed. */
export async function deriveGaps(db: Db, keys: WalletKeys): Promise<void> {
  if ((await underived(db)).length === 0) return;
  await inTransaction(db, (tx) => deriveGapsIn(tx, keys));
}

const underived = (db: Db | Tx) =>
  db.selectFrom('addressGaps').where('derived', '=', false).selectAll().orderBy('id').execute();

async function deriveGapsIn(tx: Tx, keys: WalletKeys): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('address gaps'))`.execute(tx);
  for (const { id, restoreId, account, branch, first, last } of await underived(tx)) {
    const rows = Array.from({ length: last - first + 1 }, (_, offset) => {
      const path = { account, branch, index: first + offset } as KeyPath;
      const { address, script } = keys.addressAt(path);
      return { address, script: Buffer.from(script), ...path, restoreId };
    });
    await tx
      .insertInto('addresses')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['account', 'branch', 'index']).doNothing())
      .execute();
    await tx.updateTable('addressGaps').set({ derived: true }).where('id', '=', id).execute();
  }
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
          where g.restore_id = a.restore_id and (g.account, g.branch) = (a.account, a.branch)) - ${GAP / 2}`.execute(
      tx,
    );
    if (rows.length === 0) return;
    for (const { restoreId, account, branch } of rows) {
      const isSame = (each: Sequence) => each.account === account && each.branch === branch;
      await openGap(tx, restoreId, SEQUENCES.find(isSame)!);
    }
    await deriveGapsIn(tx, keys);
  }
}
