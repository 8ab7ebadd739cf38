import { expect, test } from 'vitest';
import { PURCHASE_REASONS } from '../../../outside/game-platform.ts';
import { AFTER_REFUSAL, afterError, afterRefusal } from './answers.rules.ts';

test('every refusal reason of Roblox has a decision', () => {
  const known = Object.keys(AFTER_REFUSAL);
  expect(PURCHASE_REASONS.filter((reason) => !known.includes(reason))).toEqual([
    'TwoStepVerificationRequired',
  ]);
});

test('an owned pass is reconciled only if an earlier purchase call was lost', () => {
  const refusal = { reason: 'AlreadyOwned', restriction: null } as const;
  expect(afterRefusal(refusal, { isRepeat: false }).action).toBe('reassign');
  expect(afterRefusal(refusal, { isRepeat: true }).action).toBe('reconcile');
});

test('a purchase that Roblox calls malformed fails the order and tells staff', () => {
  for (const reason of ['InvalidArguments', 'InvalidTransaction', 'UnexpectedSeller'] as const)
    expect(AFTER_REFUSAL[reason]).toMatchObject({ action: 'fail', tellsStaff: true });
});

test('a pause that Roblox asks for is kept, from 1 to 30 seconds, and is 5 seconds without a length', () => {
  const pauses = [null, 0, 12, 600].map((retryAfterSeconds) =>
    afterError({ kind: 'rate_limited', retryAfterSeconds }, 0, null),
  );
  expect(pauses).toMatchObject([5, 1, 12, 30].map((afterSeconds) => ({ action: 'retry', afterSeconds })));
});

test('a limit of our own address waits as an outage does, because no other account has it better', () => {
  const limit = { kind: 'rate_limited', retryAfterSeconds: 12, isPublic: true } as const;
  expect(afterError(limit, 3, null)).toEqual({
    ...afterError({ kind: 'unavailable' }, 3, null),
    why: 'pause_requested',
  });
});

test('while Roblox does not answer, retries slow down and end after about 15 minutes', () => {
  const pauses = Array.from({ length: 38 }, (_, tries) => {
    const decision = afterError({ kind: 'unavailable' }, tries, null);
    if (decision.action !== 'retry') throw new Error(decision.action);
    expect([decision.maxTries, decision.atLast.action]).toEqual([38, 'fail']);
    return decision.afterSeconds;
  });
  expect(pauses.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 25]);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(13 * 60);
});
