import { expect, test } from 'vitest';
import { formatAge } from './age.ts';
import { factsOf, humanised } from './facts.ts';

test('S7.01 a review says what is known first and in its order, and keeps what a newer server adds', () => {
  const facts = {
    accountId: '0199',
    paidToAddress: 0,
    riskScore: 7,
    why: ['over $500', 'first withdrawal to this address'],
    amount: 750.5,
    txid: null,
  };
  expect(factsOf({ facts })).toEqual([
    { name: 'Why', text: 'Over $500, first withdrawal to this address', wide: true },
    { name: 'Amount', text: '$750.50' },
    { name: 'Paid to this address before', text: '0 times' },
    { name: 'Risk score', text: '7' },
  ]);
});

test('S7.01 names of deeds and states read as words', () => {
  expect(humanised('settings.changed')).toBe('Settings changed');
  expect(humanised('test-balances.cleared')).toBe('Test balances cleared');
  expect(humanised('needs_review')).toBe('Needs review');
});

test('S7.01 ages stand in their largest whole unit', () => {
  expect([0, 59, 60, 3_599, 3_600, 86_399, 172_800].map(formatAge)).toEqual([
    '0 s ago',
    '59 s ago',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
    '2 d ago',
  ]);
});
