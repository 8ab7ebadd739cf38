import { expect, test } from 'vitest';
import { pauseAfterProof } from './proofs.rules.ts';

test('a short proof is repeated after ten minutes, a long one after ten times its time, and none later than the alert allows', () => {
  const minutes = [0, 1, 3, 4.5, 5, 15].map((took) => pauseAfterProof(took * 60_000) / 60_000);
  expect(minutes).toEqual([10, 10, 30, 45, 45, 45]);
});
