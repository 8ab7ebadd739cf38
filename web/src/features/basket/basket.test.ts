import type { AggregatedRate } from '@sterling/contract/market.ts';
import { type Rate, rate, robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { type BasketItem, bodyOf, isFillable, linesOf, sumOf } from './basket.ts';

const row = (ratePerThousand: Rate, largestOrder: number, more?: Partial<AggregatedRate>): AggregatedRate =>
  ({
    ratePerThousand,
    largestOrder,
    totalRobux: largestOrder,
    accountCount: 1,
    sellerCount: 1,
    instant: largestOrder,
    inParts: 1,
    ...more,
  }) as AggregatedRate;

const item = (id: string, amount: number, ratePerThousand: Rate | null): BasketItem => ({
  id,
  amount: robux(amount),
  ratePerThousand,
  url: `https://www.roblox.com/game-pass/${id}`,
  passName: 'VIP',
});

test('S9.11 each item is priced at its chosen rate, or at the best rate that can fill it', () => {
  const market = [row(rate(250), 500), row(rate(300), 5_000), row(rate(400), 9_000)];
  const lines = linesOf(
    [item('1', 400, null), item('2', 1_000, null), item('3', 1_000, rate(400)), item('4', 600, rate(250))],
    market,
  );
  expect(lines.map(({ ratePerThousand, total }) => [ratePerThousand, total])).toEqual([
    [250, 100],
    [300, 300],
    [400, 400],
    // the chosen rate can no longer fill it
    [null, null],
  ]);
  const fillable = lines.filter(isFillable);
  expect(sumOf(fillable)).toBe(800);
  expect(bodyOf(fillable).items.map(({ ratePerThousand }) => ratePerThousand)).toEqual([
    '2.50',
    '3.00',
    '4.00',
  ]);
});

test('an item is bought by hand if no automatic account has enough, or no longer has after the items before', () => {
  const market = [row(rate(250), 5_000, { accountCount: 2, instant: 2_000 }), row(rate(300), 9_000)];
  const byHand = (...amounts: number[]) =>
    linesOf(
      amounts.map((amount, index) => item(String(index), amount, null)),
      market,
    ).map((line) => line.isByHand);
  expect(byHand(2_000)).toEqual([false]);
  expect(byHand(2_001)).toEqual([true]);
  expect(byHand(6_000)).toEqual([false]);
  expect(byHand(4_000, 1_001)).toEqual([true, false]);
});

test('an item leaves less stock for the items after it', () => {
  const items = ['1', '2', '3'].map((id) => item(id, 2_000, null));
  const lines = linesOf(items, [row(rate(250), 3_000), row(rate(300), 2_500)]);
  expect(lines.map(({ ratePerThousand }) => ratePerThousand)).toEqual([250, 300, null]);
});
