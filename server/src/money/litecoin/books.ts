import type { Tx } from '../../platform/db/pool.ts';
import { type LedgerEvent, type Posting, post } from '../ledger/ledger.ts';

/** Keys of the chain's events (docs/guide/money.md). A generation is one stay in the applied chain. */
export const outputKey = (txid: string, n: number, generation: number) => `output ${txid}:${n} ${generation}`;
export const transactionKey = (txid: string, generation: number) => `transaction ${txid} ${generation}`;
export const depositKey = (txid: string, n: number, generation: number) =>
  `deposit ${txid}:${n} ${generation}`;
export const reversalKey = (txid: string, n: number, generation: number) =>
  `${depositKey(txid, n, generation)} reversed`;

/** Books an event of the chain, which its lock and cursor let happen once: a second time is a bug. Moves nothing: no event. */
export async function book(tx: Tx, event: LedgerEvent): Promise<void> {
  const postings = event.postings.filter(({ amount }) => amount > 0);
  if (postings.length === 0) return;
  if ((await post(tx, { ...event, postings })) === 'repeat')
    throw new Error(`${event.key} had been booked before`);
}

/** Takes an event back by one of its own, with the very postings that the ledger has of it. */
export async function undo(tx: Tx, key: string, kind: string): Promise<void> {
  const postings = await tx
    .selectFrom('ledgerEvents as e')
    .innerJoin('ledgerPostings as p', 'p.eventId', 'e.id')
    .innerJoin('ledgerAccounts as source', 'source.id', 'p.fromAccount')
    .innerJoin('ledgerAccounts as target', 'target.id', 'p.toAccount')
    .where('e.key', '=', key)
    .select(['target.name as from', 'source.name as to', 'p.amount'])
    .execute();
  await book(tx, { key: `${key} undone`, kind, postings: postings as Posting[] });
}
