import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { bookAffiliatePayout } from '../../money/ledger/affiliate-payouts.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { readSetting } from '../settings/settings.reads.ts';

/**
 * Remembers who brought a person, at their first sign-in and never later. A code that is nobody's, or of someone banned,
 * is passed over: one can come in by any link.
 */
export async function recordReferral(tx: Tx, userId: string, code: string): Promise<void> {
  await tx
    .insertInto('referrals')
    .columns(['referredId', 'referrerId'])
    .expression(
      tx
        .selectFrom('users')
        .where('affiliateCode', '=', code)
        .where('isBanned', '=', false)
        .where('deletedAt', 'is', null)
        .where('id', '<>', userId)
        .select([sql<string>`${userId}::uuid`.as('referredId'), 'id']),
    )
    .execute();
}

/**
 * Pays anyone who brought `payerId` their share of the fee that an event brought the house, in that event's own transaction,
 * once (docs/guide/money.md, Referrals). Answers the share; 0 where there is none.
 */
export async function payShare(tx: Tx, feeKey: string, payerId: string): Promise<Cents> {
  const { percent } = await readSetting(tx, 'affiliate');
  return bookAffiliatePayout(tx, { feeKey, payerId, percent });
}
