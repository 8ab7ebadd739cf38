import { expect, test } from 'vitest';
import { factsOf } from './facts.tsx';
import { formatAge, humanised } from './words.ts';

test('S7.01 a review shows known facts first, in a fixed order, and keeps facts that a newer server adds', () => {
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

test('S7.01 a refused internal transfer shows which of its coins are spent and by which transaction', () => {
  const coins = [
    { txid: 'aa', n: 0, litoshi: 1, height: 7, spentBy: 'cc' },
    { txid: 'bb', n: 1, litoshi: 1, height: null, spentBy: null },
    { txid: 'dd', n: 2, litoshi: 1, height: 9, spentBy: null },
  ];
  const nodeSaid = {
    answer: 'conflict',
    at: '2026-05-01T12:00:00Z',
    tip: { height: 1_234, hash: 'ee' },
    coins,
  };
  expect(factsOf({ facts: { kind: 'sweep', feeLtc: 0.00002, nodeSaid } })).toEqual([
    { name: 'What', text: 'Sweep' },
    { name: 'Network fee', text: '0.00002000 LTC' },
    {
      name: 'The node says',
      text: 'Another payment spends its coins, at block 1,234. aa:0 spent by cc, bb:1 in no block, dd:2 unspent here',
      wide: true,
    },
  ]);
});

test('rare day 13: a review that stops payouts shows what differs, and where stolen coins were', () => {
  const differences = Array.from({ length: 12 }, (_, nth) => ({
    subject: `${nth}`,
    amount: 1,
    text: `only the ledger has coin ${nth}`,
  }));
  const [fact] = factsOf({ facts: { differences, count: 12 } });
  expect(fact).toMatchObject({ name: 'Difference', wide: true });
  expect(fact!.text).toMatch(/^Only the ledger has coin 0\nOnly (.|\n)* coin 9\nAnd 2 more$/);
  expect(
    factsOf({ facts: { ltcAmount: 2, places: ['cold', 'hot'], txid: 'aa', minedHeight: null } }),
  ).toEqual([
    { name: 'LTC', text: '2.00000000 LTC' },
    { name: 'From', text: 'Cold storage, hot wallet' },
    { name: 'Transaction', text: 'aa', wide: true },
  ]);
});

test('S1.14 a review names people without their numeric suffix', () => {
  const waiting = [{ username: 'nova#1234', amount: 12.5 }];
  expect(factsOf({ facts: { requestedBy: 'ada#0001', waiting } })).toEqual([
    { name: 'Requested by', text: 'ada' },
    { name: 'Earnings that wait', text: 'nova $12.50', wide: true },
  ]);
});

test('rare day 12: the review of a restore lists what the signer found', () => {
  const comparison = {
    journal: 'complete',
    matched: [{ kind: 'withdrawal', id: 'w1', txid: 'aa' }],
    lost: [{ kind: 'withdrawal', id: 'w2', txid: 'bb', userId: 'u1', cents: 2_725, seen: false }],
    contradictory: [],
    unexplained: [{ txid: 'cc', withdrawalId: 'w3' }],
  };
  expect(factsOf({ facts: { comparison, backupHeight: 1_234, comparedAt: null } })).toEqual([
    { name: 'Its last block', text: '1,234' },
    {
      name: 'Compared with the chain',
      text: [
        "The signer's journal is complete.",
        'Payments that their withdrawals have again:',
        'aa',
        'Payments of withdrawals that this database does not know:',
        'bb, to user u1, $27.25, not seen on the chain',
        'Spends that the journal does not know:',
        'cc, pays withdrawal w3',
      ].join('\n'),
      wide: true,
    },
  ]);
});

test('S7.01 action and state names read as words', () => {
  expect(humanised('settings.changed')).toBe('Settings changed');
  expect(humanised('test-balances.cleared')).toBe('Test balances cleared');
  expect(humanised('needs_review')).toBe('Needs review');
});

test('S7.01 ages use their largest whole unit', () => {
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

test('S7.01 Robux have their sign, and a restriction has names and a time', () => {
  const facts = {
    buyer: 'nova#1234',
    orderedRobux: 1_429,
    balanceBefore: 12_000,
    key: 'Fraud',
    until: '2026-03-04T05:06:07Z',
    orderId: 'o',
  };
  expect(factsOf({ facts })).toEqual([
    { name: 'Buyer', text: 'nova' },
    { name: 'Robux ordered', text: '1,429 R$' },
    { name: 'Account balance before', text: '12,000 R$' },
    { name: "Roblox's reason", text: 'Fraud', wide: true },
    { name: 'Restricted until', text: expect.not.stringContaining('T05') },
  ]);
});
