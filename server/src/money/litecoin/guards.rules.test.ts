import type { Cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { DEEPEST_REORGANISATION, findNodeTroubles, type NodeView } from './guards.rules.ts';
import { settledAt } from './settlement.rules.ts';

const now = new Date('2026-05-01T12:00:00Z');
const healthy: NodeView = {
  blocks: 1_000,
  headers: 1_002,
  initialBlockDownload: false,
  warnings: '',
  peers: 1,
  tipAt: new Date(now.getTime() - 60 * 60_000),
  second: { height: 1_003, agrees: true },
};

test('a node at the limit of every guard is trusted', () => {
  expect(findNodeTroubles(healthy, now)).toEqual([]);
  expect(findNodeTroubles({ ...healthy, second: null }, now)).toEqual([]);
  expect(findNodeTroubles({ ...healthy, second: { height: 997, agrees: true } }, now)).toEqual([]);
});

test.each<[string, Partial<NodeView>]>([
  ['still downloading', { initialBlockDownload: true }],
  ['3 headers', { headers: 1_003 }],
  ['61 minutes old', { tipAt: new Date(now.getTime() - 61 * 60_000) }],
  ['no peers', { peers: 0 }],
  ['warns: unknown new rules', { warnings: 'unknown new rules activated' }],
  ['at block 1004', { second: { height: 1_004, agrees: true } }],
  ['at block 996', { second: { height: 996, agrees: true } }],
  ['another branch', { second: { height: 1_000, agrees: false } }],
])('a node beyond a limit is not trusted: %s', (reason, change) => {
  expect(findNodeTroubles({ ...healthy, ...change }, now)).toEqual([expect.stringContaining(reason)]);
});

test('rare day 15: a reorganisation that undoes a settled deposit of any amount stops', () => {
  const tiers = [1, 99_99, 100_00, 999_99, 1_000_00].flatMap((worth) =>
    [false, true].map((isPegOut) => settledAt(worth as Cents, { isPegOut, isCoinbase: false })),
  );
  expect(DEEPEST_REORGANISATION).toBe(Math.min(...tiers) - 1);
});
