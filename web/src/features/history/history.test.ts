import { expect, test } from 'vitest';
import { historySideOf, isEstimate } from './history.tsx';

test('S3.04 a seller sees sales, every other role sees purchases', () => {
  expect(['seller', 'buyer', 'admin'].map((role) => historySideOf({ role }))).toEqual([
    'seller',
    'buyer',
    'buyer',
  ]);
});

test('S5.02 the dollars of a deposit are an estimate until it is credited, as in the wallet', () => {
  expect(isEstimate({ type: 'deposit', status: 'pending' })).toBe(true);
  expect(isEstimate({ type: 'deposit', status: 'completed' })).toBe(false);
  expect(isEstimate({ type: 'withdrawal', status: 'pending' })).toBe(false);
});
