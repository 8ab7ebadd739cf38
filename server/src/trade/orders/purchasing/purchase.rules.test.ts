import { type Robux, robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { PURCHASE_REASONS } from '../../../outside/game-platform.ts';
import {
  AFTER_REFUSAL,
  afterRefusal,
  afterTrouble,
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

test('the price as ordered is paid, and what the payer is asked with one Roblox Plus discount', () => {
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
  ['less without a discount', 900, []],
  ['more than the base', 1_000, []],
  ['a discount of 15 percent', 850, [plus(15, 149)]],
  ['an amount that is not its percentage', 899, [plus(10, 100)]],
  ['a price that is not base less discount', 901, [plus(10, 99)]],
  ['two discounts', 801, [plus(10, 99), plus(10, 99)]],
  ['a discount of another kind', 900, [{ type: 'Sale', percent: 10, amountRobux: 99 }]],
  ['a discount that is not taken', 999, [plus(10, 99)]],
];
for (const [name, payerPrice, discounts] of ODD_PRICES) {
  test(`${name} is never paid by this account`, () => {
    const pass = seen({ payerPrice: robux(payerPrice), discounts });
    expect(checkBeforePaying(ordered, pass, { ...payer, balance: robux(5_000) }).do).toBe('another-account');
  });
}

test('another product, owner or kind of owner, off sale or gone: refunded, and what can be mended is said', () => {
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

test('a price that only this payer is asked goes elsewhere, one that everyone is asked back to the buyer', () => {
  const dearer = seen({ priceRobux: robux(1_143), payerPrice: robux(1_143) });
  expect(checkBeforePaying(ordered, dearer, payer)).toEqual({
    do: 'fail',
    reason: "Your gamepass price (1143 Robux) doesn't match the order amount (999 Robux). Please adjust.",
  });
  expect(checkBeforePaying(ordered, dearer, payer, robux(999)).do).toBe('another-account');
});

test('an account that owns the pass or is short goes aside, and its balance is taken as seen', () => {
  expect(checkBeforePaying(ordered, seen(), { ...payer, owns: true }).do).toBe('another-account');
  const short = checkBeforePaying(ordered, seen(), { ...payer, balance: robux(998) });
  expect(short).toMatchObject({ do: 'another-account', balance: 998 });
});

test('every reason of the platform leads somewhere', () => {
  const known = Object.keys(AFTER_REFUSAL);
  expect(PURCHASE_REASONS.filter((reason) => !known.includes(reason))).toEqual([
    'TwoStepVerificationRequired',
  ]);
});

test('a pass that is already owned is looked into only when an earlier sending was lost', () => {
  const refusal = { reason: 'AlreadyOwned', restriction: null } as const;
  expect(afterRefusal(refusal, { isRepeat: false }).do).toBe('another-account');
  expect(afterRefusal(refusal, { isRepeat: true }).do).toBe('reconcile');
});

test('a silent platform is asked at growing distances for about a quarter of an hour', () => {
  const pauses = Array.from({ length: 32 }, (_, tries) => {
    const decision = afterTrouble({ kind: 'unavailable' }, tries, null);
    if (decision.do !== 'retry') throw new Error(decision.do);
    expect([decision.most, decision.atLast.do]).toEqual([32, 'fail']);
    return decision.afterSeconds;
  });
  expect(pauses.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 30]);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(13 * 60);
});

const attempt = { balanceBefore: 5_000, quietChecks: 1, oddChecks: 0, ageMs: 60_000 };
const nothing = { owns: false, balance: 5_000 as Robux, hasRecord: false };

test('owning the pass is all that says bought', () => {
  expect(judge({ ...attempt, ageMs: 0 }, { owns: true, balance: null, hasRecord: null })).toBe('bought');
  expect(judge(attempt, { ...nothing, owns: null })).toBe('unknown');
});

test('only two quiet looks, late enough, say that nothing was bought', () => {
  expect(judge(attempt, nothing)).toBe('not-bought');
  expect(judge({ ...attempt, quietChecks: 0 }, nothing)).toBe('quiet');
  expect(judge({ ...attempt, ageMs: 21_999 }, nothing)).toBe('quiet');
});

test('a changed balance, a record of the purchase or what cannot be read is never taken for nothing', () => {
  const looks = [
    { ...nothing, balance: 4_000 as Robux },
    { ...nothing, balance: null },
    { ...nothing, hasRecord: true },
    { ...nothing, hasRecord: null },
  ];
  for (const look of looks) {
    expect(judge(attempt, look)).toBe('odd');
    expect(judge({ ...attempt, oddChecks: 5 }, look)).toBe('ask-somebody');
  }
});
