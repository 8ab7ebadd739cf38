import { cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { averageRate, changeText, revenuePoints, robuxOf, robuxPoints } from './week-card.tsx';

test('S2.02 the change against last week has a sign and one decimal, and is hidden when it is zero', () => {
  expect(changeText(12.5)).toBe('+12.5%');
  expect(changeText(-3)).toBe('-3.0%');
  expect(changeText(1200.04)).toBe('+1200.0%');
  expect(changeText(0)).toBeNull();
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
  ).toEqual([{ day: 'Mon', value: 1234.5, text: '$1,234.50, 1 sale', earlier: 80 }]);
});

test('S2.01 the week sums its days, and the average rate is the price of 1,000 Robux to the cent', () => {
  const days = [12_500, 0, 700].map((robux) => ({ day: 'Mon', date: '2026-11-16', robux }) as const);
  expect(robuxOf({ days })).toBe(13_200);
  expect(averageRate({ totalSpent: cents(2392), totalRobux: 6_833 })).toBe('Average $3.50 per 1K');
  expect(averageRate({ totalSpent: cents(0), totalRobux: 0 })).toBeUndefined();
});
