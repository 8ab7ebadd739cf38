import { robux } from '@sterling/contract/money.ts';
import { estimateText } from '@sterling/contract/pre-orders.ts';
import { expect, test } from 'vitest';
import { inLanguage } from '../../platform/language.ts';
import { estimateMinutes, passFound } from './pre-orders.rules.ts';

test.each([
  [1, 1_000_000, 'about 1 minute'],
  [500, 24_000, 'about 30 minutes'],
  [501, 24_000, 'about 31 minutes'],
  [1_000, 24_000, 'about 1 hour'],
  [1_600, 24_000, 'about 2 hours'],
  [47_000, 24_000, 'about 47 hours'],
  [48_000, 24_000, 'about 2 days'],
  [60_000, 24_000, 'about 3 days'],
  [24_000 * 14, 24_000, 'about 14 days'],
  [24_000 * 15, 24_000, 'more than two weeks'],
  [1_000, 0, null],
])('S4.15 %i Robux ahead of a buyer, of which %i are served in a day, take %s', (ahead, served, text) => {
  const minutes = estimateMinutes(ahead, served);
  expect(minutes && estimateText(minutes)).toBe(text);
});

test('a pre-ordered pass is right only on sale at its price, missing while there is none, and gone once it is another pass', () => {
  const ordered = { robuxAmount: 500, productId: '7', creatorType: 'User', creatorTargetId: '5' };
  const seen = { ...ordered, isForSale: true, priceRobux: robux(500) };
  expect(passFound(ordered, seen)).toBe('right');
  expect(passFound(ordered, { ...seen, isForSale: false })).toBe('wrong');
  expect(passFound(ordered, { ...seen, priceRobux: robux(499) })).toBe('wrong');
  expect(passFound(ordered, { ...seen, creatorTargetId: '6' })).toBe('gone');
  expect(passFound(ordered, null)).toBe('missing');
});

test('S4.15 a page shows the expected time in its language', () => {
  const times = () => [1, 60, 2_880, 30_000].map(estimateText);
  expect(inLanguage('es', times)).toEqual([
    'aproximadamente 1 minuto',
    'aproximadamente 1 hora',
    'aproximadamente 2 días',
    'más de dos semanas',
  ]);
});
