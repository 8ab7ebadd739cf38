import { admin } from '@sterling/contract/admin.ts';
import { listings } from '@sterling/contract/listings.ts';
import { proxies } from '@sterling/contract/proxies.ts';
import { reports } from '@sterling/contract/reports.ts';
import { withdrawals } from '@sterling/contract/withdrawals.ts';
import { expect, test } from 'vitest';
import { fieldOf, maxLengthOf } from './schema-fields.ts';

test('the limit of a text input is the limit of the contract, including that of an optional field', () => {
  expect(maxLengthOf(fieldOf(listings.create.body, 'title'))).toBe(100);
  expect(maxLengthOf(fieldOf(listings.update.body, 'deliveryTime'))).toBe(50);
  expect(maxLengthOf(fieldOf(reports.make.body, 'text'))).toBe(2000);
  expect(maxLengthOf(fieldOf(admin.correct.body, 'reason'))).toBe(500);
  expect(maxLengthOf(fieldOf(proxies.add.body, 'username'))).toBe(255);
  expect(maxLengthOf(fieldOf(withdrawals.request.body, 'amount'))).toBeUndefined();
  expect(maxLengthOf(fieldOf(undefined, 'title'))).toBeUndefined();
});

test('a list has no limit of characters, so that a field for many lines takes them all', () => {
  expect(maxLengthOf(fieldOf(proxies.addMany.body, 'lines'))).toBeUndefined();
});
