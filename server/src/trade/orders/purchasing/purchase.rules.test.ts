import { type Robux, robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { PURCHASE_REASONS } from '../../../outside/game-platform.ts';
import {
  AFTER_REFUSAL,
  afterError,
  afterRefusal,
  checkBeforePaying,
  type PassSeen,
} from './purchase.rules.ts';
import { judge } from './reconcile.rules.ts';

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

test('the ordered price is paid, also with one Roblox Plus discount', () => {
  expect(checkBeforePaying(ordered, seen(), payer)).toEqual({ do: 'pay', price: 999 });
  const tenth = seen({ payerPrice: robux(900), discounts: [plus(10, 99)] });
  expect(checkBeforePaying(ordered, tenth, { ...payer, balance: robux(900) })).toEqual({
    do: 'pay',
    price: 900,
  });
  const fifth = seen({ payerPrice: robux(800), discounts: [plus(20, 199)] });
  expect(checkBeforePaying(ordered, fifth, payer)).toEqual({ do: 'pay', price: 800 });
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
    expect(checkBeforePaying(ordered, pass, { ...payer, balance: robux(5_000) }).do).toBe('another-account');
  });
}

test('a pass with another product or owner, off sale or deleted fails the order', () => {
  const changes = [
    { productId: '8' },
    { creatorTargetId: '6' },
    { creatorType: 'Group' },
    { isForSale: false },
  ];
  for (const change of changes) expect(checkBeforePaying(ordered, seen(change), payer).do).toBe('fail');
  expect(checkBeforePaying(ordered, seen({ priceRobux: null, payerPrice: null }), payer).do).toBe('fail');
  expect(checkBeforePaying(ordered, null, payer).do).toBe('fail');
});

test('a price that differs for this payer reassigns the order, and one that differs for everyone fails it', () => {
  const higher = seen({ priceRobux: robux(1_143), payerPrice: robux(1_143) });
  expect(checkBeforePaying(ordered, higher, payer)).toEqual({
    do: 'fail',
    reason: "Your gamepass price (1143 Robux) doesn't match the order amount (999 Robux). Please adjust.",
  });
  expect(checkBeforePaying(ordered, higher, payer, robux(999)).do).toBe('another-account');
});

test('an account that owns the pass or has too few Robux is replaced, and its balance is recorded', () => {
  expect(checkBeforePaying(ordered, seen(), { ...payer, owns: true }).do).toBe('another-account');
  const short = checkBeforePaying(ordered, seen(), { ...payer, balance: robux(998) });
  expect(short).toMatchObject({ do: 'another-account', balance: 998 });
});

test('every refusal reason of Roblox has a decision', () => {
  const known = Object.keys(AFTER_REFUSAL);
  expect(PURCHASE_REASONS.filter((reason) => !known.includes(reason))).toEqual([
    'TwoStepVerificationRequired',
  ]);
});

test('an owned pass is reconciled only if an earlier purchase call was lost', () => {
  const refusal = { reason: 'AlreadyOwned', restriction: null } as const;
  expect(afterRefusal(refusal, { isRepeat: false }).do).toBe('another-account');
  expect(afterRefusal(refusal, { isRepeat: true }).do).toBe('reconcile');
});

test('while Roblox does not answer, retries slow down and end after about 15 minutes', () => {
  const pauses = Array.from({ length: 38 }, (_, tries) => {
    const decision = afterError({ kind: 'unavailable' }, tries, null);
    if (decision.do !== 'retry') throw new Error(decision.do);
    expect([decision.most, decision.atLast.do]).toEqual([38, 'fail']);
    return decision.afterSeconds;
  });
  expect(pauses.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 25]);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(13 * 60);
});

const attempt = { balanceBefore: 5_000, reason: 'lost', quietChecks: 1, oddChecks: 0, ageMs: 60_000 };
const SETTLE_MS = 46_000;
const nothing = { owns: false, balance: 5_000 as Robux, hasRecord: false };

test('only ownership proves a purchase', () => {
  expect(judge({ ...attempt, ageMs: 0 }, { owns: true, balance: null, hasRecord: null }, SETTLE_MS)).toBe(
    'bought',
  );
  expect(judge(attempt, { ...nothing, owns: null }, SETTLE_MS)).toBe('unknown');
});

test('only two quiet checks after the settle time prove that nothing was bought', () => {
  expect(judge(attempt, nothing, SETTLE_MS)).toBe('not-bought');
  expect(judge({ ...attempt, quietChecks: 0 }, nothing, SETTLE_MS)).toBe('quiet');
  expect(judge({ ...attempt, ageMs: 45_999 }, nothing, SETTLE_MS)).toBe('quiet');
});

test('a changed balance, a purchase record or a refused cookie never counts as "not bought"', () => {
  const evidence = [
    { ...nothing, balance: 4_000 as Robux },
    { ...nothing, hasRecord: true },
    { ...nothing, balance: null, hasRecord: null, isRefused: true },
  ];
  for (const each of evidence) {
    expect(judge(attempt, each, SETTLE_MS)).toBe('odd');
    expect(judge({ ...attempt, oddChecks: 5 }, each, SETTLE_MS)).toBe('escalate');
  }
});

test('rare day 7: facts that cannot be read decide nothing for 15 minutes', () => {
  for (const each of [
    { ...nothing, owns: null },
    { ...nothing, balance: null },
    { ...nothing, hasRecord: null },
  ]) {
    expect(judge({ ...attempt, oddChecks: 5 }, each, SETTLE_MS)).toBe('unknown');
    expect(judge({ ...attempt, ageMs: 15 * 60_000 }, each, SETTLE_MS)).toBe('escalate');
  }
});
