import { type Cents, cents, dollarText } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import { account } from '../ledger/ledger.ts';
import { daysAfter, isNew } from '../ledger/newness.rules.ts';
import { firstTradeAt } from '../ledger/settlement.ts';
import { refuse } from '../refusal.ts';
import { readSettings } from '../settings/settings.reads.ts';

/**
 * Refuses a purchase of `total` that was just stored, by somebody whose Discord account is younger than the owner's
 * settings ask for (account_too_new), or who is new and spends more than the day's cap with it (spending_limit; days are
 * UTC). The caller has locked the buyer's wallet, so that two purchases at once cannot both have the day's last dollars.
 */
export async function refuseGuarded(tx: Tx, buyerId: string, total: Cents): Promise<void> {
  const { account_age: age, new_buyer_cap: cap } = await readSettings(tx);
  if (age.days > 0) await refuseYoung(tx, buyerId, age.days);
  if (cap.usd !== null) await refuseOverCap(tx, buyerId, total, cents(cap.usd * 100));
}

async function refuseYoung(tx: Tx, buyerId: string, days: number): Promise<void> {
  const { discordId } = await tx
    .selectFrom('users')
    .where('id', '=', buyerId)
    .select('discordId')
    .executeTakeFirstOrThrow();
  const oldEnough = daysAfter(snowflakeTime(discordId!), days);
  if (oldEnough <= new Date()) return;
  refuse('account_too_new', {
    hint: `Your Discord account must be ${days} days old to buy: it will be on ${oldEnough.toISOString().slice(0, 10)}.`,
  });
}

/** When a Discord id was made: its first 42 bits are milliseconds since 2015. */
function snowflakeTime(id: string): Date {
  return new Date(Number(BigInt(id) >> 22n) + Date.UTC(2015, 0, 1));
}

async function refuseOverCap(tx: Tx, buyerId: string, total: Cents, cap: Cents): Promise<void> {
  if (!isNew(await firstTradeAt(tx, account.buyer(buyerId)), new Date())) return;
  const spent = await spentToday(tx, buyerId);
  if (spent <= cap) return;
  const left = cents(Math.max(0, cap - spent + total));
  refuse('spending_limit', {
    hint: `New buyers can spend $${dollarText(cap)} a day: $${dollarText(left)} are left until midnight UTC.`,
  });
}

/** What a buyer's orders and listings of this day cost, those that failed left out. */
async function spentToday(tx: Tx, buyerId: string): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(total_cents), 0)::bigint as cents from (
      select total_cents from orders
        where buyer_id = ${buyerId} and status <> 'failed' and created_at >= date_trunc('day', now(), 'UTC')
      union all select total_cents from transactions
        where buyer_id = ${buyerId} and stage not in ('cancelled', 'failed') and created_at >= date_trunc('day', now(), 'UTC')) today`.execute(
    tx,
  );
  return cents(rows[0]!.cents);
}
