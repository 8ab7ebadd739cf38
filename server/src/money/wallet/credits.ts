import { type Cents, cents, type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { shortLtc, usd } from '../../platform/formats.rules.ts';

/** The answer to 'Check for Deposits'. */
export interface NewCredits {
  readonly litoshi: Litoshi;
  readonly cents: Cents;
  readonly message: string;
}

/**
 * The user's credits of the last 24 hours that were not reported before. Each credit is reported once, even if calls run in parallel.
 * Older ones, which may be spent, are no news.
 */
export async function reportCredits(tx: Tx, userId: string): Promise<NewCredits> {
  const { rows } = await sql<{ litoshi: number; cents: number }>`
    with told as (
      insert into told_credits (deposit_id, generation)
      select id, generation from deposits where user_id = ${userId} and status = 'credited' and credited_at > moment() - interval '1 day'
      on conflict do nothing returning deposit_id)
    select coalesce(sum(litoshi), 0)::bigint as litoshi, coalesce(sum(cents), 0)::bigint as cents
    from deposits where id in (select deposit_id from told)`.execute(tx);
  const sum = { litoshi: litoshi(rows[0]!.litoshi), cents: cents(rows[0]!.cents) };
  return {
    ...sum,
    message: sum.litoshi === 0 ? t('Please wait for blockchain confirmations') : newlyCredited(sum),
  };
}

function newlyCredited(sum: { litoshi: Litoshi; cents: Cents }): string {
  return t('{ltc} LTC ({usd}) has been credited to your wallet', {
    ltc: shortLtc(sum.litoshi),
    usd: usd(sum.cents),
  });
}
