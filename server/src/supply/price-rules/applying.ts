import type { Rate } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { addNews } from '../../people/inbox/inbox.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { setRates } from '../roblox-accounts/rates.ts';
import type { AccountOnMarket, RuleOnMarket } from './price-rules.reads.ts';
import type { Wanted } from './price-rules.rules.ts';

/** A rate or pause that a rule wants and an account does not have. */
export interface WantedChange {
  readonly account: AccountOnMarket;
  readonly rule: RuleOnMarket;
  readonly wanted: Wanted;
}

/**
 * Sets the wanted rates and pauses and records each with its rule. Skips accounts that another transaction has locked or changed,
 * rules that were changed or turned off since they were read, and sellers who are changing something. The next round decides about those again. Returns how many accounts
 * have changed.
 */
export async function applyChanges(tx: Tx, changes: readonly WantedChange[]): Promise<number> {
  const current = await lockCurrent(tx, changes);
  const done = changes.filter(({ account }) => current.has(account.id));
  if (done.length === 0) return 0;
  await setRates(
    tx,
    done.map(({ account, wanted }) => ({
      id: account.id,
      rateCents: wanted.rateCents as Rate,
      isPausedByRule: wanted.isPaused,
    })),
  );
  await record(tx, done);
  await notifyOfPauses(tx, done);
  return done.length;
}

/**
 * Locks rules and accounts, in the order in which sellers' changes lock them, and returns the accounts that are as they were read. A
 * seller's change locks the seller first. What is recorded below refers to the seller, and would wait for that change while it waits for the rule.
 */
async function lockCurrent(tx: Tx, changes: readonly WantedChange[]): Promise<ReadonlySet<string>> {
  const rules = new Map(changes.map(({ rule }) => [rule.id, rule.version]));
  const { rows: locked } = await sql<{ id: string }>`
    select r.id from price_rules r join users u on u.id = r.user_id
    join unnest(${[...rules.keys()]}::uuid[], ${[...rules.values()]}::int[]) as seen (id, version) on seen.id = r.id
    where r.is_on and r.version = seen.version
    order by r.id for key share of u skip locked for share of r`.execute(tx);
  const valid = new Set(locked.map(({ id }) => id));
  const accounts = changes.filter(({ rule }) => valid.has(rule.id)).map(({ account }) => account);
  // orders lock accounts in another order, so that waiting for them could end in a deadlock
  const { rows } = await sql<{ id: string }>`
    select a.id from roblox_accounts a
    join unnest(${accounts.map(({ id }) => id)}::uuid[], ${accounts.map(({ ruleId }) => ruleId)}::uuid[],
      ${accounts.map(({ rateCents }) => rateCents)}::int[], ${accounts.map(({ isPaused }) => isPaused)}::boolean[])
      as seen (id, rule_id, rate_cents, is_paused) on seen.id = a.id
    where a.removed_at is null and a.price_rule_id = seen.rule_id and a.rate_cents = seen.rate_cents
      and a.is_paused_by_rule = seen.is_paused
    order by a.id for update of a skip locked`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

async function record(tx: Tx, changes: readonly WantedChange[]): Promise<void> {
  await tx
    .insertInto('priceRuleChanges')
    .values(
      changes.map(({ account, rule, wanted }) => ({
        userId: account.ownerId,
        ruleId: rule.id,
        ruleName: rule.name,
        accountId: account.id,
        fromCents: account.rateCents,
        toCents: wanted.rateCents,
        wasPaused: account.isPaused,
        isPaused: wanted.isPaused,
        why: JSON.stringify(wanted.why),
      })),
    )
    .execute();
}

/** Tells a seller that a rule pauses accounts, at most once an hour for each rule, because a market moves often. */
async function notifyOfPauses(tx: Tx, changes: readonly WantedChange[]): Promise<void> {
  const rules = new Map(
    changes
      .filter(({ account, wanted }) => wanted.isPaused && !account.isPaused && account.isOffered)
      .map(({ rule }) => [rule.id, rule]),
  );
  if (rules.size === 0) return;
  const { rows } = await sql<{ id: string }>`
    update price_rules set pause_told_at = now()
    where id = any(${[...rules.keys()]}::uuid[]) and coalesce(pause_told_at < now() - interval '1 hour', true)
    returning id`.execute(tx);
  for (const { id } of rows) {
    const { userId, name, terms } = rules.get(id)!;
    await addNews(tx, userId, { code: 'price_rule_paused', name, floorCents: terms.floorCents }, id);
  }
}
