import type { Listing } from '@sterling/contract/listings.ts';
import { cents } from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { platformStatusQuery } from '../platform/queries.ts';
import { currentUserQuery } from '../sessions/session.tsx';
import { walletQuery } from '../wallet/balance.ts';
import { ConfirmTrade } from './listing-card.tsx';

const LISTING = {
  id: 'listing',
  sellerName: 'sela',
  title: 'Moon Boots',
  pictureId: null,
  deliveryTime: '1 hour',
  quantity: 1,
  pricePerUnit: cents(2000),
  totalPrice: cents(2000),
} as Listing;

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const setBalance = (client: QueryClient, balance: number) =>
  client.setQueryData(walletQuery('buyer').queryKey, { balance, minimumDeposit: 1000 } as Wallet);

async function openWith(balance: number, more: Partial<Listing> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(currentUserQuery.queryKey, { id: 'nova', role: 'buyer' } as never);
  client.setQueryData(platformStatusQuery.queryKey, { marketplaceFeePercent: 5 } as never);
  setBalance(client, balance);
  await render(
    <QueryClientProvider client={client}>
      <ConfirmTrade listing={{ ...LISTING, ...more }} onClose={() => undefined} onBought={() => undefined} />
    </QueryClientProvider>,
  );
  return client;
}

test('S3.03 a buyer with too little money is led to a deposit instead of a purchase that fails', async () => {
  const opened = location.href;
  await openWith(1500);
  const dialog = page.getByRole('alertdialog');
  const notice = 'Insufficient balance. Please deposit $5.00 more. Deposits start at $10.';
  await expect.poll(() => dialog.element().textContent).toContain(notice);
  await expect.element(page.getByRole('button', { name: 'Confirm Purchase' })).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Deposit $10.00' }).click();
  expect(location.search).toBe('?section=wallet&order=20.00&for=marketplace&item=Moon+Boots');
  history.replaceState(null, '', opened);
});

test('S3.03 a buyer with enough money confirms the purchase', async () => {
  await openWith(2000);
  await expect.element(page.getByRole('button', { name: 'Confirm Purchase' })).toBeEnabled();
  await expect.element(page.getByText('Insufficient balance')).not.toBeInTheDocument();
});

test('S3.03 what the purchase costs stands before the picture and the description', async () => {
  await openWith(2000, { description: 'Worn once', pictureId: 'p' });
  const dialog = page.getByRole('alertdialog');
  const isBefore = (element: Element) =>
    Boolean(
      dialog.getByText('Your balance').element().compareDocumentPosition(element) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    );
  expect(isBefore(dialog.element().querySelector('img')!)).toBe(true);
  expect(isBefore(dialog.getByText('Worn once').element())).toBe(true);
});

test('S3.03 a purchase that waits for its answer asks for no deposit, although its hold took the balance', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = await openWith(2000);
  await page.getByRole('button', { name: 'Confirm Purchase' }).click();
  setBalance(client, 0);
  await expect.element(page.getByText('$0.00')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Deposit/ })).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('button', { name: 'Confirm Purchase' }))
    .toHaveAttribute('aria-busy', 'true');
});

test('S3.03 a purchase whose answer was lost asks for no deposit, and can be tried again', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('idempotency-key')!);
    throw new TypeError('no answer');
  });
  const client = await openWith(2000, { id: 'lost' });
  await page.getByRole('button', { name: 'Confirm Purchase' }).click();
  await expect.element(page.getByText(/your order may have gone through/)).toBeVisible();
  setBalance(client, 0);
  await expect.element(page.getByText('$0.00')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Deposit/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Confirm Purchase' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toBe(sent[0]);
});
