import { cents, rate } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import {
  averageText,
  depthOf,
  ratePoints,
  revenuePoints,
  robuxOf,
  robuxPoints,
  volumePoints,
} from './stats.ts';

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
  const row = { largestOrder: 0, instant: 0, inParts: 0 };
  const market = [
    { ratePerThousand: rate(200), accountCount: 1, sellerCount: 1, totalRobux: 1_000, ...row },
    { ratePerThousand: rate(315), accountCount: 2, sellerCount: 1, totalRobux: 500, ...row },
  ];
  expect(depthOf(market).map(({ upTo }) => upTo)).toEqual([1_000, 1_500]);
  expect(depthOf([])).toEqual([]);
});

test('S2.02 S2.05 each day shows its full figure, and future days have none', () => {
  const monday = { day: 'Mon', date: '2026-11-16' } as const;
  const tuesday = { day: 'Tue', date: '2026-11-17' } as const;
  const bought = {
    lastWeek: [0, 0],
    days: [
      { ...monday, robux: 12_500 },
      { ...tuesday, robux: 0 },
    ],
  };
  expect(robuxPoints(bought, '2026-11-16')).toEqual([
    { day: 'Mon', value: 12_500, text: '12,500 R$' },
    { day: 'Tue', value: null, text: '0 R$' },
  ]);
  expect(robuxPoints(bought, '2026-11-17')[1]?.value).toBe(0);
  expect(
    revenuePoints(
      { days: [{ ...monday, revenue: cents(123_450), sales: 1 }], lastWeek: [cents(8000)] },
      '2026-11-16',
    ),
  ).toEqual([
    { day: 'Mon', value: 1234.5, text: '$1,234.50, 1 sale', earlier: { value: 80, text: '$80.00' } },
  ]);
});

test('S2.01 the week sums its days, and the average rate is the price of 1,000 Robux to the cent', () => {
  const days = [12_500, 0, 700].map((robux) => ({ day: 'Mon', date: '2026-11-16', robux }) as const);
  expect(robuxOf({ days })).toBe(13_200);
  expect(averageText({ totalSpent: cents(2392), totalRobux: 6_833 })).toBe('Average $3.50 per 1K');
  expect(averageText({ totalSpent: cents(0), totalRobux: 0 })).toBeUndefined();
});
