import type { Robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { judge } from './reconcile.rules.ts';

const attempt = {
  balanceBefore: 5_000,
  reason: 'lost',
  quietChecks: 1,
  oddChecks: 0,
  ageMs: 60_000,
  callEndedMs: null,
};
const LIMITS = { afterCallMs: 20_000, afterMarkMs: 46_000 };
const nothing = { owns: false, balance: 5_000 as Robux, hasRecord: false };

test('only ownership proves a purchase', () => {
  expect(judge({ ...attempt, ageMs: 0 }, { owns: true, balance: null, hasRecord: null }, LIMITS)).toBe(
    'bought',
  );
  expect(judge(attempt, { ...nothing, owns: null }, LIMITS)).toBe('unknown');
});

test('only two quiet checks after the last moment at which a sent purchase may take effect prove that nothing was bought', () => {
  expect(judge(attempt, nothing, LIMITS)).toBe('not-bought');
  expect(judge({ ...attempt, quietChecks: 0 }, nothing, LIMITS)).toBe('quiet');
  expect(judge({ ...attempt, ageMs: 46_000 }, nothing, LIMITS)).toBe('not-bought');
  expect(judge({ ...attempt, ageMs: 45_999 }, nothing, LIMITS)).toBe('quiet');
  expect(judge({ ...attempt, ageMs: 21_000, callEndedMs: 20_000 }, nothing, LIMITS)).toBe('not-bought');
  expect(judge({ ...attempt, ageMs: 60_000, callEndedMs: 19_999 }, nothing, LIMITS)).toBe('quiet');
});

test('a changed balance, a purchase record or a refused cookie never counts as "not bought"', () => {
  const evidence = [
    { ...nothing, balance: 4_000 as Robux },
    { ...nothing, hasRecord: true },
    { ...nothing, balance: null, hasRecord: null, isRefused: true },
  ];
  for (const each of evidence) {
    expect(judge(attempt, each, LIMITS)).toBe('odd');
    expect(judge({ ...attempt, oddChecks: 5, ageMs: 46_000 }, each, LIMITS)).toBe('escalate');
    expect(judge({ ...attempt, oddChecks: 5, ageMs: 45_999 }, each, LIMITS)).toBe('odd');
  }
});

test('rare day 7: facts that cannot be read decide nothing for 15 minutes', () => {
  for (const each of [
    { ...nothing, owns: null },
    { ...nothing, balance: null },
    { ...nothing, hasRecord: null },
  ]) {
    expect(judge({ ...attempt, oddChecks: 5 }, each, LIMITS)).toBe('unknown');
    expect(judge({ ...attempt, ageMs: 15 * 60_000 }, each, LIMITS)).toBe('escalate');
  }
});
