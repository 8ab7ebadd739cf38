import { cents, litoshi, ltcPrice, rate } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import {
  changeText,
  displayName,
  dollarSign,
  formatAxisRate,
  formatLtc,
  formatPercent,
  formatPrice,
  formatRate,
  formatRatio,
  formatRobux,
  formatShare,
  formatShort,
  formatShortUsd,
  formatTenths,
  formatTrimmedUsd,
  formatUsd,
  formatWhole,
  initialsOf,
} from './format.ts';
import {
  dayOf,
  formatClock,
  formatDate,
  formatDay,
  formatHour,
  formatMoment,
  formatMonth,
  formatSecond,
  formatTime,
  formatWeekday,
  isSameDay,
} from './format-time.ts';
import { inLanguage } from './language.test-kit.ts';

test.each([
  [cents(123_450), '$1,234.50'],
  [cents(105), '$1.05'],
  [cents(0), '$0.00'],
  [cents(-1230), '−$12.30'],
  [null, '$0.00'],
  [undefined, '$0.00'],
])('S8.04 %j cents read %s', (given, shown) => {
  expect(formatUsd(given)).toBe(shown);
});

test('S8.04 rates and prices read as dollars', () => {
  expect(formatRate(rate(315))).toBe('$3.15');
  expect(formatAxisRate(3.15)).toBe('$3.15');
  expect(formatPrice(ltcPrice(123_450))).toBe('$1,234.50');
});

test('S8.04 LTC has eight decimals', () => {
  expect(formatLtc(litoshi(1))).toBe('0.00000001 LTC');
  expect(formatLtc(litoshi(123_456_789_012))).toBe('1,234.56789012 LTC');
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.0K'],
  [12_500, '12.5K'],
  [999_949, '999.9K'],
  [999_950, '1.0M'],
  [1_000_000, '1.0M'],
  [2_340_000, '2.3M'],
])('S8.04 %j Robux read %s', (given, shown) => {
  expect(formatShort(given)).toBe(shown);
  expect(formatRobux(given)).toBe(`${shown} R$`);
});

test('S8.04 whole numbers have thousands separators', () => {
  expect(formatWhole(1_284_500)).toBe('1,284,500');
});

test('S8.04 a time reads MMM d, h:mm a, with the year in other years, and a missing time is empty', () => {
  const year = new Date().getFullYear();
  expect(formatTime(new Date(year, 2, 4, 17, 7))).toBe('Mar 4, 5:07 PM');
  expect(formatTime(new Date(2024, 2, 4, 17, 7))).toBe('Mar 4, 2024, 5:07 PM');
  expect(formatTime(null)).toBe('');
  expect(formatTime(new Date(Number.NaN))).toBe('');
});

test('S1.14 a username loses its # suffix, and its first two letters replace a missing avatar', () => {
  expect(displayName('nova#1234')).toBe('nova');
  expect(displayName('nova')).toBe('nova');
  expect(initialsOf('nova#1234')).toBe('NO');
  expect(initialsOf('x#1')).toBe('X');
});

test.each([
  [99.94, '99.9%'],
  [999.9, '999.9%'],
  [2383.9, '23×'],
] as const)('a ratio of %d percent reads %s', (percent, text) => {
  expect(formatRatio(percent)).toBe(text);
});

test('a part of a percent is rounded as in the figures of the server', () => {
  expect(formatPercent(0.15, 1)).toBe('0.1%');
  expect(formatPercent(-3, 1)).toBe('−3.0%');
  expect(formatPercent(1234.5, 1)).toBe('1,234.5%');
  expect(formatPercent(12.5, 2)).toBe('12.50%');
  expect(formatPercent(66.6, 0)).toBe('67%');
  expect([5, 5.5].map(formatShare)).toEqual(['5%', '5.5%']);
  expect(formatTenths(4.75)).toBe('4.8');
});

test('S2.02 the change against last week has a sign and one decimal, and is hidden when it is zero', () => {
  expect(changeText(12.5)).toBe('+12.5%');
  expect(changeText(-3)).toBe('−3.0%');
  expect(changeText(1200.04)).toBe('+1,200.0%');
  expect(changeText(0)).toBeNull();
});

test('dollars have cents only where there are any, and are short on an axis', () => {
  expect([1000, 2499].map((amount) => formatTrimmedUsd(cents(amount)))).toEqual(['$10', '$24.99']);
  expect([0, 950, -12_500, 2_340_000].map(formatShortUsd)).toEqual(['$0', '$950', '−$12.5K', '$2.3M']);
});

test('times and dates have the parts that their place needs', () => {
  const at = new Date(2024, 8, 4, 17, 7, 9);
  expect(formatDay(at)).toBe('Sep 4, 2024');
  expect(formatMoment(at)).toBe('Sep 4, 2024, 5:07:09 PM');
  expect(formatClock(at)).toBe('5:07 PM');
  expect(formatSecond(at)).toBe('5:07:09 PM');
  expect(formatClock(new Date(2024, 8, 4, 0, 7))).toBe('12:07 AM');
  expect(formatHour(at)).toBe('5 PM');
  expect(formatWeekday(at)).toBe('Wednesday');
  expect(formatDate('2024-09-04')).toBe('Sep 4');
  expect(
    (['monthName', 'month', 'monthOfYear'] as const).map((shape) => formatMonth('2024-09', shape)),
  ).toEqual(['September', 'Sep', 'Sep 2024']);
  expect(dayOf(at)).toBe('2024-09-04');
  expect(formatDate(dayOf(new Date()))).toBe(formatDay(new Date()).replace(/, \d+$/, ''));
  expect(dayOf(new Date(2024, 8, 4, 23, 59))).toBe('2024-09-04');
  expect(isSameDay(at, new Date(2024, 8, 4))).toBe(true);
  expect(isSameDay(at, new Date(2024, 8, 3, 23, 59))).toBe(false);
});

/** Intl keeps a figure and its unit together with spaces that do not break. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  [
    'es',
    [
      '1.234,50 US$',
      '10 US$',
      'US$',
      '1.234,56789012 LTC',
      '1.284',
      '12,5 mil R$',
      '12,5 mil US$',
      '5,5 %',
      '4,8',
    ],
  ],
  [
    'pt-BR',
    [
      'US$ 1.234,50',
      'US$ 10',
      'US$',
      '1.234,56789012 LTC',
      '1.284',
      '12,5 mil R$',
      'US$ 12,5 mil',
      '5,5%',
      '4,8',
    ],
  ],
] as const)('in %s, figures read %j', (language, shown) => {
  inLanguage(language);
  const figures = [
    formatUsd(cents(123_450)),
    formatTrimmedUsd(cents(1000)),
    dollarSign(),
    formatLtc(litoshi(123_456_789_012)),
    formatWhole(1284),
    formatRobux(12_500),
    formatShortUsd(12_500),
    formatShare(5.5),
    formatTenths(4.75),
  ];
  expect(figures.map(plain)).toEqual(shown);
});

test.each([
  ['es', ['4 sept 2024, 17:07', '17:07:09', '17:00', 'miércoles', '4 sept', 'septiembre']],
  ['pt-BR', ['4 de set. de 2024, 17:07', '17:07:09', '17:00', 'quarta-feira', '4 de set.', 'setembro']],
] as const)('in %s, times read %j', (language, shown) => {
  inLanguage(language);
  const at = new Date(2024, 8, 4, 17, 7, 9);
  const times = [
    formatTime(at),
    formatSecond(at),
    formatHour(new Date(2024, 8, 4, 17)),
    formatWeekday(at),
    formatDate('2024-09-04'),
    formatMonth('2024-09', 'monthName'),
  ];
  expect(times.map(plain)).toEqual(shown);
});
