import { expect, test } from 'vitest';
import { judgeManualPurchase, type ManualEvidence, type ManualOrder, storeUrlOf } from './manual.rules.ts';

const early: ManualOrder = {
  priceRobux: 999,
  isLate: false,
  isSpaced: true,
  isPatienceOver: false,
  isInReview: false,
  isClaimed: false,
  wasOwned: false,
  hadOtherPrice: false,
  hadPassProblem: false,
  ownedChecksWithoutRecord: 0,
  lateChecks: 0,
  lateChecksWithoutRecord: 0,
};
const late = { isLate: true };
const lateOnce = { ...late, lateChecks: 1, lateChecksWithoutRecord: 1 };
const blind = { ...late, lateChecks: 3 };
const nothing: ManualEvidence = {
  owns: false,
  paidRobux: null,
  recordsShowNothing: true,
  pass: 'as-ordered',
};
const unreadable = { recordsShowNothing: false };
const paid = { paidRobux: 999, recordsShowNothing: false };
const cheaper = { paidRobux: 400, recordsShowNothing: false };
const owned = { ...unreadable, owns: true };

test.each<[string, Partial<ManualOrder>, Partial<ManualEvidence>, string]>([
  ['owned at the agreed price', {}, { ...owned, ...paid }, 'bought'],
  [
    'owned at the agreed price, late and in review',
    { ...blind, isInReview: true },
    { ...owned, ...paid },
    'bought',
  ],
  ['owned at another price', {}, { ...owned, ...cheaper }, 'wrong-price'],
  [
    'owned, and another price was seen before',
    { hadOtherPrice: true, ownedChecksWithoutRecord: 9 },
    owned,
    'wrong-price',
  ],
  ['owned without a record', { ownedChecksWithoutRecord: 1 }, owned, 'wait-for-record'],
  ['owned without a record three times', { ownedChecksWithoutRecord: 2 }, owned, 'bought'],
  [
    'not owned before the deadline and its grace are over',
    { lateChecks: 9, lateChecksWithoutRecord: 9 },
    nothing,
    'wait',
  ],
  ['late, nothing for the first time', late, nothing, 'look-again'],
  ['late, nothing for the second time', lateOnce, nothing, 'too-late'],
  ['late, nothing for the second time too soon', { ...lateOnce, isSpaced: false }, nothing, 'wait'],
  ['late, nothing, although the seller claims it', { ...lateOnce, isClaimed: true }, nothing, 'too-late'],
  ['late, ownership unreadable', lateOnce, { owns: null }, 'wait'],
  [
    'late, ownership unreadable for very long',
    { ...lateOnce, isPatienceOver: true },
    { owns: null },
    'review',
  ],
  ['late, pass unreadable', lateOnce, { pass: null }, 'wait'],
  ['late, pass unreadable for very long', { ...lateOnce, isPatienceOver: true }, { pass: null }, 'review'],
  ['very late, everything readable', { ...lateOnce, isPatienceOver: true }, nothing, 'too-late'],
  ['late, records unreadable', lateOnce, unreadable, 'look-again'],
  ['late, records unreadable again and again', blind, unreadable, 'too-late'],
  ['late, records unreadable, claimed', { ...blind, isClaimed: true }, unreadable, 'review'],
  [
    'late, records unreadable, claimed, for the first time',
    { ...late, isClaimed: true },
    unreadable,
    'look-again',
  ],
  ['late, the pass was owned at an earlier check', { ...blind, wasOwned: true }, nothing, 'review'],
  ['late, a record without ownership', late, paid, 'look-again'],
  ['late, a record without ownership again and again', blind, paid, 'review'],
  ['late, in review', { ...blind, lateChecksWithoutRecord: 3, isInReview: true }, nothing, 'wait'],
  ['late, the pass has changed', lateOnce, { pass: 'changed' }, 'pass-changed'],
  ['late, the pass is gone', lateOnce, { owns: null, pass: 'gone' }, 'pass-changed'],
  ['late, the pass has changed, but for the first time', late, { pass: 'changed' }, 'look-again'],
  [
    'late, the pass has changed, records unreadable, claimed',
    { ...blind, isClaimed: true },
    { ...unreadable, pass: 'changed' },
    'review',
  ],
  ['late, the pass was bought and then deleted', late, { ...paid, owns: null, pass: 'gone' }, 'bought'],
  ['late, the pass could not always be bought', { ...lateOnce, hadPassProblem: true }, nothing, 'reassign'],
  ['late, the pass has another price for this account', lateOnce, { pass: 'not-for-seller' }, 'reassign'],
])('a manual order, %s', (_, order, evidence, finding) => {
  expect(judgeManualPurchase({ ...early, ...order }, { ...nothing, ...evidence })).toBe(finding);
});

test('a seller buys in the store of the game, or at the pass if the game is unknown', () => {
  expect(storeUrlOf('7', '12')).toBe('https://www.roblox.com/games/12#!/store');
  expect(storeUrlOf('7', null)).toBe('https://www.roblox.com/game-pass/7/-');
});
