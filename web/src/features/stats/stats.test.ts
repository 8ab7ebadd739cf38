import { cents, rate } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { depthOf, ratePoints, volumePoints } from './stats.ts';

const quiet = { date: '2026-11-20', robux: 0, volume: cents(0), orders: 0, averageRate: null };
const busy = { date: '2026-11-21', robux: 12_500, volume: cents(3940), orders: 1, averageRate: rate(315) };

test('S8.06 a day without trades has no rate and no volume', () => {
  expect(ratePoints([quiet, busy])).toEqual([
    { day: 'Nov 20', value: null, text: 'No trades' },
    { day: 'Nov 21', value: 3.15, text: '$3.15 per 1K, 12,500 R$' },
  ]);
  expect(volumePoints([quiet, busy]).map(({ value, text }) => [value, text])).toEqual([
    [0, '$0.00, 0 orders'],
    [39.4, '$39.40, 1 order'],
  ]);
});

test('S8.06 the depth is cumulative from the cheapest rate', () => {
  const row = { largestOrder: 0, instant: 0 };
  const market = [
    { ratePerThousand: rate(200), accountCount: 1, totalRobux: 1_000, ...row },
    { ratePerThousand: rate(315), accountCount: 2, totalRobux: 500, ...row },
  ];
  expect(depthOf(market).map(({ upTo }) => upTo)).toEqual([1_000, 1_500]);
  expect(depthOf([])).toEqual([]);
});
