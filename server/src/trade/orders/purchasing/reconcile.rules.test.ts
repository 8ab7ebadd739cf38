import type { Robux } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { judge } from './reconcile.rules.ts';

const attempt = { balanceBefore: 5_000, reason: 'lost', quietChecks: 1, oddChecks: 0, ageMs: 60_000 };
const MAX_EFFECT_MS = 46_000;
const nothing = { owns: false, balance: 5_000 as Robux, hasRecord: false };

test('only ownership proves a purchase', () => {
  expect(judge({ ...attempt, ageMs: 0 }, { owns: true, balance: null, hasRecord: null }, MAX_EFFECT_MS)).toBe(
    'bought',
  );
  expect(judge(attempt, { ...nothing, owns: null }, MAX_EFFECT_MS)).toBe('unknown');
});

test('only two quiet checks after the last moment at which a sent purchase may take effect prove that nothing was bought', () => {
  expect(judge(attempt, nothing, MAX_EFFECT_MS)).toBe('not-bought');
  expect(judge({ ...attempt, quietChecks: 0 }, nothing, MAX_EFFECT_MS)).toBe('quiet');
  expect(judge({ ...attempt, ageMs: 46_000 }, nothing, MAX_EFFECT_MS)).toBe('not-bought');
  expect(judge({ ...attempt, ageMs: 45_999 }, nothing, MAX_EFFECT_MS)).toBe('quiet');
});

test('a changed balance, a purchase record or a refused cookie never counts as "not bought"', () => {
  const evidence = [
    { ...nothing, balance: 4_000 as Robux },
    { ...nothing, hasRecord: true },
    { ...nothing, balance: null, hasRecord: null, isRefused: true },
  ];
  for (const each of evidence) {
    expect(judge(attempt, each, MAX_EFFECT_MS)).toBe('odd');
    expect(judge({ ...attempt, oddChecks: 5, ageMs: 46_000 }, each, MAX_EFFECT_MS)).toBe('escalate');
    expect(judge({ ...attempt, oddChecks: 5, ageMs: 45_999 }, each, MAX_EFFECT_MS)).toBe('odd');
  }
});

test('rare day 7: facts that cannot be read decide nothing for 15 minutes', () => {
  for (const each of [
    { ...nothing, owns: null },
    { ...nothing, balance: null },
    { ...nothing, hasRecord: null },
  ]) {
    expect(judge({ ...attempt, oddChecks: 5 }, each, MAX_EFFECT_MS)).toBe('unknown');
    expect(judge({ ...attempt, ageMs: 15 * 60_000 }, each, MAX_EFFECT_MS)).toBe('escalate');
  }
});
