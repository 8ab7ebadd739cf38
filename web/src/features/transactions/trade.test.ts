import { cents } from '@sterling/contract/money.ts';
import { Stage, type Transaction } from '@sterling/contract/transactions.ts';
import { expect, test } from 'vitest';
import { nextStep, partyOf, stepsOf } from './trade.ts';

const DUE = new Date('2026-11-21T12:00:00Z');
const trade = (stage: Stage): Transaction => ({
  id: 't',
  listingId: 'l',
  sellerId: 'sela',
  buyerId: 'nova',
  type: 'sale',
  title: 'Gem',
  description: 'Gem',
  quantity: 1,
  units: 1,
  pricePerUnit: cents(1000),
  totalAmount: cents(1000),
  amount: cents(950),
  platformFee: cents(50),
  status: 'pending',
  stage,
  deliverBy: DUE,
  confirmAt: null,
  rating: null,
  createdAt: new Date('2026-11-18T12:00:00Z'),
  endedAt: null,
});
const before = DUE.getTime() - 1;

test('a trade offers each party its own actions, and staff none', () => {
  const offered = (party: 'buyer' | 'seller' | 'staff') =>
    Stage.options.map((stage) => stepsOf(trade(stage), party, before).join(' '));
  expect(offered('seller')).toEqual(['deliver cancel', '', '', '', '', '']);
  expect(offered('buyer')).toEqual(['', 'confirm dispute', '', '', '', '']);
  expect(offered('staff')).toEqual(['', '', '', '', '', '']);
});

test('the buyer may cancel after the delivery deadline', () => {
  expect(stepsOf(trade('pending'), 'buyer', DUE.getTime())).toEqual(['cancel']);
});

test('after the delivery deadline each party reads that the buyer can cancel now', () => {
  const said = (now: number) =>
    (['buyer', 'seller', 'staff'] as const).map((party) => nextStep(trade('pending'), party, now));
  expect(said(before).join(' ')).not.toContain('in time');
  expect(said(DUE.getTime())).toEqual([
    'The seller has not delivered in time. You can cancel and get your money back, or wait for the delivery.',
    'You have not delivered in time, so the buyer can cancel. You can still deliver.',
    'The seller has not delivered in time. The buyer can cancel.',
  ]);
});

test('what is said to staff is true for staff, who are neither buyer nor seller', () => {
  const said = Stage.options.map((stage) => nextStep(trade(stage), 'staff', before));
  expect(said.filter((text) => /\byou/i.test(text))).toEqual([]);
});

test('a trade knows the party of its viewer, and a completed sale shows its proceeds', () => {
  expect(['nova', 'sela', 'ada'].map((id) => partyOf(trade('pending'), id))).toEqual([
    'buyer',
    'seller',
    'staff',
  ]);
  expect(nextStep(trade('completed'), 'seller', before)).toBe(
    '$9.50 went to your seller wallet, after the marketplace fee of $0.50.',
  );
});
