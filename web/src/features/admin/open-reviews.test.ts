import { cents } from '@sterling/contract/money.ts';
import type { Dispute, DisputeParty, Review } from '@sterling/contract/reviews.ts';
import { expect, test } from 'vitest';
import { factsOfParty, factsOfTrade } from './facts.ts';
import { openReview } from './open-reviews.ts';

const party = (username: string): DisputeParty => ({
  userId: username,
  username: `${username}#1234`,
  joinedAt: new Date('2026-03-04T05:06:07Z'),
  completedTrades: 1_200,
  disputesWon: 2,
  disputesLost: 1,
  rating: null,
  ratings: 0,
});

const dispute: Dispute = {
  title: 'Golden Dragon Egg',
  refund: cents(1250),
  payment: cents(1188),
  boughtAt: new Date('2026-03-04T05:06:07Z'),
  promisedDelivery: '1 hour',
  deliverBy: new Date('2026-03-07T05:06:07Z'),
  deliveredAt: null,
  buyer: party('nova'),
  seller: party('bram'),
};

const review: Review = {
  id: 'r',
  kind: 'dispute',
  subjectId: 't',
  userId: 'bram',
  username: 'bram#1234',
  state: 'open',
  facts: {},
  dispute,
  reason: null,
  decidedBy: null,
  openedAt: new Date('2026-03-04T05:06:07Z'),
  closedAt: null,
};

test('the choices of a dispute carry the amount and the name of the party who gets it', () => {
  const { about, choices } = openReview({ review });
  expect(about).toBe('Golden Dragon Egg');
  expect(choices).toMatchObject([
    { decision: 'reject', label: 'Pay $11.88 to bram', question: 'Pay $11.88 to bram?' },
    { decision: 'approve', label: 'Refund $12.50 to nova', question: 'Refund $12.50 to nova?' },
  ]);
  for (const { effect } of choices) expect(effect).toMatch(/^Golden Dragon Egg, sold by bram to nova\./);
});

test('a party of a dispute shows its record, and a seller the rating', () => {
  const shown = (side: 'buyer' | 'seller', rating: number | null) =>
    factsOfParty({ ...party('bram'), rating, ratings: 3 }, side).map(({ name, text }) => `${name}: ${text}`);
  expect(shown('buyer', null).slice(0, 3)).toEqual([
    'Completed trades: 1,200',
    'Disputes won: 2',
    'Disputes lost: 1',
  ]);
  expect(shown('seller', 4.7)[3]).toBe('Rating: 4.7 of 5 (3)');
  expect(shown('seller', null)[3]).toBe('Rating: No ratings');
});

test('S7.01 a dispute says from when the buyer can cancel only while nothing was delivered', () => {
  const { totalAmount, platformFee } = { totalAmount: cents(1250), platformFee: cents(62) };
  const trade = { totalAmount, platformFee, createdAt: dispute.boughtAt, events: [] } as never;
  const names = (about: Dispute) => factsOfTrade(trade, about).map(({ name }) => name);
  expect(names(dispute)).toContain('Buyer can cancel from');
  const delivered = { ...dispute, deliveredAt: new Date('2026-03-05T05:06:07Z') };
  expect(names(delivered)).toEqual(['Total', 'Marketplace fee', 'Bought', 'Promised delivery', 'Delivered']);
});
