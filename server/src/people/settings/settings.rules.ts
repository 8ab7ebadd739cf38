import { MAX_SNAPSHOT_HOURS } from '@sterling/contract/cold-signatures.ts';
import { line } from '@sterling/contract/fields.ts';
import {
  ACTION_LIMITS,
  MAX_ANNOUNCEMENT,
  type NumberSetting,
  SETTING_RANGES,
  type SettingPath,
} from '@sterling/contract/settings.ts';
import * as z from 'zod/mini';

/** The lowest rank that may change a setting. */
type Changer = 'admin' | 'owner';

interface Setting<Value> {
  readonly schema: z.ZodMiniType<Value>;
  readonly changer: Changer;
  /** Default in production. Guards by age, rate or waiting time are on in production and off in a new sandbox. */
  readonly production: Value;
  readonly sandbox: Value;
}

const setting = <Value>(
  schema: z.ZodMiniType<Value>,
  changer: Changer,
  production: Value,
  sandbox = production,
): Setting<Value> => ({
  schema,
  changer,
  production,
  sandbox,
});

const inRange = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));
const number = (path: SettingPath) => {
  const [least, most] = SETTING_RANGES[path];
  return inRange(least, most);
};
/** Null means off. */
const numberOrNull = (path: SettingPath) => z.nullable(number(path));
const tenths = z.number().check(
  z.minimum(SETTING_RANGES['marketplace_fee.percent'][0]),
  z.maximum(SETTING_RANGES['marketplace_fee.percent'][1]),
  z.refine((percent) => percent === Math.round(percent * 10) / 10, 'must be in steps of 0.1'),
);

/** Every setting: schema, rank that may change it, and defaults. */
export const SETTINGS = {
  maintenance_mode: setting(
    z.strictObject({
      enabled: z.boolean(),
      updatedAt: z._default(z.nullable(z.iso.datetime({ offset: true })), () => new Date().toISOString()),
    }),
    'admin',
    { enabled: false, updatedAt: null },
  ),
  action_limit: setting(z.strictObject({ perHour: z.literal(ACTION_LIMITS) }), 'admin', { perHour: 100 }),
  marketplace_fee: setting(z.strictObject({ percent: tenths }), 'admin', { percent: 5 }),
  emergency_shutdown: setting(
    z.strictObject({
      enabled: z.boolean(),
      /** The reason, if the system itself started the stop. */
      reason: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
    }),
    'owner',
    { enabled: false },
  ),
  payout_hold: setting(
    z.strictObject({ days: number('payout_hold.days') }),
    'owner',
    { days: 7 },
    { days: 0 },
  ),
  withdrawal_review: setting(
    z.strictObject({ overUsd: numberOrNull('withdrawal_review.overUsd'), newAddress: z.boolean() }),
    'owner',
    { overUsd: 500, newAddress: true },
    { overUsd: null, newAddress: false },
  ),
  new_address_wait: setting(
    z.strictObject({ hours: number('new_address_wait.hours') }),
    'owner',
    { hours: 24 },
    { hours: 0 },
  ),
  withdrawal_limits: setting(
    z.strictObject({
      perDayUsd: numberOrNull('withdrawal_limits.perDayUsd'),
      allPerDayUsd: numberOrNull('withdrawal_limits.allPerDayUsd'),
    }),
    'owner',
    { perDayUsd: 2_000, allPerDayUsd: 20_000 },
    { perDayUsd: null, allPerDayUsd: null },
  ),
  /** Corrections that make an owner's sum of a day larger need a second member of the staff. */
  correction_approval: setting(
    z.strictObject({ overUsd: numberOrNull('correction_approval.overUsd') }),
    'owner',
    { overUsd: 500 },
    { overUsd: null },
  ),
  factor_reset_wait: setting(z.strictObject({ hours: number('factor_reset_wait.hours') }), 'owner', {
    hours: 72,
  }),
  new_buyer_cap: setting(
    z.strictObject({ usd: numberOrNull('new_buyer_cap.usd') }),
    'owner',
    { usd: 100 },
    { usd: null },
  ),
  account_age: setting(
    z.strictObject({ days: number('account_age.days') }),
    'owner',
    { days: 30 },
    { days: 0 },
  ),
  writes_per_ip: setting(
    z.strictObject({ perMinute: numberOrNull('writes_per_ip.perMinute') }),
    'owner',
    { perMinute: 120 },
    { perMinute: null },
  ),
  chain_guards: setting(
    z.strictObject({ enabled: z.boolean() }),
    'owner',
    { enabled: true },
    { enabled: false },
  ),
  sweep_schedule: setting(
    z.strictObject({ everyHours: numberOrNull('sweep_schedule.everyHours') }),
    'owner',
    { everyHours: 6 },
    { everyHours: null },
  ),
  /** Nothing leaves while the reserves cover a smaller percentage of what is owed. */
  reserve_floor: setting(
    z.strictObject({ percent: numberOrNull('reserve_floor.percent') }),
    'owner',
    { percent: 100 },
    { percent: null },
  ),
  /** Snapshots are taken, and the page is public, only while it is published. */
  proof_of_reserves: setting(
    z.strictObject({ published: z.boolean(), everyHours: inRange(1, MAX_SNAPSHOT_HOURS) }),
    'owner',
    {
      published: false,
      everyHours: 24,
    },
  ),
  manual_deadline: setting(z.strictObject({ minutes: number('manual_deadline.minutes') }), 'owner', {
    minutes: 30,
  }),
  auto_confirm: setting(z.strictObject({ hours: number('auto_confirm.hours') }), 'owner', {
    hours: 72,
  }),
  /** A sentence above every page. It disappears at `until`, or when the owner removes it. */
  announcement: setting(
    z.strictObject({
      text: z.nullable(line(MAX_ANNOUNCEMENT)),
      until: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
    }),
    'owner',
    { text: null },
  ),
  affiliate: setting(z.strictObject({ percent: number('affiliate.percent') }), 'owner', {
    percent: 10,
  }),
} as const satisfies Record<NumberSetting, unknown> & Record<string, unknown>;

export type SettingKey = keyof typeof SETTINGS;
export type Settings = { readonly [Key in SettingKey]: z.output<(typeof SETTINGS)[Key]['schema']> };

export const isSetting = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);
