import { admin } from '@sterling/contract/admin.ts';
import { listings } from '@sterling/contract/listings.ts';
import { proxies } from '@sterling/contract/proxies.ts';
import { reports } from '@sterling/contract/reports.ts';
import { wallet } from '@sterling/contract/wallet.ts';
import { expect, test } from 'vitest';
import { errorsOf, maxLengthOf, sentence } from './contract-errors.ts';

test('the limit of a text input is the limit of the contract, also of an optional field', () => {
  expect(maxLengthOf(listings.create.body, 'title')).toBe(100);
  expect(maxLengthOf(listings.update.body, 'deliveryTime')).toBe(50);
  expect(maxLengthOf(reports.make.body, 'text')).toBe(2000);
  expect(maxLengthOf(admin.correct.body, 'reason')).toBe(500);
  expect(maxLengthOf(proxies.add.body, 'username')).toBe(255);
  expect(maxLengthOf(wallet.withdraw.body, 'amount')).toBeUndefined();
  expect(maxLengthOf(undefined, 'title')).toBeUndefined();
});

test('a message of the contract becomes a sentence', () => {
  expect(sentence('must be at most 100 characters')).toBe('This must be at most 100 characters');
  expect(sentence('Invalid amount')).toBe('Please enter a valid amount');
});

test('a blank required field asks for its value, and any other problem names the rule', () => {
  const rules = {
    missing: { host: 'Enter the host', isOwn: 'Please confirm' },
    rules: { port: ({ port }: { port: string }) => (port === '1' ? 'Not this one' : undefined) },
  };
  const draft = { host: ' ', port: '1', isOwn: false, note: '' };
  expect(errorsOf(draft, {}, rules)).toEqual({
    host: 'Enter the host',
    port: 'Not this one',
    isOwn: 'Please confirm',
  });
  expect(
    errorsOf({ ...draft, host: 'a', isOwn: true }, { host: 'is too long', port: 'is wrong' }, rules),
  ).toEqual({
    host: 'This is too long',
    port: 'This is wrong',
  });
  expect(errorsOf(draft, { port: 'is wrong' }, { wrong: { port: 'Digits only' } })).toEqual({
    port: 'Digits only',
  });
});
