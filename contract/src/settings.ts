import * as z from 'zod/mini';
import { line } from './fields.ts';
import { t } from './texts.ts';

const MAX_DOLLARS = 100_000_000;
const A_MONTH_IN_HOURS = 720;

/** The smallest and the largest number of a setting's field: whole dollars, units of time, percent, or requests. */
export const SETTING_RANGES = {
  'withdrawal_review.overUsd': [1, MAX_DOLLARS],
  'new_address_wait.hours': [0, A_MONTH_IN_HOURS],
  'withdrawal_limits.perDayUsd': [1, MAX_DOLLARS],
  'withdrawal_limits.allPerDayUsd': [1, MAX_DOLLARS],
  'payout_hold.days': [0, 365],
  'correction_approval.overUsd': [1, MAX_DOLLARS],
  'factor_reset_wait.hours': [0, A_MONTH_IN_HOURS],
  'new_buyer_cap.usd': [1, MAX_DOLLARS],
  'account_age.days': [0, 3_650],
  'writes_per_ip.perMinute': [1, 100_000],
  'sweep_schedule.everyHours': [1, A_MONTH_IN_HOURS],
  'reserve_floor.percent': [1, 1_000],
  'proof_of_reserves.everyHours': [1, A_MONTH_IN_HOURS],
  'manual_deadline.minutes': [1, 1_440],
  'auto_confirm.hours': [1, A_MONTH_IN_HOURS],
  'affiliate.percent': [0, 100],
  'marketplace_fee.percent': [0, 10],
} as const satisfies Record<string, readonly [least: number, most: number]>;

/** A buyer or seller is new in the first days after their first trade. */
export const NEW_FOR_DAYS = 30;

/** A number of a setting: its key and its field. */
export type SettingPath = keyof typeof SETTING_RANGES;
type KeyOf<Path> = Path extends `${infer Key}.${string}` ? Key : never;
/** A setting with a number. */
export type NumberSetting = KeyOf<SettingPath>;

export const ACTION_LIMITS = [100, 200, 500] as const;

/** In characters. */
export const MAX_ANNOUNCEMENT = 300;

const inRange = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const number = (path: SettingPath) => {
  const [least, most] = SETTING_RANGES[path];
  return inRange(least, most);
};
/** Null means off. */
const numberOrNull = (path: SettingPath) => z.nullable(number(path));
const [LEAST_FEE, MOST_FEE] = SETTING_RANGES['marketplace_fee.percent'];
const tenths = z.number().check(
  z.minimum(LEAST_FEE),
  z.maximum(MOST_FEE),
  z.refine((percent) => percent === Math.round(percent * 10) / 10, t('must be in steps of 0.1')),
);
const TimeText = z.iso.datetime({ offset: true });

/** The value of every setting, by its key. */
export const SETTING_VALUES = {
  maintenance_mode: z.strictObject({
    enabled: z.boolean(),
    updatedAt: z._default(z.nullable(TimeText), () => new Date().toISOString()),
  }),
  action_limit: z.strictObject({ perHour: z.literal(ACTION_LIMITS) }),
  marketplace_fee: z.strictObject({ percent: tenths }),
  emergency_shutdown: z.strictObject({
    enabled: z.boolean(),
    /** The reason, if the system itself started the stop. */
    reason: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  }),
  payout_hold: z.strictObject({ days: number('payout_hold.days') }),
  withdrawal_review: z.strictObject({
    overUsd: numberOrNull('withdrawal_review.overUsd'),
    newAddress: z.boolean(),
  }),
  new_address_wait: z.strictObject({ hours: number('new_address_wait.hours') }),
  withdrawal_limits: z.strictObject({
    perDayUsd: numberOrNull('withdrawal_limits.perDayUsd'),
    allPerDayUsd: numberOrNull('withdrawal_limits.allPerDayUsd'),
  }),
  /** Corrections that make the owner's sum of the last 24 hours larger need a second member of the staff. */
  correction_approval: z.strictObject({ overUsd: numberOrNull('correction_approval.overUsd') }),
  factor_reset_wait: z.strictObject({ hours: number('factor_reset_wait.hours') }),
  new_buyer_cap: z.strictObject({ usd: numberOrNull('new_buyer_cap.usd') }),
  account_age: z.strictObject({ days: number('account_age.days') }),
  writes_per_ip: z.strictObject({ perMinute: numberOrNull('writes_per_ip.perMinute') }),
  chain_guards: z.strictObject({ enabled: z.boolean() }),
  sweep_schedule: z.strictObject({ everyHours: numberOrNull('sweep_schedule.everyHours') }),
  /** Nothing leaves while the reserves cover a smaller percentage of what is owed. */
  reserve_floor: z.strictObject({ percent: numberOrNull('reserve_floor.percent') }),
  /** Snapshots are taken, and the page is public, only while it is published. */
  proof_of_reserves: z.strictObject({
    published: z.boolean(),
    everyHours: number('proof_of_reserves.everyHours'),
  }),
  manual_deadline: z.strictObject({ minutes: number('manual_deadline.minutes') }),
  auto_confirm: z.strictObject({ hours: number('auto_confirm.hours') }),
  /** A sentence above every page. It disappears at `until`, or when the owner removes it. */
  announcement: z.strictObject({
    text: z.nullable(line(MAX_ANNOUNCEMENT)),
    until: z.optional(z.nullable(TimeText)),
  }),
  affiliate: z.strictObject({ percent: number('affiliate.percent') }),
} as const satisfies Record<NumberSetting, unknown> & Record<string, unknown>;

export type SettingKey = keyof typeof SETTING_VALUES;
/** The values as they are stored and sent. Times are ISO 8601. */
export type Settings = { readonly [Key in SettingKey]: z.output<(typeof SETTING_VALUES)[Key]> };
