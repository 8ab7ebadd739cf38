import { expect, test } from 'vitest';
import { errorsOf, sentence } from './use-contract-form.ts';

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
