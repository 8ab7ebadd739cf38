import type { BusinessFlow } from '@sterling/contract/business.ts';
import { cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { changeSince, marginPoints, periodName, revenuePoints, statementOf, stepsOf } from './business.ts';

const flow: BusinessFlow = {
  orders: 3,
  trades: 1,
  robux: 4_500,
  volume: cents(200_00),
  withdrawalFees: cents(400),
  marketplaceFees: cents(150),
  networkFees: cents(50),
  revenue: cents(600),
  networkCosts: cents(20),
  affiliateShares: cents(30),
  latePurchases: cents(700),
  costs: cents(750),
  margin: cents(-150),
  marginShare: -0.75,
  adjustments: cents(0),
};
const business = {
  unit: 'week' as const,
  periods: [{ date: '2026-11-23', ...flow }],
  totals: flow,
  before: null,
};

test('S9.13 a revenue bar has its sources as parts, and its text says all of them', () => {
  expect(revenuePoints(business)).toEqual([
    {
      day: 'Nov 23',
      value: 6,
      parts: [4, 1.5, 0.5],
      text: '$6.00: $4.00 withdrawals, $1.50 marketplace, $0.50 network',
    },
  ]);
  expect(marginPoints(business)).toMatchObject([{ value: -1.5, text: '−$1.50, −0.75% of volume' }]);
  expect(periodName('2026-11-01', 'month')).toBe('Nov 2026');
});

test('S9.13 the lines between revenue and margin add up', () => {
  const lines = statementOf(flow);
  const sum = lines.filter(({ isSum }) => !isSum).reduce((total, { amount }) => total + amount, 0);
  expect(sum).toBe(lines.at(-1)!.amount);
  expect(statementOf({ ...flow, networkCosts: cents(0) })[3]).toEqual({ name: 'Network costs', amount: 0 });
});

test('a change needs a positive figure to compare with', () => {
  expect(changeSince('30d', 80, 100)).toBe('+25.0% vs 30 days before');
  expect(changeSince('13w', 80, 80)).toBeUndefined();
  expect(changeSince('12m', 0, 100)).toBeUndefined();
  expect(changeSince('all', undefined, 100)).toBeUndefined();
});

test('S9.13 each step of the funnel has its share of those who joined', () => {
  const steps = stepsOf({ joined: 8, funded: 4, ordered: 2, completed: 2, repeated: 1 });
  expect(steps.map(({ percent }) => percent)).toEqual([100, 50, 25, 25, 12.5]);
  expect(stepsOf({ joined: 0, funded: 0, ordered: 0, completed: 0, repeated: 0 })[0]!.percent).toBe(0);
});
