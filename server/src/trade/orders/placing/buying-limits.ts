import type { Cents } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { readSetting } from '../../../people/settings/settings.reads.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { trimmedUsd, usd, utcDay } from '../../../platform/formats.rules.ts';
import { refuse } from '../../../refusal.ts';

/**
 * Refuses a stored purchase of `total` with account_too_new if the buyer's Discord account is too young, or with
 * spending_limit if a new buyer exceeds the daily cap (UTC). The caller has locked the buyer's wallet, so that concurrent
 * purchases cannot exceed the cap together.
 */
export async function refuseOverBuyingLimit(tx: Tx, buyerId: string, total: Cents): Promise<void> {
  const limit = await readBuyingLimit(tx, buyerId);
  const tooYoungUntil = limit?.tooYoungUntil;
  if (tooYoungUntil) {
    const { days } = await readSetting(tx, 'account_age');
    refuse('account_too_new', {
      hint: phrase('Your Discord account must be {days} days old to buy. You can buy from {date}.', {
        days,
        date: () => utcDay(tooYoungUntil),
      }),
    });
  }
  if (limit?.leftCents == null || limit.leftCents >= 0) return;
  const { usd: mostUsd } = await readSetting(tx, 'new_buyer_cap');
  const left = Math.max(0, limit.leftCents + total);
  refuse('spending_limit', {
    hint: phrase('New buyers can spend {most} a day. {left} left until midnight UTC.', {
      most: () => trimmedUsd(mostUsd! * 100),
      left: () => usd(left),
    }),
  });
}

interface BuyingLimit {
  readonly tooYoungUntil: Date | null;
  /** Cents that the buyer may still spend today. Negative if existing orders exceed the cap. Null: no limit. */
  readonly leftCents: number | null;
}

/** The limits of a buyer. Null if no limit applies. */
export async function readBuyingLimit(db: Db | Tx, buyerId: string): Promise<BuyingLimit | null> {
  const { rows } = await sql<BuyingLimit>`
    select too_young_until, left_cents from buying_limits(array[${buyerId}]::uuid[])`.execute(db);
  return rows[0] ?? null;
}
