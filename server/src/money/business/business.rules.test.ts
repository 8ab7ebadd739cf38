import { expect, test } from 'vitest';
import { type BusinessDay, businessOf, spanOf } from './business.rules.ts';

const day = (date: string, given: Partial<BusinessDay> = {}): BusinessDay => ({
  day: date,
  orders: 0,
  trades: 0,
  robux: 0,
  volume: 0,
  withdrawalFees: 0,
  marketplaceFees: 0,
  networkFees: 0,
  networkCosts: 0,
  affiliateShares: 0,
  latePurchases: 0,
  adjustments: 0,
  ...given,
});

test('S9.13 a range ends today, and the time before it ends on the same day one range earlier', () => {
  // a Tuesday
  expect(spanOf('30d', '2026-11-24', null)).toEqual({
    unit: 'day',
    from: '2026-10-26',
    until: '2026-11-25',
    before: { from: '2026-09-26', until: '2026-10-26' },
  });
  expect(spanOf('13w', '2026-11-24', null)).toEqual({
    unit: 'week',
    from: '2026-08-31',
    until: '2026-11-25',
    before: { from: '2026-06-01', until: '2026-08-26' },
  });
  expect(spanOf('12m', '2026-11-24', null)).toEqual({
    unit: 'month',
    from: '2025-12-01',
    until: '2026-11-25',
    before: { from: '2024-12-01', until: '2025-11-25' },
  });
  expect(spanOf('all', '2026-11-24', '2024-02-10')).toEqual({
    unit: 'month',
    from: '2024-02-01',
    until: '2026-11-25',
    before: null,
  });
  expect(spanOf('all', '2026-11-24', null).from).toBe('2026-11-01');
});

test('a leap day and a Sunday stay in their periods', () => {
  expect(spanOf('12m', '2028-02-29', null).before).toEqual({ from: '2026-03-01', until: '2027-03-01' });
  expect(spanOf('13w', '2026-11-29', null)).toMatchObject({ from: '2026-08-31', until: '2026-11-30' });
});

test('S9.13 a day ends with itself, and the next is no period', () => {
  const { periods } = businessOf(spanOf('30d', '2026-11-24', null), []);
  expect([periods.length, periods.at(-1)!.date]).toEqual([30, '2026-11-24']);
});

test('S9.13 periods and totals are sums of their days, and empty periods are there', () => {
  const span = spanOf('13w', '2026-11-24', null);
  const figures = businessOf(span, [
    day('2026-06-01', { volume: 4_000, withdrawalFees: 10 }),
    // neither in the range nor in the time before it
    ...['2026-05-31', '2026-08-26', '2026-08-30', '2026-11-25'].map((date) => day(date, { volume: 99_900 })),
    day('2026-08-31', { orders: 1 }),
    day('2026-11-16', { orders: 2, robux: 700, volume: 10_000, marketplaceFees: 30, networkCosts: 45 }),
    day('2026-11-22', {
      trades: 1,
      volume: 20_000,
      withdrawalFees: 200,
      networkFees: 20,
      affiliateShares: 5,
    }),
    day('2026-11-24', { volume: 1, latePurchases: 7, adjustments: -12 }),
  ]);
  expect(figures.periods).toHaveLength(13);
  expect(figures.periods[0]).toMatchObject({ date: '2026-08-31', orders: 1, volume: 0, marginShare: null });
  expect(figures.periods.at(-2)).toMatchObject({
    ...{
      date: '2026-11-16',
      orders: 2,
      trades: 1,
      robux: 700,
      volume: 30_000,
      revenue: 250,
      costs: 50,
      margin: 200,
    },
    marginShare: 0.67,
  });
  expect(figures.totals).toMatchObject({ volume: 30_001, margin: 193, adjustments: -12 });
  expect(figures.before).toMatchObject({ volume: 4_000, revenue: 10 });
});
