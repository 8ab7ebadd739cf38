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

/**
 * Pays the payer's referrer, if there is one, their percentage of a fee. A repeated key moves nothing. Returns the
 * cents paid.
 */
export async function bookAffiliatePayout(tx: Tx, { feeKey, payerId, percent }: FeePayout): Promise<Cents> {
  const { rows } = await sql<{ paid: number }>`
    select affiliate_pay(${feeKey}, ${payerId}::uuid, ${percent}, ${moment}) as paid`.execute(tx);
  return cents(rows[0]!.paid);
}
