import { MAX_PRICE_RULES } from '@sterling/contract/price-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { hasUnreadNews } from '../../people/inbox/inbox.reads.ts';
import { addNews } from '../../people/inbox/inbox.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { refuseMoreThan } from '../../platform/limits/own-rows.ts';
import { refuse } from '../../refusal.ts';
import type { Terms } from './price-rules.rules.ts';

export interface RuleInput {
  readonly name: string;
  readonly terms: Terms;
  readonly isOn: boolean;
}

/**
 * Adds a rule for accounts of the seller, tells the seller, and returns its id. The caller holds a lock on the user. Refuses with
 * too_many_price_rules and account_not_found.
 */
export async function addRule(
  tx: Tx,
  userId: string,
  { name, terms, isOn }: RuleInput,
  accountIds: readonly string[],
): Promise<string> {
  await refuseMoreThan(tx, MAX_PRICE_RULES, 'priceRules', userId, 'too_many_price_rules');
  const { id } = await tx
    .insertInto('priceRules')
    .values({ userId, name, isOn, ...columnsOf(terms) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setAccounts(tx, userId, { id, isOn }, accountIds);
  const { floorCents, ceilingCents } = terms;
  await addNews(tx, userId, { code: 'price_rule_added', name, floorCents, ceilingCents });
  await wake(tx, userId);
  return id;
}

/**
 * Replaces name, terms and state of a rule, and with `accountIds` its accounts, and tells the seller. The worker sets the rates. A rule that is turned off
 * ends its pauses. Refuses with price_rule_not_found and account_not_found.
 */
export async function changeRule(
  tx: Tx,
  userId: string,
  id: string,
  { name, terms, isOn }: RuleInput,
  accountIds?: readonly string[],
): Promise<void> {
  await lockRule(tx, userId, id);
  await notifyOfChange(tx, userId, id, name);
  await tx
    .updateTable('priceRules')
    .set({ name, isOn, ...columnsOf(terms), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
  if (!isOn) await endPauses(tx, sql`a.price_rule_id = ${id}`);
  if (accountIds) await setAccounts(tx, userId, { id, isOn }, accountIds);
  await wake(tx, userId);
}

/** Tells the seller that a rule changed, unless they have not read that about this rule yet. Programs may change rules often. */
async function notifyOfChange(tx: Tx, userId: string, id: string, name: string): Promise<void> {
  if (await hasUnreadNews(tx, userId, { code: 'price_rule_changed', subjectId: id })) return;
  await addNews(tx, userId, { code: 'price_rule_changed', name }, id);
}

/** Deletes a rule. Its accounts keep their rates, and its pauses end. Refuses with price_rule_not_found. */
export async function removeRule(tx: Tx, userId: string, id: string): Promise<void> {
  await lockRule(tx, userId, id);
  await endPauses(tx, sql`a.price_rule_id = ${id}`);
  await tx.deleteFrom('priceRules').where('id', '=', id).execute();
  await wake(tx, userId);
}

/**
 * Turns off the rules of a person whose access ended, because someone else may have added or changed them. Returns how many. Accounts
 * keep their rates. The worker ends the pauses of these rules, so that the caller waits for no account that an order has locked.
 */
export async function turnOffRulesOf(tx: Tx, userId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with own as (select id from price_rules where user_id = ${userId} and is_on order by id for update)
    update price_rules r set is_on = false, version = version + 1 from own where r.id = own.id`.execute(tx);
  if (numAffectedRows > 0n) await wake(tx, userId);
  return Number(numAffectedRows);
}

/** Ends the pauses of rules that are off. Skips accounts that another transaction has locked, and sellers who are changing something, until the next call. */
export async function endPausesOfRulesOff(tx: Tx): Promise<void> {
  const left = sql`a.id in (
    select paused.id from roblox_accounts paused join price_rules off on off.id = paused.price_rule_id join users u on u.id = paused.user_id
    where paused.is_paused_by_rule and not off.is_on order by paused.id for key share of u skip locked for update of paused skip locked)`;
  await endPauses(tx, left);
}

/** Deletes the rules of users and what they changed. */
export async function forgetPriceRulesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('priceRules').where('userId', 'in', userIds).execute();
  await tx.deleteFrom('priceRuleChanges').where('userId', 'in', userIds).execute();
}

/** Applies the rule to exactly these accounts. An account of another rule leaves that rule, which ends a pause. */
async function setAccounts(
  tx: Tx,
  userId: string,
  { id, isOn }: { id: string; isOn: boolean },
  accountIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(accountIds)];
  const { rows } = await sql<{ id: string }>`
    select id from roblox_accounts
    where user_id = ${userId} and removed_at is null and (id = any(${ids}::uuid[]) or price_rule_id = ${id})
    order by id for update`.execute(tx);
  const known = new Set(rows.map((row) => row.id));
  if (ids.some((each) => !known.has(each))) refuse('account_not_found');
  const leaves = sql`a.price_rule_id = ${id} and a.id <> all(${ids}::uuid[])`;
  await endPauses(tx, leaves);
  await sql`update roblox_accounts a set price_rule_id = null where ${leaves}`.execute(tx);
  const joins = sql`a.id = any(${ids}::uuid[]) and a.price_rule_id is distinct from ${id}`;
  // a rule that is on decides about the pause itself, so that the account is not for sale in between
  if (!isOn) await endPauses(tx, joins);
  await sql`update roblox_accounts a set price_rule_id = ${id} where ${joins}`.execute(tx);
}

/** Ends the pauses of these accounts `a` and records that. */
async function endPauses(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with ended as (
      update roblox_accounts a set is_paused_by_rule = false, updated_at = now()
      from price_rules r where a.is_paused_by_rule and r.id = a.price_rule_id and ${which}
      returning a.id, a.user_id, a.rate_cents, r.id as rule_id, r.name)
    insert into price_rule_changes (user_id, rule_id, rule_name, account_id, from_cents, to_cents, was_paused, is_paused, why)
      select user_id, rule_id, name, id, rate_cents, rate_cents, true, false, '{"code":"ended"}' from ended`.execute(
    tx,
  );
}

async function lockRule(tx: Tx, userId: string, id: string): Promise<void> {
  const rule = await tx
    .selectFrom('priceRules')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!rule) refuse('price_rule_not_found');
}

/** Makes the worker work out the rates soon, and open pages read the accounts again. */
const wake = (tx: Tx, userId: string) => notify(tx, 'roblox-accounts', JSON.stringify({ userId }));

const columnsOf = ({ stockSteps, dayTimes, ...columns }: Terms) => ({
  ...columns,
  stockSteps: JSON.stringify(stockSteps),
  dayTimes: JSON.stringify(dayTimes),
});
