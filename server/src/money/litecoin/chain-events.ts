import type { Tx } from '../../platform/db/pool.ts';
import { type Posting, postNew } from '../ledger/ledger.ts';

/**
 * Keys of chain events (docs/guide/money.md). The generation counts how often the chain applied the same thing again. The chain
 * lock and the cursor allow each event only once, so they are booked by `postNew`.
 */
export const outputKey = (txid: string, n: number, generation: number) => `output ${txid}:${n} ${generation}`;
export const transactionKey = (txid: string, generation: number) => `transaction ${txid} ${generation}`;
export const depositKey = (txid: string, n: number, generation: number) =>
  `deposit ${txid}:${n} ${generation}`;
export const reversalKey = (txid: string, n: number, generation: number) =>
  `${depositKey(txid, n, generation)} reversed`;

/** Reverses a booked event by a second event with exactly the opposite postings. */
export async function undo(tx: Tx, key: string, kind: string): Promise<void> {
  const postings = await tx
    .selectFrom('ledgerEvents as e')
    .innerJoin('ledgerPostings as p', 'p.eventId', 'e.id')
    .innerJoin('ledgerAccounts as source', 'source.id', 'p.fromAccount')
    .innerJoin('ledgerAccounts as target', 'target.id', 'p.toAccount')
    .where('e.key', '=', key)
    .select(['target.name as from', 'source.name as to', 'p.amount'])
    .execute();
  await postNew(tx, { key: `${key} undone`, kind, postings: postings as Posting[] });
}
