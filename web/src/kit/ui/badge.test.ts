import { expect, test } from 'vitest';
import { statusTone } from './badge.tsx';

test('S3.05 a completed status is good, one in progress a warning, and every other one bad', () => {
  const tones = ['completed', 'pending', 'processing', 'failed', 'cancelled', 'disputed'].map(statusTone);
  expect(tones).toEqual(['good', 'warn', 'warn', 'bad', 'bad', 'bad']);
});
