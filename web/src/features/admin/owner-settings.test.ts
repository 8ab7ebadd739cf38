import { SETTING_RANGES } from '@sterling/contract/settings.ts';
import { expect, test } from 'vitest';
import {
  feePercentOf,
  type NumberOwnerSetting,
  OWNER_SETTINGS,
  rangeOf,
  settingValueOf,
} from './owner-settings.ts';

const numbers = OWNER_SETTINGS.flat()
  .flatMap(({ settings }) => settings)
  .filter((setting): setting is NumberOwnerSetting => setting.unit !== null);
const named = (key: string) => numbers.find((setting) => setting.key === key)!;

test.each([
  ['withdrawal_review', '500', 500],
  ['withdrawal_review', ' 500 ', 500],
  ['withdrawal_review', '', null],
  ['withdrawal_review', '0', undefined],
  ['payout_hold', '0', 0],
  ['payout_hold', '', 0],
  ['manual_deadline', '', undefined],
  ['payout_hold', '366', undefined],
  ['payout_hold', '1.5', undefined],
  ['payout_hold', '-1', undefined],
  ['payout_hold', '1e2', undefined],
  ['manual_deadline', '1440', 1440],
  ['reserve_floor', '100', 100],
  ['reserve_floor', '', null],
  ['reserve_floor', '1001', undefined],
])('%s set to "%s" is %s', (key, text, value) => {
  expect(settingValueOf(text, named(key))).toBe(value);
});

test('every number of a setting has a field in the panel', () => {
  // the fee has a card of its own
  const elsewhere = ['marketplace_fee.percent', 'proof_of_reserves.everyHours'];
  const shown = numbers.map(({ key, part }) => `${key}.${part}`);
  expect([...shown, ...elsewhere].sort()).toEqual(Object.keys(SETTING_RANGES).sort());
});

test('a setting that can be off says so in its range', () => {
  expect(rangeOf(named('withdrawal_review'))).toBe('1 to 100,000,000, or empty for off');
  expect(rangeOf(named('payout_hold'))).toBe('1 to 365, or empty for off');
  expect(rangeOf(named('auto_confirm'))).toBe('1 to 720');
});

test.each([
  ['0', 0],
  ['5', 5],
  ['5.1', 5.1],
  ['10', 10],
  ['10.0', 10],
  ['10.1', undefined],
  ['5.15', undefined],
  ['-0.1', undefined],
  ['', undefined],
  ['five', undefined],
])('S7.07 a fee of %o is %o percent', (text, percent) => {
  expect(feePercentOf(text)).toBe(percent);
});
