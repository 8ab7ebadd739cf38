import type { InboxEntry } from '@sterling/contract/inbox.ts';
import { expect, test } from 'vitest';
import { targetOfEntry } from './inbox.tsx';

const ID = '0190a6c0-7f3e-7c51-9b1a-3f2f6d5a1c22';
const targetOf = (kind: InboxEntry['kind'], role: 'buyer' | 'seller' = 'seller') =>
  targetOfEntry({ kind, subjectId: ID }, { role });

test('an entry about an order or a trade opens it', () => {
  expect(targetOf('orders')).toEqual({ item: { kind: 'order', id: ID } });
  expect(targetOf('pre-orders')).toEqual({ item: { kind: 'order', id: ID } });
  expect(targetOf('sales')).toEqual({ item: { kind: 'sale', id: ID } });
  expect(targetOf('messages')).toEqual({ item: { kind: 'trade', id: ID } });
});

test('an entry about a deposit or a withdrawal opens it, whichever role the user has now', () => {
  for (const role of ['buyer', 'seller'] as const) {
    expect(targetOf('deposits', role)).toEqual({ item: { kind: 'transfer', id: ID } });
    expect(targetOf('withdrawals', role)).toEqual({ item: { kind: 'transfer', id: ID } });
  }
});

test('an entry about the protection of the account opens what its text names, even if it has the id of a price rule', () => {
  expect(targetOf('security')).toEqual({ sheet: 'security' });
});

test('an alert leads buyers to the buy page, and sellers to their rates', () => {
  expect(targetOf('alerts', 'buyer')).toEqual({ section: 'buy-robux' });
  expect(targetOf('alerts', 'seller')).toEqual({ section: 'rates' });
});
