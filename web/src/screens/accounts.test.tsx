import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../data/query-client.ts';
import { accountOf } from '../features/roblox-accounts/account.test-kit.ts';
import Accounts from './accounts.tsx';

afterEach(() => vi.unstubAllGlobals());

const ACCOUNTS = [accountOf('a-1', 'FirstStock'), accountOf('a-2', 'SecondStock')];
const RESULTS = [
  { id: 'a-1', ok: true },
  { id: 'a-2', ok: false, message: 'There are open orders' },
];
const FIGURES = { robux: 1_800, total: 2, forSale: 2, sold: 0 };

const renderAccounts = () =>
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Accounts />
    </QueryClientProvider>,
  );

test('a deleted account is no longer selected, even while the list does not load again', async () => {
  let isLoaded = false;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/roblox-accounts/bulk')) return Response.json({ results: RESULTS });
    if (path.startsWith('/api/roblox-accounts/figures')) return Response.json(FIGURES);
    if (!path.startsWith('/api/roblox-accounts')) return Response.json([]);
    if (isLoaded) return new Promise(() => undefined);
    isLoaded = true;
    return Response.json(ACCOUNTS, { headers: { 'x-total-count': '2' } });
  });
  const screen = await renderAccounts();
  await screen.getByRole('checkbox', { name: 'Select all accounts' }).click();
  await screen.getByRole('button', { name: 'Delete selected' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByText('1 selected', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'Select SecondStock' })).toBeChecked();
});

test('S6.03 the button "Update selected" refreshes the balance of each selected account', async () => {
  const refreshed: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const [, id] = /^\/api\/roblox-accounts\/(.+)\/balance$/.exec(path) ?? [];
    if (id) refreshed.push(id);
    if (id) return Response.json(ACCOUNTS.find((account) => account.id === id));
    if (path.startsWith('/api/roblox-accounts/figures')) return Response.json(FIGURES);
    if (!path.startsWith('/api/roblox-accounts')) return Response.json([]);
    return Response.json(ACCOUNTS, { headers: { 'x-total-count': '2' } });
  });
  const screen = await renderAccounts();
  await screen.getByRole('checkbox', { name: 'Select all accounts' }).click();
  await screen.getByRole('button', { name: 'Update selected' }).click();
  await expect.poll(() => refreshed.toSorted()).toEqual(['a-1', 'a-2']);
});
