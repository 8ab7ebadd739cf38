import { history } from '@sterling/contract/history.ts';
import { expect, test } from 'vitest';
import { acceptedParams, addressWith } from './use-url-state.ts';

const at = (search: string, hash = '') => ({ pathname: '/dashboard', search, hash }) as Location;

test('an address keeps the parameters and the part that did not change', () => {
  expect(
    addressWith(at('?section=transactions&page=2', '#panel-audit'), { search: 'a b', page: undefined }),
  ).toBe('/dashboard?section=transactions&search=a+b#panel-audit');
  expect(addressWith(at('?page=2'), { page: '' })).toBe('/dashboard');
});

test('a parameter that the contract refuses counts as absent', () => {
  const names = ['page', 'sort', 'status', 'search', 'other'] as const;
  const accepted = (search: string, prefix?: string) =>
    acceptedParams(new URLSearchParams(search), history.list.query, names, prefix);
  expect(accepted('page=2&sort=amount&status=completed&search=x')).toEqual({
    page: '2',
    sort: 'amount',
    status: 'completed',
    search: 'x',
  });
  expect(accepted('page=-1&sort=password&status=lost&other=1')).toEqual({});
  expect(accepted('page=2&users-page=3', 'users-')).toEqual({ page: '3' });
});
