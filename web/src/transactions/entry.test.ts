import type { HistoryEntry } from '@sterling/contract/history.ts';
import { expect, test } from 'vitest';
import { historyRoleOf, newestOf, sideOf } from './entry.ts';

const entry = (id: string, type: HistoryEntry['type'], createdAt: string): HistoryEntry => ({
  id,
  type,
  createdAt,
  description: 'Gem',
  amount: 1,
  quantity: 1,
  status: 'completed',
});

test('S2.06 recent sales merge sales of listings and of Robux, newest first', () => {
  const sales = [
    entry('b', 'sale', '2026-11-20T10:00:00.000Z'),
    entry('d', 'sale', '2026-11-18T10:00:00.000Z'),
  ];
  const robux = [
    entry('a', 'robux_sale', '2026-11-21T10:00:00.000Z'),
    entry('c', 'robux_sale', '2026-11-19T10:00:00.000Z'),
  ];
  expect(newestOf([sales, robux], 3).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('S3.04 a seller sees what he sold, every other role what it bought', () => {
  expect(['seller', 'buyer', 'admin'].map((role) => historyRoleOf({ role }))).toEqual([
    'seller',
    'buyer',
    'buyer',
  ]);
  expect(sideOf({ type: 'robux_sale' })).toBe('seller');
  expect(sideOf({ type: 'robux_purchase' })).toBe('buyer');
});
