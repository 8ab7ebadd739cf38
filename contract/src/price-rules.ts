import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  ById,
  DollarsPer1000,
  Id,
  line,
  Paging,
  RateIn,
  RobuxIn,
  Success,
  Time,
  TimeZone,
  wholeFrom,
} from './fields.ts';
import { listOf } from './lists.ts';
import { MAX_RATE, MIN_RATE } from './money.ts';
import { t } from './texts.ts';

/** Price rules that one seller can have. */
export const MAX_PRICE_RULES = 20;
/** Accounts that one rule can apply to. */
const MAX_RULE_ACCOUNTS = 2_000;
/** Stock steps, and times of day, that one rule can have. */
export const MAX_RULE_STEPS = 6;
/** The most cents that a rule or one of its steps adds or takes away. */
export const MAX_RULE_CENTS = MAX_RATE - MIN_RATE;
/** Changes of a rule are kept for this many days. */
export const PRICE_CHANGE_DAYS = 90;
const MAX_STEP_ROBUX = 1_000_000_000;
const MAX_NAME = 60;

const RuleRate = RateIn.check(
  z.refine((rate) => rate >= MIN_RATE && rate <= MAX_RATE, {
    error: t('must be from {least} to {most}', { least: `$${MIN_RATE / 100}`, most: `$${MAX_RATE / 100}` }),
  }),
);
const Change = wholeFrom(-MAX_RULE_CENTS, MAX_RULE_CENTS);
const TimeOfDay = z
  .string()
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, t('must be a time from 00:00 to 23:59')));
const steps = <Step extends z.ZodMiniType>(step: Step) => listOf(step, MAX_RULE_STEPS);

/** What a rule does. A rule has either `belowCents` or `baseRate`. */
const termsIn = {
  name: line(MAX_NAME),
  /** Dollars per 1,000 Robux. The rule never sets a lower rate. */
  floor: RuleRate,
  /** The rule never sets a higher rate. */
  ceiling: RuleRate,
  /** Follows the lowest rate of other sellers' stock for sale, this many cents below it. Null: the rule starts from `baseRate`. */
  belowCents: z.nullable(wholeFrom(0, MAX_RULE_CENTS)),
  /** The rate to start from without `belowCents`. */
  baseRate: z.nullable(RuleRate),
  /** With `belowCents`: takes the accounts off sale while following needs a rate below the floor. */
  pausesBelowFloor: z.boolean(),
  /** Cents more or less for an account with at least this many free Robux. The highest step that the account reaches counts. */
  stockSteps: steps(
    z.strictObject({
      fromRobux: RobuxIn.check(
        z.refine((robux) => robux >= 1 && robux <= MAX_STEP_ROBUX, t('must be a whole number from 1')),
      ),
      cents: Change,
    }),
  ),
  /** Cents more or less from one time of day to another, even over midnight. All that apply are added. */
  dayTimes: steps(z.strictObject({ from: TimeOfDay, to: TimeOfDay, cents: Change })),
  /** The time zone of `dayTimes`, such as 'Europe/Berlin'. UTC by default. */
  timeZone: TimeZone,
};
/** Own accounts that the rule applies to. An account that has another rule moves to this one. */
const AccountIds = listOf(Id, MAX_RULE_ACCOUNTS);

const StockStep = z.object({ fromRobux: z.number(), cents: z.number() });
const DayTime = z.object({ from: z.string(), to: z.string(), cents: z.number() });

export const PriceRule = z.object({
  id: z.string(),
  name: z.string(),
  isOn: z.boolean(),
  floor: DollarsPer1000,
  ceiling: DollarsPer1000,
  belowCents: z.nullable(z.number()),
  baseRate: z.nullable(DollarsPer1000),
  pausesBelowFloor: z.boolean(),
  stockSteps: z.array(StockStep),
  dayTimes: z.array(DayTime),
  timeZone: z.string(),
  /** How many accounts the rule applies to. */
  accounts: z.number(),
  /** How many of them the rule has taken off sale. */
  pausedAccounts: z.number(),
  createdAt: Time,
});
export type PriceRule = z.output<typeof PriceRule>;

const PriceRuleWithAccounts = z.extend(PriceRule, { accountIds: z.array(z.string()) });

/** Why a rule wants a rate: a code with values. */
export const PriceReason = z.object({
  /**
   * What the rate starts from. `follow`: the lowest rate of other sellers. `alone`: the ceiling, because no other seller has stock.
   * `base`: the rule's own rate. `ended`: the rule no longer pauses the account, because the rule was turned off or lost the account.
   */
  code: z.enum(['follow', 'alone', 'base', 'ended']),
  /** The rate that it starts from. */
  startRate: z.optional(DollarsPer1000),
  belowCents: z.optional(z.number()),
  stockStep: z.optional(StockStep),
  /** The sum of all times of day that apply. */
  dayCents: z.optional(z.number()),
  /** The limit that the rate was kept within. */
  bound: z.optional(z.enum(['floor', 'ceiling'])),
  boundRate: z.optional(DollarsPer1000),
});
export type PriceReason = z.output<typeof PriceReason>;

/** A rate that a rule set, or a pause that it began or ended. */
export const PriceChange = z.object({
  id: z.string(),
  at: Time,
  ruleId: z.string(),
  /** The rule's name at that time. */
  ruleName: z.string(),
  accountId: z.string(),
  username: z.string(),
  fromRate: DollarsPer1000,
  toRate: DollarsPer1000,
  wasPaused: z.boolean(),
  isPaused: z.boolean(),
  why: PriceReason,
  /** `why` as a sentence. */
  text: z.string(),
});
export type PriceChange = z.output<typeof PriceChange>;

export const PricePreview = z.object({
  accountId: z.string(),
  username: z.string(),
  /** The present rate. */
  fromRate: DollarsPer1000,
  /** The rate that the rule would set now. */
  toRate: DollarsPer1000,
  /** The rule would take the account off sale. */
  isPaused: z.boolean(),
  why: PriceReason,
  text: z.string(),
});
export type PricePreview = z.output<typeof PricePreview>;

const reads = { access: 'seller', scope: 'read' } as const;
const writes = { access: 'seller', scope: 'manage-accounts' } as const;

export const priceRules = {
  list: endpoint({
    method: 'GET',
    path: '/api/price-rules',
    ...reads,
    summary: 'Own price rules, oldest first',
    reply: z.array(PriceRule),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/price-rules',
    ...writes,
    summary: 'Add a price rule for own accounts',
    body: z.strictObject({ ...termsIn, isOn: z.optional(z.boolean()), accountIds: AccountIds }),
    status: 201,
    reply: PriceRuleWithAccounts,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/price-rules/{id}',
    ...reads,
    summary: 'An own price rule with the ids of its accounts',
    params: ById,
    reply: PriceRuleWithAccounts,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/price-rules/{id}',
    ...writes,
    summary: 'Change an own price rule, turn it on or off, or replace its accounts',
    params: ById,
    body: z.partial(z.strictObject({ ...termsIn, isOn: z.boolean(), accountIds: AccountIds })),
    reply: PriceRuleWithAccounts,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/price-rules/{id}',
    ...writes,
    summary:
      'Delete an own price rule. Its accounts keep their rates, and those that it paused go on sale again',
    params: ById,
    reply: Success,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/price-rules/preview',
    ...writes,
    summary: 'The rates that a rule would set now, and why. Nothing is saved',
    body: z.strictObject({ ...termsIn, accountIds: AccountIds }),
    reply: z.array(PricePreview),
    unguarded: true,
    perMinute: 60,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/price-rules/{id}/changes',
    ...reads,
    summary: `What an own price rule changed in the last ${PRICE_CHANGE_DAYS} days, newest first`,
    params: ById,
    query: z.object(Paging),
    reply: z.array(PriceChange),
  }),
};

interface RuleTerms {
  readonly floor: number;
  readonly ceiling: number;
  readonly belowCents: number | null;
  readonly baseRate: number | null;
  readonly pausesBelowFloor: boolean;
  readonly stockSteps: readonly { readonly fromRobux: number }[];
  readonly dayTimes: readonly { readonly from: string; readonly to: string }[];
}

/** What is wrong with terms whose fields are right one by one: field → what. `floor`, `ceiling` and `baseRate` in the same unit. */
export function faultsOfTerms(terms: RuleTerms): Record<string, string> {
  const { floor, ceiling, belowCents, baseRate, stockSteps, dayTimes } = terms;
  const faults: Record<string, string> = {};
  if (floor > ceiling) faults.ceiling = t('must not be below the floor');
  if (belowCents === null && baseRate === null)
    faults.baseRate = t('is needed by a rule that does not follow');
  if (belowCents !== null && baseRate !== null) faults.baseRate = t('must be null in a rule that follows');
  if (belowCents === null && terms.pausesBelowFloor)
    faults.pausesBelowFloor = t('needs a rule that follows other sellers');
  if (new Set(stockSteps.map(({ fromRobux }) => fromRobux)).size < stockSteps.length)
    faults.stockSteps = t('must not name an amount twice');
  if (dayTimes.some(({ from, to }) => from === to))
    faults.dayTimes = t('must end at another time than they begin');
  return faults;
}
