import { type Cents, cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { moment, type Tx } from '../../platform/db/pool.ts';

interface Share {
  /** Key of the event that brought the house the fee. */
  readonly feeKey: string;
  readonly payerId: string;
  /** Whole percent of the fee. */
  readonly percent: number;
}

/**
 * Gives on a share of a fee to anyone who brought its payer, if someone did and it is owed; a key that
 * was booked before moves nothing. Answers the share.
 */
export async function bookAffiliatePayout(tx: Tx, { feeKey, payerId, percent }: Share): Promise<Cents> {
  const { rows } = await sql<{ paid: number }>`
    select affiliate_pay(${feeKey}, ${payerId}::uuid, ${percent}, ${moment}) as paid`.execute(tx);
  return cents(rows[0]!.paid);
}
