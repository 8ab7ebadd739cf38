import { cents, orderTotal, type Rate, type Robux, rate, robux } from '@sterling/contract/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planParts, pricesOfParts } from './split.rules.ts';

const at = (rateCents: number, ...amounts: number[]) =>
  amounts.map((amount) => ({ rateCents: rate(rateCents), robux: robux(amount) }));
const plan = (amount: number, ...stock: ReturnType<typeof at>[]) =>
  planParts(robux(amount), stock.flat())?.map((part) => [part.stock.rateCents, part.robuxAmount]) ?? null;

test('S4.11 split: the plan uses the cheapest single rate that can fill the order, and as few accounts as possible', () => {
  expect(plan(1_000, at(300, 600, 700), at(200, 500, 499))).toEqual([
    [300, 700],
    [300, 300],
  ]);
  expect(plan(1_000, at(300, 600, 700), at(200, 200, 500, 300, 100))).toEqual([
    [200, 500],
    [200, 300],
    [200, 200],
  ]);
  expect(plan(1_000, at(300, 500), at(200, 500))).toBeNull();
});

test('rare day 11: parts go to the accounts whose turn it is, without more parts than necessary', () => {
  // the longest unused account comes first
  expect(plan(1_000, at(300, 200, 500, 900))).toEqual([
    [300, 900],
    [300, 100],
  ]);
  const inTurn = planParts(robux(1_000), at(300, 200, 500, 900, 850))!.map(({ stock }) => stock.robux);
  expect(inTurn).toEqual([900, 200]);
  const equal = at(300, 600, 600, 600, 600);
  expect(planParts(robux(1_000), equal)!.map(({ stock }) => equal.indexOf(stock))).toEqual([0, 1]);
});

test('S4.11 split: no part is smaller than the minimum order', () => {
  expect(plan(1_000, at(300, 950, 300))).toEqual([
    [300, 900],
    [300, 100],
  ]);
  expect(plan(200, at(300, 100, 100))).toEqual([
    [300, 100],
    [300, 100],
  ]);
  expect(plan(150, at(300, 120, 120))).toBeNull();
  expect(plan(250, at(300, 99, 99, 99, 99))).toBeNull();
});

const stock = fc.array(
  fc.record({
    rateCents: fc.integer({ min: 100, max: 104 }).map((one) => one as Rate),
    robux: fc.integer({ min: 1, max: 2_000 }).map((one) => one as Robux),
  }),
  { maxLength: 12 },
);

test('S4.11 split: parts add up, fit their accounts, have one rate, and use each account once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 10_000 }), stock, (amount, all) => {
      const parts = planParts(robux(amount), all);
      if (!parts) return;
      expect(parts.reduce((sum, part) => sum + part.robuxAmount, 0)).toBe(amount);
      expect(new Set(parts.map((part) => part.stock.rateCents)).size).toBe(1);
      expect(new Set(parts.map((part) => part.stock)).size).toBe(parts.length);
      for (const part of parts) {
        expect(part.robuxAmount).toBeGreaterThanOrEqual(100);
        expect(part.robuxAmount).toBeLessThanOrEqual(part.stock.robux);
      }
    }),
  );
});

test('S4.11 split: the bought parts together cost as much as a single order of their size', () => {
  const amounts = fc.array(fc.integer({ min: 100, max: 9_999 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 100, max: 600 }), fc.nat({ max: 7 }), (all, rateCents, done) => {
      const parts = all.map(robux);
      const prices = pricesOfParts(parts, rate(rateCents), { robux: robux(0), cents: cents(0) });
      const sum = (rows: readonly number[]) => rows.reduce((total, one) => total + one, 0);
      expect(sum(prices)).toBe(orderTotal(robux(sum(parts)), rate(rateCents)));
      const bought = { robux: robux(sum(parts.slice(0, done))), cents: cents(sum(prices.slice(0, done))) };
      const rest = parts.slice(done + 1);
      const repriced = pricesOfParts(rest, rate(rateCents), bought);
      expect(bought.cents + sum(repriced)).toBe(
        bought.robux + sum(rest) === 0 ? 0 : orderTotal(robux(bought.robux + sum(rest)), rate(rateCents)),
      );
      for (const price of [...prices, ...repriced]) expect(price).toBeGreaterThan(0);
    }),
  );
});
