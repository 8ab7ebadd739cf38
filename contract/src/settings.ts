const MAX_DOLLARS = 100_000_000;
const A_MONTH_IN_HOURS = 720;

/** The largest number that a field of a setting can have: whole dollars, units of time, percent, or requests. */
export const MAX_IN_SETTING = {
  'withdrawal_review.overUsd': MAX_DOLLARS,
  'new_address_wait.hours': A_MONTH_IN_HOURS,
  'withdrawal_limits.perDayUsd': MAX_DOLLARS,
  'withdrawal_limits.allPerDayUsd': MAX_DOLLARS,
  'payout_hold.days': 365,
  'correction_approval.overUsd': MAX_DOLLARS,
  'factor_reset_wait.hours': A_MONTH_IN_HOURS,
  'new_buyer_cap.usd': MAX_DOLLARS,
  'account_age.days': 3_650,
  'writes_per_ip.perMinute': 100_000,
  'sweep_schedule.everyHours': A_MONTH_IN_HOURS,
  'reserve_floor.percent': 1_000,
  'manual_deadline.minutes': 1_440,
  'auto_confirm.hours': A_MONTH_IN_HOURS,
  'affiliate.percent': 100,
  'marketplace_fee.percent': 10,
} as const;

/** A buyer or seller is new in the first days after their first trade. */
export const NEW_FOR_DAYS = 30;

/** A number of a setting: its key and its field. */
export type SettingPath = keyof typeof MAX_IN_SETTING;
type KeyOf<Path> = Path extends `${infer Key}.${string}` ? Key : never;
/** A setting with a number. */
export type NumberSetting = KeyOf<SettingPath>;

export const ACTION_LIMITS = [100, 200, 500] as const;

/** In characters. */
export const MAX_ANNOUNCEMENT = 300;
