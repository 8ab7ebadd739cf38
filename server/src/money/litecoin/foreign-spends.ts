import { litoshi, ltcOf } from '@sterling/contract/money.ts';
import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { sumOf } from './deposits.rules.ts';
import type { Match } from './matching.ts';

/** A transaction that spends our coins and that our signer did not sign. */
export interface ForeignSpend {
  readonly txid: string;
  /** What left, with the network fee. */
  readonly ltcAmount: number;
  /** The accounts whose coins it spends: deposit, hot, cold. */
  readonly places: readonly string[];
}

/**
 * Opens the review of a foreign spend, which stops payouts. A transaction has one review, however often the chain repeats
 * it. Returns the spend when the review is new. `id` is the one of its row in own_transactions.
 */
export async function reportForeignSpend(
  tx: Tx,
  id: string,
  { txid }: ChainTransaction,
  match: Match,
): Promise<ForeignSpend | null> {
  const before = await tx
    .selectFrom('reviews')
    .where('kind', '=', 'foreign_spend')
    .where('subjectId', '=', id)
    .select('id')
    .executeTakeFirst();
  if (before) return null;
  const left = sumOf(match.spent) - sumOf(match.received);
  const facts = { ltcAmount: ltcOf(litoshi(Math.max(0, left))), places: await placesOf(tx, match) };
  await openReview(tx, { kind: 'foreign_spend', subjectId: id, userId: null, facts });
  return { txid, ...facts };
}

async function placesOf(tx: Tx, { spent }: Match): Promise<string[]> {
  const rows = await tx
    .selectFrom('chainOutputs as o')
    .innerJoin('addresses as a', 'a.address', 'o.address')
    .where((where) =>
      where.or(spent.map(({ txid, n }) => where.and([where('o.txid', '=', txid), where('o.n', '=', n)]))),
    )
    .select('a.account')
    .distinct()
    .orderBy('a.account')
    .execute();
  return rows.map(({ account }) => account);
}
