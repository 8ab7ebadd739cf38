import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import { nothingSelected, runOneByOne, toastFor } from './bulk.ts';

const refused = (status: number, code: string, message: string, hint?: string) =>
  new ApiError(status, { code, message, ...(hint && { hint }) });

test('S6.03 with nothing selected it says what to select', () => {
  expect((['delete', 'update', 'activate', 'deactivate'] as const).map(nothingSelected)).toMatchObject([
    { title: 'No Selection', description: 'Please select accounts to delete' },
    { title: 'No Selection', description: 'Please select accounts to update' },
    { title: 'No Selection', description: 'Please select accounts to activate' },
    { title: 'No Selection', description: 'Please select accounts to deactivate' },
  ]);
});

test('S6.03 one after another, past the ones that fail', async () => {
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
      if (id === 'b') throw new Error('no');
    },
    (tried) => seen.push(String(tried)),
  );
  expect(seen).toEqual(['0', 'a', '1', 'b', '2', 'c']);
  expect(outcome).toMatchObject({ done: 2, errors: [{ message: 'no' }] });
});

test('S6.03 all done, some done, none done', () => {
  const openOrders = refused(409, 'open_orders', 'There are open orders', '500 Robux are promised.');
  expect(toastFor('delete', { done: 3, errors: [] })).toEqual({
    title: 'Accounts Deleted',
    description: 'Deleted 3 accounts',
  });
  expect(toastFor('delete', { done: 2, errors: [openOrders] })).toEqual({
    title: 'Partial Success',
    description: 'Deleted 2, 1 failed: There are open orders. 500 Robux are promised.',
    variant: 'warning',
  });
  expect(toastFor('delete', { done: 0, errors: [refused(500, 'server_error', '')] })).toEqual({
    title: 'Delete Failed',
    description: 'Server is having issues. Please try again',
    variant: 'destructive',
  });
  expect(toastFor('activate', { done: 1, errors: [] })).toEqual({
    title: 'Status Updated',
    description: '1 account activated and listed for sale',
  });
});
