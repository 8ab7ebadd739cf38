import { expect, test } from 'vitest';
import { attemptFor } from './use-once.ts';

const body = { robuxAmount: 1000, gamepassUrl: '123', ratePerThousand: '3.15' };

test('a retry of the same purchase keeps its key', () => {
  const first = attemptFor(null, body);
  expect(attemptFor(first, { ...body })).toBe(first);
});

test('another purchase, or the same purchase after a success, gets a new key', () => {
  const first = attemptFor(null, body);
  expect(attemptFor(first, { ...body, robuxAmount: 1001 }).key).not.toBe(first.key);
  expect(attemptFor(null, body).key).not.toBe(first.key);
});

test('a write without a request also gets a key, and a retry keeps it', () => {
  const first = attemptFor(null, undefined);
  expect(first.key).toHaveLength(32);
  expect(attemptFor(first, undefined)).toBe(first);
});

test('a key has 32 visible characters', () => {
  expect(attemptFor(null, body).key).toMatch(/^[0-9a-f]{32}$/);
});
