import { parseDecimal } from '@sterling/contract/money.ts';
import {
  NEW_FOR_DAYS,
  SETTING_RANGES,
  type SettingKey,
  type SettingPath,
} from '@sterling/contract/settings.ts';
import { t } from '@sterling/contract/texts.ts';
import { plainDecimal } from '../../kit/form/typed-decimal.ts';
import { formatWhole } from '../../kit/format/format.ts';

interface Named {
  /** Key of the setting, and the field of its value. */
  readonly key: SettingKey;
  readonly part: string;
  readonly label: string;
  readonly description: string;
}

/** A whole number. If the setting can be off, an empty field turns it off and `off` is the stored value. */
export interface NumberOwnerSetting extends Named {
  readonly unit: '$' | 'hours' | 'days' | 'minutes' | '%' | '/ min';
  readonly from: number;
  readonly to: number;
  readonly off?: null | 0;
}

/** The units as they stand behind a field. */
export const UNITS: Readonly<Record<NumberOwnerSetting['unit'], string>> = {
  $: '$',
  hours: t('hours'),
  days: t('days'),
  minutes: t('minutes'),
  '%': '%',
  '/ min': t('/ min'),
};

/** What is asked before the switch gets the value `before`. */
export interface SwitchQuestion {
  readonly before: boolean;
  readonly title: string;
  readonly description: string;
  readonly confirmLabel: string;
}

export interface SwitchOwnerSetting extends Named {
  readonly unit: null;
  readonly question?: SwitchQuestion;
}

export type OwnerSetting = NumberOwnerSetting | SwitchOwnerSetting;

const number = (
  path: SettingPath,
  unit: NumberOwnerSetting['unit'],
  label: string,
  description: string,
  { off }: Pick<NumberOwnerSetting, 'off'> = {},
): NumberOwnerSetting => {
  const [key, part] = path.split('.') as [SettingKey, string];
  const [least, to] = SETTING_RANGES[path];
  const range = { from: off === least ? least + 1 : least, to };
  return { key, part, unit, ...range, label, description, ...(off !== undefined && { off }) };
};
const dollars = (path: SettingPath, label: string, description: string) =>
  number(path, '$', label, description, { off: null });

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly OwnerSetting[];
}

const WITHDRAWALS: SettingGroup = {
  title: t('Withdrawals'),
  settings: [
    dollars(
      'withdrawal_review.overUsd',
      t('Review withdrawals over'),
      t('Larger ones need your approval, even in parts within 24 hours.'),
    ),
    {
      key: 'withdrawal_review',
      part: 'newAddress',
      unit: null,
      label: t('Review new addresses'),
      description: t("A user's first withdrawal to an address waits for your decision."),
    },
    number(
      'new_address_wait.hours',
      'hours',
      t('Wait for a new address'),
      t('How long its first withdrawal waits, approved or not.'),
      { off: 0 },
    ),
    dollars(
      'withdrawal_limits.perDayUsd',
      t('Limit per user'),
      t('Maximum a user can withdraw per UTC day.'),
    ),
    dollars(
      'withdrawal_limits.allPerDayUsd',
      t('Total daily limit'),
      t('Maximum all users can withdraw per UTC day.'),
    ),
    number(
      'payout_hold.days',
      'days',
      t('New-seller payout hold'),
      t("How long earnings are held during a seller's first {days} days.", { days: NEW_FOR_DAYS }),
      { off: 0 },
    ),
  ],
};

const NEW_PEOPLE: SettingGroup = {
  title: t('Limits for new users'),
  settings: [
    dollars(
      'new_buyer_cap.usd',
      t('New-buyer spending limit'),
      t('Maximum they can spend per UTC day, for {days} days.', { days: NEW_FOR_DAYS }),
    ),
    number(
      'account_age.days',
      'days',
      t('Minimum Discord account age'),
      t('Newer accounts can browse but not buy.'),
      { off: 0 },
    ),
    number(
      'writes_per_ip.perMinute',
      '/ min',
      t('Changes per IP'),
      t('Maximum changes per minute from one IP address.'),
      { off: null },
    ),
  ],
};

const TRADES: SettingGroup = {
  title: t('Trades and rewards'),
  settings: [
    number(
      'manual_deadline.minutes',
      'minutes',
      t('Manual order deadline'),
      t('How long a seller has to buy the gamepass by hand.'),
    ),
    number(
      'auto_confirm.hours',
      'hours',
      t('Automatic confirmation'),
      t('How long after delivery a trade is confirmed without its buyer.'),
    ),
    number(
      'affiliate.percent',
      '%',
      t('Affiliate share'),
      t('Of the fees that referred people pay in their first year.'),
    ),
  ],
};

const STAFF: SettingGroup = {
  title: t('Staff'),
  settings: [
    dollars(
      'correction_approval.overUsd',
      t('Approve corrections over'),
      t("If an owner's corrections in 24 hours exceed this sum, a second member of the staff must approve."),
    ),
    number(
      'factor_reset_wait.hours',
      'hours',
      t('Wait before a second factor reset'),
      t('How long a user can cancel the reset of their second factor.'),
    ),
  ],
};

const CHAIN: SettingGroup = {
  title: t('Blockchain'),
  settings: [
    {
      key: 'chain_guards',
      part: 'enabled',
      unit: null,
      label: t('Chain safeguards'),
      description: t('Pause deposits and payouts when the node, chain tip or price looks wrong.'),
      question: {
        before: false,
        title: t('Switch the chain safeguards off?'),
        description: t(
          'Deposits are credited and payouts go on although the node, chain tip or price looks wrong.',
        ),
        confirmLabel: t('Switch off'),
      },
    },
    number(
      'reserve_floor.percent',
      '%',
      t('Reserve limit'),
      t('Payouts stop while the reserves cover less than this percentage of what is owed.'),
      { off: null },
    ),
    number(
      'sweep_schedule.everyHours',
      'hours',
      t('Automatic sweep'),
      t('How often settled deposits that are worth their fee go to the hot wallet.'),
      { off: null },
    ),
  ],
};

/** Settings that only the owner can change, grouped by what they protect, in two columns. */
export const OWNER_SETTINGS: readonly (readonly SettingGroup[])[] = [
  [WITHDRAWALS, CHAIN],
  [NEW_PEOPLE, TRADES, STAFF],
];

type Range = Pick<NumberOwnerSetting, 'from' | 'to' | 'off'>;

/** Parses a value of a setting. Returns `off` for an empty text, undefined if the text is not allowed. */
export function settingValueOf(text: string, { from, to, off }: Range): number | null | undefined {
  if (text.trim() === '') return off;
  const value = parseDecimal(plainDecimal(text), 0);
  return value !== null && ((value >= from && value <= to) || value === off) ? value : undefined;
}

/** The allowed values of a setting. */
export const rangeOf = ({ from, to, off }: Range): string =>
  off === undefined
    ? t('{least} to {most}', { least: formatWhole(from), most: formatWhole(to) })
    : t('{least} to {most}, or empty for off', { least: formatWhole(from), most: formatWhole(to) });

const MAX_TENTHS = SETTING_RANGES['marketplace_fee.percent'][1] * 10;

/** Parses a fee in percent, in steps of 0.1. Undefined if the text is not a valid fee. */
export function feePercentOf(text: string): number | undefined {
  const tenths = parseDecimal(plainDecimal(text), 1);
  return tenths === null || tenths < 0 || tenths > MAX_TENTHS ? undefined : tenths / 10;
}
