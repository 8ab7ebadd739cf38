import { expect, test } from 'vitest';
import { historySideOf } from './history.tsx';

test('S3.04 a seller sees sales, every other role sees purchases', () => {
  expect(['seller', 'buyer', 'admin'].map((role) => historySideOf({ role }))).toEqual([
    'seller',
    'buyer',
    'buyer',
  ]);
});
