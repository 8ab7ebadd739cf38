import { litoshi, ltcOf } from '@sterling/contract/money.ts';
import type { Logger } from 'pino';
import type { ChainTransaction } from '../../outside/litecoin-block.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { sumOf } from './deposits.rules.ts';
import type { Match } from './matching.ts';
import { awaitsComparison } from './restored.reads.ts';

/** A transaction that spends our coins and that our signer did not sign. */
export interface ForeignSpend {
  readonly txid: string;
  /** What left, with the network fee. */
  readonly ltcAmount: number;
  /** The accounts whose coins it spends: deposit, hot, cold. */
  readonly places: readonly string[];
  /** Whether a restored database may have forgotten the signature. Then the signer compares it with its journal next. */
  readonly isForgotten: boolean;
}

/**
 * Opens the review of a foreign spend, which stops payouts. A transaction has one review, however often the chain repeats
 * it. A review from before `refundedAt` was about something else: after a restore, the transaction was unknown for a while. Returns
 * the spend when the review is new. `id` is the one of its row in own_transactions.
 */
export async function reportForeignSpend(
  tx: Tx,
  id: string,
  { txid }: ChainTransaction,
  match: Match,
  refundedAt: Date | null = null,
): Promise<ForeignSpend | null> {
  const before = await tx
    .selectFrom('reviews')
    .where('kind', '=', 'foreign_spend')
    .where('subjectId', '=', id)
    .$if(refundedAt !== null, (all) => all.where('openedAt', '>=', refundedAt!))
    .select('id')
    .executeTakeFirst();
  if (before) return null;
  const left = sumOf(match.spent) - sumOf(match.received);
  const facts = { ltcAmount: ltcOf(litoshi(Math.max(0, left))), places: await placesOf(tx, match) };
  await openReview(tx, { kind: 'foreign_spend', subjectId: id, userId: null, facts });
  return { txid, ...facts, isForgotten: await awaitsComparison(tx) };
}

/** Logs new foreign spends. After a restore, the signer's journal may explain them. */
export function raiseAlarms(log: Pick<Logger, 'fatal' | 'warn'>, spends: readonly ForeignSpend[]): void {
  for (const { isForgotten, ...spend } of spends)
    if (isForgotten)
      log.warn(
        spend,
        'litecoin: our coins were spent by a payment that the restored database does not know; the signer compares it with its journal',
      );
    else log.fatal(spend, 'litecoin: our coins were spent without our signature');
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
