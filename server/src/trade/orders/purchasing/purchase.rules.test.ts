import { robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { checkBeforePaying, type PassSeen } from './purchase.rules.ts';

const ordered = { robuxAmount: 999, productId: '7', creatorType: 'User', creatorTargetId: '5' };
const payer = { owns: false, balance: robux(999) };
const seen = (change: Partial<PassSeen> = {}): PassSeen => ({
  productId: '7',
  creatorType: 'User',
  creatorTargetId: '5',
  isForSale: true,
  priceRobux: robux(999),
  payerPrice: robux(999),
  discounts: [],
  ...change,
});
const plus = (percent: number, amountRobux: number) => ({
  type: 'RobloxPlusSubscription',
  percent,
  amountRobux,
});

test('the ordered price is paid, even with one Roblox Plus discount', () => {
  expect(checkBeforePaying(ordered, seen(), payer)).toEqual({ action: 'pay', price: 999 });
  const tenth = seen({ payerPrice: robux(900), discounts: [plus(10, 99)] });
  expect(checkBeforePaying(ordered, tenth, { ...payer, balance: robux(900) })).toEqual({
    action: 'pay',
    price: 900,
  });
  const fifth = seen({ payerPrice: robux(800), discounts: [plus(20, 199)] });
  expect(checkBeforePaying(ordered, fifth, payer)).toEqual({ action: 'pay', price: 800 });
});

const ODD_PRICES: [name: string, payerPrice: number, discounts: PassSeen['discounts']][] = [
  ['a lower price without a discount', 900, []],
  ['more than the base price', 1_000, []],
  ['a discount of 15 percent', 850, [plus(15, 149)]],
  ['an amount that is not its percentage', 899, [plus(10, 100)]],
  ['a price that is not base less discount', 901, [plus(10, 99)]],
  ['two discounts', 801, [plus(10, 99), plus(10, 99)]],
  ['a discount of another kind', 900, [{ type: 'Sale', percent: 10, amountRobux: 99 }]],
  ['a discount that is not taken', 999, [plus(10, 99)]],
];
for (const [name, payerPrice, discounts] of ODD_PRICES) {
  test(`this account does not pay ${name}`, () => {
    const pass = seen({ payerPrice: robux(payerPrice), discounts });
    expect(checkBeforePaying(ordered, pass, { ...payer, balance: robux(5_000) }).action).toBe('reassign');
  });
}

test('a pass with another product or owner, off sale or deleted fails the order', () => {
  const changes = [
    { productId: '8' },
    { creatorTargetId: '6' },
    { creatorType: 'Group' },
    { isForSale: false },
  ];
  for (const change of changes) expect(checkBeforePaying(ordered, seen(change), payer).action).toBe('fail');
  for (const unpriced of [{ priceRobux: null }, { payerPrice: null }])
    expect(checkBeforePaying(ordered, seen(unpriced), payer)).toMatchObject({
      action: 'fail',
      reason: expect.stringContaining('999'),
    });
  expect(checkBeforePaying(ordered, null, payer).action).toBe('fail');
});

test('a price that differs for this payer reassigns the order, and one that differs for everyone fails it', () => {
  const higher = seen({ priceRobux: robux(1_143), payerPrice: robux(1_143) });
  expect(checkBeforePaying(ordered, higher, payer)).toEqual({
    action: 'fail',
    reason: "Your gamepass price (1,143 Robux) doesn't match the order amount (999 Robux). Please adjust.",
  });
  expect(checkBeforePaying(ordered, higher, payer, robux(999)).action).toBe('reassign');
});

test('an account that owns the pass or has too few Robux is replaced, and its balance is recorded', () => {
  expect(checkBeforePaying(ordered, seen(), { ...payer, owns: true }).action).toBe('reassign');
  const short = checkBeforePaying(ordered, seen(), { ...payer, balance: robux(998) });
  expect(short).toMatchObject({ action: 'reassign', balance: 998 });
});
