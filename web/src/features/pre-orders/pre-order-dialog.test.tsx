import { type Cents, cents, robux } from '@sterling/contract/money.ts';
import type { PreOrder } from '@sterling/contract/pre-orders.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { currentToast } from '../../kit/ui/toast.ts';
import { currentUserQuery } from '../sessions/session.tsx';
import { walletQuery } from '../wallet/balance.ts';
import PreOrderDialog from './pre-order-dialog.tsx';
import { ownPreOrdersQuery } from './pre-orders.ts';

const PREFILL = {
  amount: robux(1_000),
  url: 'https://www.roblox.com/game-pass/1250000112/VIP',
  cookie: '',
};
const PASS = {
  id: '1250000112',
  productId: '1',
  name: 'VIP',
  price: 1_000,
  creatorName: 'Maker',
  creatorType: 'User',
  receives: 700,
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function clientWith(balance: Cents): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(currentUserQuery.queryKey, { id: 'nova', role: 'buyer' } as never);
  const wallet = { balance, minimumDeposit: cents(1_000) } as Wallet;
  client.setQueryData(walletQuery('buyer').queryKey, wallet);
  client.setQueryData(ownPreOrdersQuery.queryKey, []);
  return client;
}

function dialog(client: QueryClient) {
  return (
    <QueryClientProvider client={client}>
      <PreOrderDialog prefill={PREFILL} onPlaced={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>
  );
}

test('the maximum rate of a buyer who leaves to deposit is there afterwards, until they discard it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const address = location.href;
  const before = await render(dialog(clientWith(cents(0))));
  const rate = (screen: typeof before) => screen.getByLabelText('Maximum rate per 1K');
  await rate(before).fill('3.2');
  await before.getByRole('link', { name: 'Deposit now' }).click();
  await before.unmount();
  history.replaceState(null, '', address);
  const after = await render(dialog(clientWith(cents(0))));
  await expect.element(rate(after)).toHaveValue('3.20');
  await after.getByRole('button', { name: 'Close' }).click();
  await after.unmount();
  await expect.element(rate(await render(dialog(clientWith(cents(0)))))).toHaveValue('6.00');
});

test('a buyer who presses while their gamepass is being checked is not told that it is wrong', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const screen = await render(dialog(clientWith(cents(1_000))));
  await screen.getByRole('button', { name: 'Place pre-order' }).click();
  expect(currentToast()).toMatchObject({ title: 'Still checking your gamepass', variant: 'info' });
});

test('S4.13 a pre-order whose answer was lost does not count against itself, and can be tried again', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
    if (path.endsWith('/validate')) return Response.json(PASS);
    if (method !== 'POST') return new Promise(() => undefined);
    sent.push(new Headers(headers).get('idempotency-key')!);
    throw new TypeError('no answer');
  });
  // enough for one pre-order
  const client = clientWith(cents(600));
  const screen = await render(dialog(client));
  await expect.element(screen.getByText('Valid: VIP')).toBeVisible();
  await screen.getByRole('button', { name: 'Place pre-order' }).click();
  await expect.poll(() => sent.length).toBe(1);
  const placed = { id: 'placed', status: 'waiting', maxTotal: cents(600) } as PreOrder;
  client.setQueryData(ownPreOrdersQuery.queryKey, [placed]);
  await expect.element(screen.getByText(/your order may have gone through/)).toBeVisible();
  await expect.element(screen.getByText('Needed for your other pre-orders')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Place pre-order' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toBe(sent[0]);
});
