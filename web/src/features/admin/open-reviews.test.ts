import { cents } from '@sterling/contract/money.ts';
import type { Dispute, DisputeParty, Review, ReviewKind } from '@sterling/contract/reviews.ts';
import { expect, test } from 'vitest';
import { factsOfParty, factsOfTrade } from './facts.tsx';
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

test('S7.01 a dispute shows the listing, and from when the buyer can cancel while nothing was delivered', () => {
  const { totalAmount, platformFee } = { totalAmount: cents(1250), platformFee: cents(62) };
  const listing = { description: 'Shiny,\nnever fed' };
  const sold = { units: 3, pricePerUnit: cents(417), listing };
  const trade = { ...sold, totalAmount, platformFee, createdAt: dispute.boughtAt, events: [] } as never;
  const names = (about: Dispute) => factsOfTrade(trade, about).map(({ name }) => name);
  expect(names(dispute)).toContain('Buyer can cancel from');
  const delivered = { ...dispute, deliveredAt: new Date('2026-03-05T05:06:07Z') };
  expect(names(delivered).slice(3)).toEqual([
    'Total',
    'Marketplace fee',
    'Bought',
    'Promised delivery',
    'Delivered',
  ]);
  expect(factsOfTrade(trade, dispute).slice(0, 3)).toEqual([
    { name: 'Listing', text: 'Shiny,\nnever fed', wide: 'whole' },
    { name: 'Quantity', text: '3' },
    { name: 'Price per unit', text: '$4.17' },
  ]);
});

const choicesAbout = (kind: ReviewKind, facts: object, subject: object = {}) =>
  openReview({ review: { ...review, kind, dispute: null, facts: { ...facts } }, ...subject }).choices;

test('S7.01 a withdrawal whose deposit is gone says that a refund now may be paid twice', () => {
  const [reject, approve] = choicesAbout('withdrawal', { state: 'cancelling', amount: 250 });
  expect(reject).toMatchObject({ decision: 'reject', label: 'Refund now', danger: true });
  expect(reject!.effect).toMatch(/goes back to the wallet now.*Sterling bears the loss/);
  expect(approve).toMatchObject({ decision: 'approve', label: 'Wait for the deposit' });
  expect(approve!.effect).toMatch(/Nothing is paid or refunded/);
});

test('S7.01 the approval of a withdrawal names the amount, and the wait only if there is one', () => {
  const approve = (facts: object) => choicesAbout('withdrawal', { amount: 250, ...facts })[1];
  const wait = new Date(Date.now() + 3_600_000).toISOString();
  expect(approve({ waitsUntil: wait })).toMatchObject({
    label: 'Approve $250.00',
    effect: expect.stringMatching(/^It is sent after /),
  });
  expect(approve({ waitsUntil: null })?.effect).toBe('It is sent now.');
  expect(approve({ waitsUntil: '2026-03-04T05:06:07Z' })?.effect).toBe('It is sent now.');
});

test('S7.01 the dialog shows what a withdrawal moves and where to', () => {
  const facts = { why: ['new'], amount: 250, ltcAmount: 3, address: 'ltc1q', joinedAt: null };
  const { moved } = openReview({ review: { ...review, kind: 'withdrawal', dispute: null, facts } });
  expect(moved.map(({ text }) => text)).toEqual(['$250.00', '3.00000000 LTC', 'ltc1q']);
});

test('S7.01 a reason says who will read it', () => {
  const readers = (kind: ReviewKind, facts = {}) => choicesAbout(kind, facts).map((each) => each.readers);
  expect(readers('withdrawal')).toEqual([expect.stringMatching(/^The user will read/), undefined]);
  expect(readers('withdrawal', { state: 'cancelling' })[0]).toMatch(/^The user will read/);
  expect(readers('manual_order')).toEqual([expect.stringMatching(/^Buyer and seller will read/), undefined]);
  expect(readers('report')).toEqual([undefined, undefined]);
  const both = /^The buyer and the seller will read/;
  expect(openReview({ review }).choices.map((each) => each.readers)).toEqual([
    expect.stringMatching(both),
    expect.stringMatching(both),
  ]);
});

test('S7.01 the choice that takes something away is the red one', () => {
  const red = (kind: ReviewKind, facts = {}) =>
    choicesAbout(kind, facts)
      .filter(({ danger }) => danger)
      .map(({ label }) => label);
  expect(red('report')).toEqual(['Remove the account']);
  expect(red('reversal')).toEqual(['Absorb the loss']);
  expect(red('correction')).toEqual([]);
});

test('S7.01 a Robux order names the seller who is paid and what the buyer gets back', () => {
  const order = { id: 'o', buyerId: 'nova', totalPrice: cents(1225), createdAt: review.openedAt, events: [] };
  const subject = {
    review: { ...review, kind: 'manual_order', dispute: null } as Review,
    order: order as never,
  };
  const { about, choices, parties } = openReview(subject);
  expect(about).toBe('seller bram');
  expect(choices.map(({ label }) => label)).toEqual(['Refund $12.25 to the buyer', 'Pay $12.25 to bram']);
  expect(parties).toEqual(['bram', 'nova']);
});

test('S7.01 a late purchase names the payment and opens its order', () => {
  const facts = { orderId: 'o', amount: 12.25 };
  const item = openReview({ review: { ...review, kind: 'late_purchase', dispute: null, facts } });
  expect(item.choices.map(({ label }) => label)).toEqual(['Do not pay', 'Pay $12.25 to bram']);
  expect(item.orderId).toBe('o');
  expect(item.facts.map(({ name }) => name)).toEqual(['Amount']);
});

test('S7.01 a report about an account that nobody sold says so', () => {
  const report = { ...review, kind: 'report', dispute: null, username: null, userId: null } as const;
  const about = (accountId: string | null) => openReview({ review: { ...report, facts: { accountId } } });
  expect(about(null).facts).toEqual([{ name: 'Account', text: 'Not on Sterling when it was reported' }]);
  expect(about(null).choices.map(({ label }) => label)).toEqual(['Reject the report', 'Accept the report']);
  expect(about('a').facts).toEqual([]);
});
