import { SETTING_VALUES, type SettingKey, type Settings } from '@sterling/contract/settings.ts';

/** The lowest rank that may change a setting. */
type Rank = 'admin' | 'owner';

interface Setting<Value> {
  readonly changeableBy: Rank;
  /** Default in production. Most guards by age, rate or waiting time are on there, and off in a new sandbox. */
  readonly production: Value;
  readonly sandbox: Value;
}

const setting = <Value>(changeableBy: Rank, production: Value, sandbox = production): Setting<Value> => ({
  changeableBy,
  production,
  sandbox,
});

/** The rank that may change each setting, and its defaults. */
export const SETTINGS: { readonly [Key in SettingKey]: Setting<Settings[Key]> } = {
  maintenance_mode: setting('admin', { enabled: false, updatedAt: null }),
  action_limit: setting('admin', { perHour: 100 }),
  marketplace_fee: setting('admin', { percent: 5 }),
  emergency_shutdown: setting('owner', { enabled: false }),
  payout_hold: setting('owner', { days: 7 }, { days: 0 }),
  withdrawal_review: setting(
    'owner',
    { overUsd: 500, newAddress: true },
    { overUsd: null, newAddress: false },
  ),
  new_address_wait: setting('owner', { hours: 24 }, { hours: 0 }),
  withdrawal_limits: setting(
    'owner',
    { perDayUsd: 2_000, allPerDayUsd: 20_000 },
    { perDayUsd: null, allPerDayUsd: null },
  ),
  correction_approval: setting('owner', { overUsd: 500 }, { overUsd: null }),
  factor_reset_wait: setting('owner', { hours: 72 }),
  new_buyer_cap: setting('owner', { usd: 100 }, { usd: null }),
  account_age: setting('owner', { days: 30 }, { days: 0 }),
  writes_per_ip: setting('owner', { perMinute: 120 }, { perMinute: null }),
  chain_guards: setting('owner', { enabled: true }, { enabled: false }),
  sweep_schedule: setting('owner', { everyHours: 6 }, { everyHours: null }),
  reserve_floor: setting('owner', { percent: 100 }, { percent: null }),
  proof_of_reserves: setting('owner', { published: false, everyHours: 24 }),
  manual_deadline: setting('owner', { minutes: 30 }),
  auto_confirm: setting('owner', { hours: 72 }),
  announcement: setting('owner', { text: null }),
  affiliate: setting('owner', { percent: 10 }),
};

export const isSetting = (key: string): key is SettingKey => Object.hasOwn(SETTING_VALUES, key);
