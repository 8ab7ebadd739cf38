import { describe, expect, test } from 'vitest';
import { findNodeTroubles, findSecondTroubles, isOutdated, type NodeView } from './guards.rules.ts';

const now = new Date('2026-05-01T12:00:00Z');
const healthy: NodeView = {
  blocks: 1_000,
  headers: 1_002,
  initialBlockDownload: false,
  warnings: '',
  peers: 1,
  tipAt: new Date(now.getTime() - 60 * 60_000),
};

test('a node at the limit of every guard is trusted', () => {
  expect(findNodeTroubles(healthy, now)).toEqual([]);
});

test.each<[string, Partial<NodeView>]>([
  ['still downloading', { initialBlockDownload: true }],
  ['knows 3 headers', { headers: 1_003 }],
  ['61 minutes old', { tipAt: new Date(now.getTime() - 61.9 * 60_000) }],
  ['no peers', { peers: 0 }],
  ['warns: unknown new rules', { warnings: 'unknown new rules activated' }],
])('a node beyond a limit is not trusted: %s', (reason, change) => {
  expect(findNodeTroubles({ ...healthy, ...change }, now)).toEqual([expect.stringContaining(reason)]);
});

describe.each([
  ['another source', false],
  ['the second node', true],
])('%s', (who, isNode) => {
  const troubles = (height: number, agrees: boolean) =>
    findSecondTroubles({ isNode, answer: { height, agrees } }, healthy.blocks);

  test('at the limit is trusted', () => {
    expect(troubles(1_003, true)).toEqual([]);
    expect(troubles(997, true)).toEqual([]);
  });

  test.each([
    ['at block 1004', 1_004, true],
    ['at block 996', 996, true],
    ['another branch', 1_000, false],
  ])('beyond a limit is not trusted: %s', (reason, height, agrees) => {
    expect(troubles(height, agrees)).toEqual([expect.stringContaining(reason)]);
    expect(troubles(height, agrees)[0]).toContain(who);
  });

  test(`${isNode ? 'must answer' : 'may be silent'}`, () => {
    expect(findSecondTroubles({ isNode, answer: null }, healthy.blocks)).toHaveLength(isNode ? 1 : 0);
  });
});

test.each([
  ['/LitecoinCore:0.21.5.5/', false],
  ['/LitecoinCore:0.21.5.6/', false],
  ['/LitecoinCore:0.22/', false],
  ['/LitecoinCore:1.0.0(owner)/', false],
  ['/LitecoinCore:0.21.5.4/', true],
  ['/LitecoinCore:0.21.5/', true],
  ['/LitecoinCore:0.3.99.99/', true],
  ['/LitecoinCore:0.21.2.1(0.21.5.5)/', true],
  ['/Something/', true],
])('a node that calls itself %s: below 0.21.5.5 is %s', (subversion, isOld) => {
  expect(isOutdated(subversion, '0.21.5.5')).toBe(isOld);
});

test('a node is outdated by its first number too', () => {
  expect(isOutdated('/LitecoinCore:0.99.9/', '1.0.0')).toBe(true);
});
