import { type Cents, cents } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { uncheckedCentsOf } from '../../people/factors/factors.reads.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { usd } from '../../platform/formats.rules.ts';
import { refuse } from '../../refusal.ts';

export interface PlannedWithdrawal {
  readonly userId: string;
  readonly amount: Cents;
  /** In its canonical form. */
  readonly address: string;
}

/**
 * Refuses with maximum_withdrawal above the day limit of the user or of all users. Days are UTC, and fees do not count.
 */
export async function refuseOverWithdrawalLimits(
  tx: Tx,
  { userId, amount }: Omit<PlannedWithdrawal, 'address'>,
): Promise<void> {
  const { perDayUsd, allPerDayUsd } = await readSetting(tx, 'withdrawal_limits');
  if (perDayUsd === null && allPerDayUsd === null) return;
  // without the lock, two parallel requests could both use the same rest of the limit
  if (allPerDayUsd !== null) await lockName(tx, 'withdrawals of a day');
  const { rows } = await sql<{ own: number; all: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as all, withdrawn_today(${userId}) as own
    from withdrawals where created_at >= date_trunc('day', now(), 'UTC') and state <> 'failed'`.execute(tx);
  const day = rows[0]!;
  refuseOver(perDayUsd, cents(day.own), amount, false);
  refuseOver(allPerDayUsd, cents(day.all), amount, true);
}

function refuseOver(limitUsd: number | null, used: Cents, amount: Cents, isOfAll: boolean): void {
  if (limitUsd === null || used + amount <= limitUsd * 100) return;
  const left = Math.max(0, limitUsd * 100 - used);
  const values = { limit: () => usd(limitUsd * 100), left: () => usd(left) };
  refuse('maximum_withdrawal', {
    hint: isOfAll
      ? phrase("Sterling's daily withdrawal limit is {limit}. {left} left until midnight UTC.", values)
      : phrase('Your daily withdrawal limit is {limit}. {left} left until midnight UTC.', values),
  });
}

/**
 * Refuses with step_up_required when the withdrawals of the day would exceed what the person allows without a check, or when
 * the person has not withdrawn to the address before.
 */
export async function refuseAboveUncheckedSum(
  tx: Tx,
  { userId, amount, address }: PlannedWithdrawal,
): Promise<void> {
  const { rows } = await sql<{ today: number; isKnown: boolean }>`
    select withdrawn_today(${userId}) as today, exists (
      select from withdrawals where user_id = ${userId} and address = ${address} and state <> 'failed') as is_known`.execute(
    tx,
  );
  const { today, isKnown } = rows[0]!;
  if (!isKnown || today + amount > (await uncheckedCentsOf(tx, userId))) refuse('step_up_required');
}
