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
