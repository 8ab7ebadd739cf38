import type { User } from '@sterling/contract/users.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { hitsShowing, paletteQuery, scoreOf } from './palette-search.ts';

afterEach(() => vi.unstubAllGlobals());

test('a deposit that a search finds has its name in the language of the page', async () => {
  const entry = { id: 'd', type: 'deposit', description: 'In the words of the server', amount: 25 };
  const rest = {
    direction: 'in',
    quantity: null,
    status: 'completed',
    fee: 0,
    balanceAfter: null,
    createdAt: '2026-11-21T12:00:00Z',
  };
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.startsWith('/api/history') ? [{ ...entry, ...rest }] : []),
  );
  const hits = await new QueryClient().fetchQuery(paletteQuery({ role: 'buyer' } as User, 'deposit'));
  expect(hits).toMatchObject([{ key: 'd', label: 'Litecoin deposit' }]);
});

test('a search fails only if all of its lists fail', async () => {
  const search = () => new QueryClient().fetchQuery(paletteQuery({ role: 'buyer' } as User, 'deposit'));
  const failed = () => Response.json({ code: 'internal_error', message: 'Server error' }, { status: 500 });
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/history') ? failed() : Response.json([]),
  );
  expect(await search()).toEqual([]);
  vi.stubGlobal('fetch', async () => failed());
  await expect(search()).rejects.toMatchObject({ status: 500 });
});

test('Enter after fast typing opens no hit of an earlier text', () => {
  const hit = {
    key: 'a',
    kind: 'listing',
    label: '5,000 Robux by group payout',
    note: 'Listing',
    target: '/',
  } as const;
  expect(hitsShowing('ROB', [hit])).toEqual([hit]);
  expect(hitsShowing('roblox acc', [hit])).toEqual([]);
});

test('an entry is found by words of its names, and not by scattered letters', () => {
  const names = ['Transaction History', 'Invite people, earn a share'];
  expect(scoreOf('Affiliate Program', 'petra', names)).toBe(0);
  expect(scoreOf('Affiliate Program', 'hist trans', names)).toBe(0.5);
  expect(scoreOf('Robux Market', 'mark')).toBe(0.9);
  expect(scoreOf('Wallet', 'WALL', names)).toBe(1);
});
