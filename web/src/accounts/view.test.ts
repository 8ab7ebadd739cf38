import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { expect, test } from 'vitest';
import { findByUsername, pageOf, sortAccounts, sumAccounts } from './view.ts';

const account = (username: string, other: Partial<RobloxAccount> = {}): RobloxAccount => ({
  id: username,
  userId: 'u',
  username,
  robloxUserId: '1',
  profilePicture: null,
  robuxBalance: 0,
  totalSold: 0,
  ratePerThousand: 4,
  status: 'online',
  statusReason: null,
  isActive: true,
  fulfilment: 'auto',
  proxyId: null,
  reservedRobux: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...other,
});
const names = (accounts: readonly RobloxAccount[]) => accounts.map(({ username }) => username);

const some = [
  account('Vault', { robuxBalance: 200, totalSold: 5, ratePerThousand: 3.15 }),
  account('blue', { robuxBalance: 1000, ratePerThousand: 10 / 3, status: 'invalid_cookie' }),
  account('Attic', { robuxBalance: 30, totalSold: 70, ratePerThousand: 2.85, isActive: false }),
];

test('S6.02 total Robux, count, what is for sale and what was sold', () => {
  expect(sumAccounts(some)).toEqual({ robux: 1230, sold: 75, count: 3, forSale: 1 });
});

test('S6.02 the search finds parts of usernames whatever their case', () => {
  expect(names(findByUsername(some, ' AU '))).toEqual(['Vault']);
  expect(names(findByUsername(some, ''))).toEqual(['Vault', 'blue', 'Attic']);
  expect(names(findByUsername(some, 'zzz'))).toEqual([]);
});

test('sorted by a head either way, as they came without one', () => {
  expect(names(sortAccounts(some, []))).toEqual(['Vault', 'blue', 'Attic']);
  expect(names(sortAccounts(some, [{ id: 'username', desc: false }]))).toEqual(['Attic', 'blue', 'Vault']);
  expect(names(sortAccounts(some, [{ id: 'robuxBalance', desc: true }]))).toEqual(['blue', 'Vault', 'Attic']);
  expect(names(sortAccounts(some, [{ id: 'ratePerThousand', desc: false }]))).toEqual([
    'Attic',
    'Vault',
    'blue',
  ]);
  expect(names(sortAccounts(some, [{ id: 'status', desc: false }]))).toEqual(['Vault', 'blue', 'Attic']);
});

test('50 on a page; a page that is no more is the last one', () => {
  const many = Array.from({ length: 120 }, (_, index) => index);
  expect(pageOf(many, 1).rows).toHaveLength(50);
  expect(pageOf(many, 3)).toEqual({ page: 3, rows: many.slice(100) });
  expect(pageOf(many, 9).page).toBe(3);
  expect(pageOf([], 1)).toEqual({ page: 1, rows: [] });
});
