import { MAX_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import { MIN_ORDER_ROBUX, type Rate } from '@sterling/contract/money.ts';
import type { PriceChange, PriceRule } from '@sterling/contract/price-rules.ts';
import { type Selectable, sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { PriceRules } from '../../platform/db/types.generated.ts';
import { refuse } from '../../refusal.ts';
import type { DayTime, Governed, Offer, Reason, StockStep, Terms } from './price-rules.rules.ts';
import { sentenceOf, shownReason } from './reasons.rules.ts';

/** A person's rules, the oldest first. */
export async function listRules(db: Db | Tx, userId: string): Promise<PriceRule[]> {
  const rows = await rulesOf(db, userId).orderBy('id').execute();
  return rows.map(shownRule);
}

/** A person's rule with its accounts. Refuses with price_rule_not_found. */
export async function readRule(
  db: Db | Tx,
  userId: string,
  id: string,
): Promise<PriceRule & { accountIds: string[] }> {
  const rule = await rulesOf(db, userId).where('id', '=', id).executeTakeFirst();
  if (!rule) return refuse('price_rule_not_found');
  const accounts = await db
    .selectFrom('robloxAccounts')
    .where('priceRuleId', '=', id)
    .select('id')
    .orderBy('id')
    .execute();
  return { ...shownRule(rule), accountIds: accounts.map((account) => account.id) };
}

/** Name, state and terms of a person's rule. Refuses with price_rule_not_found. */
export async function readTerms(db: Db | Tx, userId: string, id: string) {
  const row = await rulesOf(db, userId).where('id', '=', id).executeTakeFirst();
  return row ? { name: row.name, isOn: row.isOn, terms: termsOf(row) } : refuse('price_rule_not_found');
}

const count = (which: string) =>
  sql<number>`(select count(*)::int from roblox_accounts a where a.price_rule_id = price_rules.id ${sql.raw(which)})`;

const rulesOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('priceRules')
    .where('userId', '=', userId)
    .selectAll()
    .select([count('').as('accounts'), count('and a.is_paused_by_rule').as('pausedAccounts')]);

type RuleRow = Selectable<PriceRules> & Pick<PriceRule, 'accounts' | 'pausedAccounts'>;

function shownRule(row: RuleRow): PriceRule {
  const { floorCents, ceilingCents, baseCents, ...terms } = termsOf(row);
  return {
    id: row.id,
    name: row.name,
    isOn: row.isOn,
    floor: floorCents as Rate,
    ceiling: ceilingCents as Rate,
    belowCents: terms.belowCents,
    baseRate: baseCents as Rate | null,
    pausesBelowFloor: terms.pausesBelowFloor,
    stockSteps: [...terms.stockSteps],
    dayTimes: [...terms.dayTimes],
    timeZone: terms.timeZone,
    accounts: row.accounts,
    pausedAccounts: row.pausedAccounts,
    createdAt: row.createdAt,
  };
}

const termsOf = (row: Pick<Selectable<PriceRules>, keyof Terms>): Terms => ({
  floorCents: row.floorCents,
  ceilingCents: row.ceilingCents,
  belowCents: row.belowCents,
  baseCents: row.baseCents,
  pausesBelowFloor: row.pausesBelowFloor,
  stockSteps: row.stockSteps as unknown as StockStep[],
  dayTimes: row.dayTimes as unknown as DayTime[],
  timeZone: row.timeZone,
});

export interface RuleOnMarket {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly version: number;
  readonly terms: Terms;
}

/** An account with its present rate and its rule. */
export interface AccountOnMarket extends Governed {
  readonly ruleId: string;
  readonly username: string;
  readonly rateCents: number;
  readonly isPaused: boolean;
}

export interface PricedMarket {
  /** The rules that are on, by id. */
  readonly rules: ReadonlyMap<string, RuleOnMarket>;
  /** All accounts of these rules. */
  readonly accounts: readonly AccountOnMarket[];
  /** The cheapest stock for sale that these rules do not price, of the two cheapest owners. No rule needs to know a third. */
  readonly offers: readonly Offer[];
}

/** A rule that is tried without saving it. */
export interface Trial {
  readonly userId: string;
  readonly terms: Terms;
  readonly accountIds: readonly string[];
}

/** What the rates depend on. With `trial`, its accounts have its terms instead of their own rules. */
export async function readMarket(db: Db, trial: Trial | null = null): Promise<PricedMarket> {
  const tried = sql<boolean>`a.id = any(${trial?.accountIds ?? []}::uuid[])`;
  const rows = await db.selectFrom('priceRules').where('isOn', '=', true).selectAll().execute();
  const rules = new Map(rows.map((row) => [row.id, { ...row, terms: termsOf(row) } as RuleOnMarket]));
  if (rules.size === 0 && !trial) return { rules, accounts: [], offers: [] };
  const ids = [...rules.keys()];
  const [accounts, offers] = await Promise.all([
    sql<Omit<AccountOnMarket, 'terms'> & { isTried: boolean }>`
      select a.id, a.user_id as owner_id, a.username, a.price_rule_id as rule_id, a.rate_cents, a.is_paused_by_rule as is_paused,
        a.robux_balance - a.reserved_robux as robux, ${tried} as is_tried,
        a.status = 'online' and a.is_active and not a.is_seller_banned
          and a.robux_balance - a.reserved_robux >= ${MIN_ORDER_ROBUX} as is_offered
      from roblox_accounts a
      where a.removed_at is null and (a.price_rule_id = any(${ids}::uuid[]) or ${tried} and a.user_id = ${trial?.userId ?? null})
      order by a.id`.execute(db),
    sql<Offer>`
      select a.user_id as owner_id, min(a.rate_cents) as rate_cents
      from roblox_accounts a
      where a.status = 'online' and a.is_active and a.has_stock
        and (a.price_rule_id is null or a.price_rule_id <> all(${ids}::uuid[])) and not ${tried}
      group by a.user_id order by 2 limit 2`.execute(db),
  ]);
  return {
    rules,
    accounts: accounts.rows.map(({ isTried, ...account }) => ({
      ...account,
      terms: isTried ? trial!.terms : rules.get(account.ruleId)!.terms,
    })),
    offers: offers.rows,
  };
}

/** One page of what a person's rule changed, the newest first, and the total number. Refuses with price_rule_not_found. */
export async function listChanges(
  db: Db,
  userId: string,
  ruleId: string,
  { page = 1, pageSize = MAX_PAGE_SIZE }: Page,
): Promise<{ changes: PriceChange[]; total: number }> {
  await readTerms(db, userId, ruleId);
  const ofRule = db.selectFrom('priceRuleChanges').where('ruleId', '=', ruleId);
  const [rows, total] = await Promise.all([
    changesOf(db, userId)
      .where('c.ruleId', '=', ruleId)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, ofRule.select(sql`1`.as('one'))),
  ]);
  return { changes: rows.map(shownChange), total };
}

/** What a person's rules changed, including deleted rules, in pages, the newest first. */
export const changePages = (db: Db, userId: string): AsyncGenerator<PriceChange[]> =>
  pagesOf(async (last) => {
    const rows = await changesOf(db, userId)
      .$if(last !== null, (older) => older.where('c.id', '<', last!.id))
      .limit(PAGE_ROWS)
      .execute();
    return rows.map(shownChange);
  });

const changesOf = (db: Db, userId: string) =>
  db
    .selectFrom('priceRuleChanges as c')
    .innerJoin('robloxAccounts as a', 'a.id', 'c.accountId')
    .where('c.userId', '=', userId)
    .selectAll('c')
    .select('a.username')
    .orderBy('c.id', 'desc');

type ChangeRow = Awaited<ReturnType<ReturnType<typeof changesOf>['execute']>>[number];

function shownChange(row: ChangeRow): PriceChange {
  const why = row.why as unknown as Reason;
  return {
    id: row.id,
    at: row.at,
    ruleId: row.ruleId,
    ruleName: row.ruleName,
    accountId: row.accountId,
    username: row.username,
    fromRate: row.fromCents as Rate,
    toRate: row.toCents as Rate,
    wasPaused: row.wasPaused,
    isPaused: row.isPaused,
    why: shownReason(why),
    text: sentenceOf(why, row.isPaused),
  };
}
