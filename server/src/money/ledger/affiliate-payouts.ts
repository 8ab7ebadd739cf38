import { type Cents, cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { moment, type Tx } from '../../platform/db/pool.ts';

interface FeePayout {
  /** Key of the ledger event that booked the fee. */
  readonly feeKey: string;
  readonly payerId: string;
  /** Whole percent of the fee. */
  readonly percent: number;
}

interface Payout {
  readonly paid: Cents;
  /** Null if the payer has no referrer. */
  readonly referrerId: string | null;
}

/** Pays the payer's referrer, if there is one, their percentage of a fee. A repeated key moves nothing. */
export async function bookAffiliatePayout(tx: Tx, { feeKey, payerId, percent }: FeePayout): Promise<Payout> {
  const { rows } = await sql<{ paid: number; referrerId: string | null }>`
    select affiliate_pay(${feeKey}, ${payerId}::uuid, ${percent}, ${moment}) as paid,
      (select referrer_id from referrals where referred_id = ${payerId}::uuid) as referrer_id`.execute(tx);
  const { paid, referrerId } = rows[0]!;
  return { paid: cents(paid), referrerId };
}
