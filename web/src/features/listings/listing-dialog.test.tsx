import type { Listing } from '@sterling/contract/listings.ts';
import { cents } from '@sterling/contract/money.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient, type FailureMessage } from '../../data/query-client.ts';
import { platformStatusQuery } from '../platform/queries.ts';
import ListingDialog from './listing-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const LISTING = {
  id: 'l',
  title: 'Moon Boots',
  description: null,
  itemType: 'limited_items',
  pictureId: null,
  quantity: 1,
  pricePerUnit: cents(500),
  totalPrice: cents(500),
  deliveryTime: '1 hour',
} as Listing;

test('S3.01 an edit sends only what has changed, because another tab may have changed the price', async () => {
  const fetch = vi.fn((_path: string, _init: RequestInit) => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetch);
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ListingDialog listing={LISTING} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.getByLabelText('Title').fill('Sun Boots');
  await screen.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => fetch.mock.calls.at(-1)?.[1]).toMatchObject({ method: 'PATCH' });
  expect(JSON.parse(String(fetch.mock.calls.at(-1)![1].body))).toEqual({ title: 'Sun Boots' });
});

test('a seller sees the marketplace fee and what they receive before they create a listing', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = createQueryClient(() => undefined);
  client.setQueryData(platformStatusQuery.queryKey, { marketplaceFeePercent: 5 } as never);
  const screen = await render(
    <QueryClientProvider client={client}>
      <ListingDialog listing={null} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.getByLabelText('Quantity').fill('3');
  await screen.getByLabelText('Price per unit').fill('6.66');
  const sums = screen.getByRole('dialog').getByRole('definition');
  await expect
    .poll(() => sums.elements().map(({ textContent }) => textContent))
    .toEqual(['$19.98', '$1.00', '$18.98']);
  await expect.element(screen.getByText('Marketplace fee (5%)')).toBeVisible();
});

test('a new listing whose answer was lost is sent again with the same key', async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_path: string, { method, headers }: RequestInit) => {
    if (method === 'POST') keys.push(new Headers(headers).get('idempotency-key'));
    return Promise.reject(new TypeError('no answer'));
  });
  const messages: FailureMessage[] = [];
  const screen = await render(
    <QueryClientProvider client={createQueryClient((message) => messages.push(message))}>
      <ListingDialog listing={null} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  for (const [label, text] of [
    ['Title', 'Sun Boots'],
    ['Price per unit', '2'],
    ['Delivery time', '1 hour'],
  ] as const)
    await screen.getByLabelText(label).fill(text);
  const create = screen.getByRole('button', { name: 'Create listing' });
  await create.click();
  await expect.poll(() => messages.at(-1)?.description).toContain('A second try is safe');
  await create.click();
  await expect.poll(() => messages.length).toBe(2);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});
