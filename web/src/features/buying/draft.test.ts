import type { Gamepass } from '@sterling/contract/gamepasses.ts';
import { cents, type Rate, rate, robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../data/call.ts';
import {
  caretBehind,
  type Draft,
  deliveryByHand,
  explainPurchase,
  fillOf,
  findChosen,
  findMissing,
  isMispriced,
  parseAmount,
  settleAmount,
  showAmount,
  totalAt,
} from './draft.ts';

const cheap = {
  ratePerThousand: rate(315),
  accountCount: 2,
  sellerCount: 1,
  totalRobux: 1500,
  largestOrder: 1000,
  instant: 800,
  inParts: 1500,
};
const dear = {
  ratePerThousand: rate(400),
  accountCount: 1,
  sellerCount: 1,
  totalRobux: 50_000,
  largestOrder: 50_000,
  instant: 0,
  inParts: 0,
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
  const chosen = (ratePerThousand: Rate | null, amount: number) =>
    findChosen([cheap, dear], ratePerThousand, { amount: robux(amount), hasCookie: false });
  expect(chosen(rate(315), 1000)).toBe(cheap);
  expect(chosen(rate(315), 1001)).toBeUndefined();
  expect(chosen(rate(500), 100)).toBeUndefined();
});

test('S4.06 until the buyer chooses a rate, the best one that can fill the amount is used', () => {
  const best = (amount: number, hasCookie = false) =>
    findChosen([cheap, dear], null, { amount: robux(amount), hasCookie });
  expect(best(1000)).toBe(cheap);
  expect(best(1001)).toBe(dear);
  expect(best(1500, true)).toBe(cheap);
  expect(best(50_001)).toBeUndefined();
});

test('S4.06 with a cookie the automatic accounts of a rate can also fill the amount in parts', () => {
  const fill = (row: typeof cheap, amount: number) => fillOf(row, { amount: robux(amount), hasCookie: true });
  expect(fill(cheap, 1000)).toBe('whole');
  expect(fill(cheap, 1500)).toBe('parts');
  expect(fill(cheap, 1501)).toBeNull();
  expect(fill({ ...cheap, inParts: 1499 }, 1500)).toBeNull();
});

test('S4.12 the total equals the amount that the server charges, and there is none below the minimum', () => {
  expect(totalAt(cheap, robux(1234))).toBe(389);
  expect(totalAt(cheap, robux(100))).toBe(32);
  expect(totalAt(cheap, robux(99))).toBeNull();
  expect(totalAt(undefined, robux(1000))).toBeNull();
});

test('S4.09 the page names the first missing input', () => {
  expect(findMissing(ready)).toBeNull();
  expect(findMissing({ ...ready, amount: robux(100), pass: { ...pass, price: 100 } })).toBeNull();
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
  expect(
    [1, 30, 60, 90, 120].map((manualDeadlineMinutes) => deliveryByHand({ manualDeadlineMinutes })),
  ).toEqual(['Within 1 minute', 'Within 30 minutes', 'Within 1 hour', 'Within 90 minutes', 'Within 2 hours']);
});

test('S4.05 the field accepts digits and drops separators and all other characters', () => {
  expect(parseAmount('12,500')).toBe(12_500);
  expect(parseAmount(' 1a2-3 R$')).toBe(123);
  expect(parseAmount('007')).toBe(7);
  expect(parseAmount('')).toBe(0);
  expect(parseAmount('abc')).toBe(0);
});

test('S4.05 a fraction is not read as further digits, and thousands may have a point', () => {
  expect(parseAmount('12.5')).toBe(12);
  expect(parseAmount('1,250.50')).toBe(1250);
  expect(parseAmount('12.')).toBe(12);
  expect(parseAmount('12.500')).toBe(12_500);
  expect(parseAmount('1.000.000')).toBe(1_000_000);
});

test('S4.05 the amount stops at 1,000,000, even for a longer paste', () => {
  expect(parseAmount('1000000')).toBe(1_000_000);
  expect(parseAmount('1000001')).toBe(1_000_000);
  expect(parseAmount('9'.repeat(400))).toBe(1_000_000);
});

test('S4.05 on blur an amount below 100 becomes 100, and larger amounts stay', () => {
  expect(settleAmount(robux(0))).toBe(100);
  expect(settleAmount(robux(99))).toBe(100);
  expect(settleAmount(robux(101))).toBe(101);
});

test('S4.05 amounts have thousands separators, and an empty field stays empty', () => {
  expect(showAmount(robux(1_000_000))).toBe('1,000,000');
  expect(showAmount(robux(999))).toBe('999');
  expect(showAmount(robux(0))).toBe('');
});

test('the caret stays behind the typed digit when separators appear', () => {
  expect(caretBehind(4, '1,234')).toBe(5);
  expect(caretBehind(2, '1,234,567')).toBe(3);
  expect(caretBehind(0, '1,234')).toBe(0);
  expect(caretBehind(9, '1,234')).toBe(5);
});

test('S4.12 a low balance shows the missing amount if the browser knows it and the server sent no hint', () => {
  const tooLow = (hint?: string) =>
    new ApiError(409, {
      code: 'insufficient_balance',
      message: 'Insufficient balance',
      ...(hint && { hint }),
    });
  expect(explainPurchase(tooLow(), cents(2465))).toBe('Your balance is too low. Please deposit $24.65 more.');
  expect(explainPurchase(tooLow('Please deposit $3.00 more.'), cents(2465))).toBe(
    'Your balance is too low. Please deposit $3.00 more.',
  );
  expect(explainPurchase(tooLow(), cents(1))).toBe('Your balance is too low. Please deposit $0.01 more.');
  expect(explainPurchase(tooLow(), cents(0))).toBe('Your balance is too low');
  expect(explainPurchase(new TypeError('undefined'), cents(0))).toBe('Failed to complete purchase');
  const soldOut = new ApiError(409, { code: 'out_of_stock', message: 'Out of stock' });
  expect(explainPurchase(soldOut, cents(0))).toBe(
    'This item is no longer available. Choose a higher rate, a smaller amount or another gamepass. An account can buy the same gamepass only once.',
  );
});
