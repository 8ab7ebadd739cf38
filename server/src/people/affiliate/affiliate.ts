import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { bookAffiliatePayout } from '../../money/ledger/affiliate-payouts.ts';
import { moment, notify, type Tx } from '../../platform/db/pool.ts';
import { readSetting } from '../settings/settings.reads.ts';

/**
 * Records a new user's referrer. Ignores an unknown code, a banned or deleted referrer, and the user's own code, because
 * a wrong link must not prevent a sign-in.
 */
export async function recordReferral(tx: Tx, userId: string, code: string): Promise<void> {
  const referral = await tx
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
    .returning('referrerId')
    .executeTakeFirst();
  if (referral) await announceToReferrer(tx, referral.referrerId);
}

/** Open pages of the referrer read their referrals and shares again. */
const announceToReferrer = (tx: Tx, userId: string): Promise<void> =>
  notify(tx, 'affiliate', JSON.stringify({ userId }));

/**
 * Pays the referrer of `payerId` their share of the fee of ledger event `feeKey`, at most once, in the event's transaction
 * (docs/guide/money.md, Referrals). Returns the share in cents; 0 without a referrer.
 */
export async function payShare(tx: Tx, feeKey: string, payerId: string): Promise<Cents> {
  const { percent } = await readSetting(tx, 'affiliate');
  const { paid, referrerId } = await bookAffiliatePayout(tx, { feeKey, payerId, percent });
  if (paid > 0 && referrerId !== null) await announceToReferrer(tx, referrerId);
  return paid;
}

/**
 * The staff who get a share of the fees that `payerId` pays. Owners are left out: their house pays the share, and a sole owner could
 * otherwise decide nothing about the people whom they referred.
 */
export async function staffPaidFor(tx: Tx, payerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select referrer.id from referrals r join users payer on payer.id = r.referred_id join users referrer on referrer.id = r.referrer_id
    where payer.id = ${payerId} and ${moment} < referral_ends_at(payer.joined_at, r.at) and not referrer.is_owner`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
