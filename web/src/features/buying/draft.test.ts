import type { Gamepass } from '@sterling/contract/gamepasses.ts';
import { robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { type Draft, fillOf, findChosen, findMissing, isMispriced, totalAt, withinText } from './draft.ts';

const cheap = {
  ratePerThousand: '3.15',
  accountCount: 2,
  totalRobux: 1500,
  largestOrder: 1000,
  instant: 800,
};
const dear = {
  ratePerThousand: '4.00',
  accountCount: 1,
  totalRobux: 50_000,
  largestOrder: 50_000,
  instant: 0,
};
const pass: Gamepass = {
  name: 'VIP',
  price: 1000,
  id: '1',
  productId: '2',
  creatorName: 'nova',
  creatorType: 'User',
  receives: 700,
};
const ready: Draft = { amount: robux(1000), chosen: cheap, pass, hasCookie: false };

test('S4.06 a rate can be chosen only while one of its accounts holds the whole amount', () => {
  const chosen = (rate: string | null, amount: number) =>
    findChosen([cheap, dear], rate, { amount: robux(amount), hasCookie: false });
  expect(chosen('3.15', 1000)).toBe(cheap);
  expect(chosen('3.15', 1001)).toBeUndefined();
  expect(chosen('5.00', 100)).toBeUndefined();
});

test('S4.06 until the buyer chooses a rate, the best one that can fill the amount is used', () => {
  const best = (amount: number, hasCookie = false) =>
    findChosen([cheap, dear], null, { amount: robux(amount), hasCookie });
  expect(best(1000)).toBe(cheap);
  expect(best(1001)).toBe(dear);
  expect(best(1500, true)).toBe(cheap);
  expect(best(50_001)).toBeUndefined();
});

test('S4.06 with a cookie a rate can also fill the amount in parts, unless all of its accounts are manual', () => {
  const fill = (row: typeof cheap, amount: number) => fillOf(row, { amount: robux(amount), hasCookie: true });
  expect(fill(cheap, 1000)).toBe('whole');
  expect(fill(cheap, 1500)).toBe('parts');
  expect(fill(cheap, 1501)).toBeNull();
  expect(fill({ ...cheap, instant: 0 }, 1500)).toBeNull();
});

test('S4.12 the total equals the amount that the server charges, and there is none below the minimum', () => {
  expect(totalAt(cheap, robux(1234))).toBe(389);
  expect(totalAt(cheap, robux(99))).toBeNull();
  expect(totalAt(undefined, robux(1000))).toBeNull();
});

test('S4.09 the page names the first missing input', () => {
  expect(findMissing(ready)).toBeNull();
  expect(findMissing({ ...ready, amount: robux(99), chosen: undefined })?.description).toBe(
    'Minimum purchase is 100 Robux',
  );
  expect(findMissing({ ...ready, chosen: undefined, pass: undefined })?.title).toBe('Select a Rate');
  expect(findMissing({ ...ready, pass: undefined })?.description).toBe(
    'Please enter a valid gamepass URL with correct price',
  );
});

test('S4.07 a gamepass with the wrong price counts as missing, unless a cookie can set its price', () => {
  const mispriced = { ...ready, pass: { ...pass, price: 900 } };
  expect(findMissing(mispriced)?.step).toBe(3);
  expect(isMispriced(mispriced)).toBe(true);
  expect(findMissing({ ...mispriced, hasCookie: true })).toBeNull();
});

test('S4.06 a manual rate shows the deadline of its seller as delivery time', () => {
  expect([1, 30, 60, 90, 120].map(withinText)).toEqual([
    'Within 1 minute',
    'Within 30 minutes',
    'Within 1 hour',
    'Within 90 minutes',
    'Within 2 hours',
  ]);
});
