import { expect, test } from 'vitest';
import { ApiError } from '../../data/call.ts';
import { nothingDone, nothingSelected, outcomeOf, runOneByOne, toastFor } from './bulk.ts';

test('S6.03 without a selection the toast asks the seller to select accounts', () => {
  expect((['delete', 'refresh', 'activate', 'deactivate'] as const).map(nothingSelected)).toMatchObject([
    { title: 'No Selection', description: 'Please select accounts to delete' },
    { title: 'No Selection', description: 'Please select accounts to update' },
    { title: 'No Selection', description: 'Please select accounts to activate' },
    { title: 'No Selection', description: 'Please select accounts to deactivate' },
  ]);
});

test('S6.03 accounts run one after another, and a failure does not stop the next one', async () => {
  const seen: string[] = [];
  let running = 0;
  const outcome = await runOneByOne(
    ['a', 'b', 'c'],
    async (id) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      seen.push(id);
      if (id === 'b') throw new ApiError(400, { code: 'invalid_cookie', message: 'Invalid cookie' });
      return id === 'c' ? 'Roblox has moderated this account.' : null;
    },
    (tried) => seen.push(String(tried)),
  );
  expect(seen).toEqual(['0', 'a', '1', 'b', '2', 'c']);
  expect(outcome).toEqual({
    done: ['a'],
    reasons: ['The Roblox cookie is invalid or expired', 'Roblox has moderated this account.'],
  });
});

test('S6.03 a bulk call reports how many accounts succeeded and why each other one failed', () => {
  expect(
    outcomeOf(
      [
        { id: 'a', ok: true },
        { id: 'b', ok: false, message: 'There are open orders', hint: '500 Robux are promised.' },
        { id: 'c', ok: false, message: 'Invalid cookie' },
      ],
      'delete',
    ),
  ).toEqual({
    done: ['a'],
    reasons: ['There are open orders. 500 Robux are promised.', 'The Roblox cookie is invalid or expired'],
  });
});

test('S6.03 an activated account that stays off sale does not count as listed for sale', () => {
  const note = 'Roblox restricts purchases by this account until 2026-12-01 18:57 UTC (FraudChargeback).';
  const outcome = outcomeOf([{ id: 'a', ok: true, message: note }], 'activate');
  expect(toastFor('activate', outcome)).toEqual({
    title: 'Status Update Failed',
    description: note,
    variant: 'destructive',
  });
  const followsRule = { id: 'a', ok: true, message: 'Your price rule “Rule” will set its rate again.' };
  expect(outcomeOf([followsRule], 'rate')).toEqual({ done: ['a'], reasons: [] });
});

test('S6.03 the toast tells full success, partial success and failure apart', () => {
  const reasons = ['There are open orders. 500 Robux are promised.'];
  expect(toastFor('delete', { done: ['a', 'b', 'c'], reasons: [] })).toEqual({
    title: 'Accounts Deleted',
    description: 'Deleted 3 accounts',
  });
  expect(toastFor('delete', { done: ['a', 'b'], reasons })).toEqual({
    title: 'Partial Success',
    description: 'Deleted 2, 1 failed: There are open orders. 500 Robux are promised.',
    variant: 'warning',
  });
  expect(
    toastFor('refresh', { done: ['a'], reasons: ['Invalid cookie', 'There are open orders.'] }).description,
  ).toBe('Updated 1, 2 failed: Invalid cookie. Others failed for other reasons.');
  const broken = new ApiError(500, { code: 'server_error', message: 'Server error' });
  expect(toastFor('delete', nothingDone('delete', 2, broken))).toEqual({
    title: 'Delete Failed',
    description: 'Server is having issues. Please try again',
    variant: 'destructive',
  });
  expect(toastFor('delete', nothingDone('delete', 1, broken)).description).toBe(
    "Couldn't delete the account. Please try again",
  );
  expect(toastFor('activate', { done: ['a'], reasons: [] })).toEqual({
    title: 'Status Updated',
    description: '1 account activated and listed for sale',
  });
});

test('S8.03 an account with open orders cannot be deleted, and the toast gives the reason', () => {
  const kept = new ApiError(409, { code: 'open_orders', message: 'There are open orders', hint: '5 Robux.' });
  expect(nothingDone('delete', 1, kept).reasons).toEqual(['There are open orders. 5 Robux.']);
});

test('the message about an account that another tab has deleted does not say that its deletion failed', () => {
  const gone = new ApiError(404, { code: 'account_not_found', message: 'Account not found' });
  expect(nothingDone('delete', 1, gone).reasons).toEqual(["This account doesn't exist"]);
});
