import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { currentUserQuery } from '../../features/sessions/session.tsx';
import { tradeQuery } from '../../features/transactions/trade.ts';
import OpenedItem from './opened-item.tsx';

const at = '2026-11-21T12:00:00Z';
const tradeOf = (id: string) => ({
  ...{
    id,
    listingId: 'l',
    sellerId: 's',
    buyerId: 'nova',
    type: 'purchase',
    title: `Item ${id}`,
    description: '',
  },
  ...{
    quantity: 1,
    units: 1,
    pricePerUnit: 10,
    totalAmount: 10,
    amount: 10,
    platformFee: '0.50',
    rating: null,
  },
  status: 'pending',
  stage: 'delivered',
  deliverBy: at,
  confirmAt: null,
  createdAt: at,
  endedAt: null,
  events: [],
  pictures: [],
  buyerName: 'nova',
  listing: { sellerName: 'sela', description: null, pictureId: null, deliveryTime: '1 hour' },
});

let client: QueryClient;
/** Answers the message that is being sent. */
let answer: () => void = () => undefined;
beforeEach(async () => {
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit = {}) => {
    const reply = Response.json(tradeOf(/transactions\/(\w)/.exec(path)?.[1] ?? ''));
    if (method !== 'POST') return Promise.resolve(reply);
    return new Promise((resolve) => {
      answer = () => resolve(reply);
    });
  });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(currentUserQuery.queryKey, { id: 'nova', role: 'buyer' } as never);
  for (const id of ['A', 'B']) await client.fetchQuery(tradeQuery(id));
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const sheet = (id: string) => (
  <QueryClientProvider client={client}>
    <OpenedItem kind="trade" id={id} onClose={() => undefined} />
  </QueryClientProvider>
);

test('what is typed and asked in a trade is not carried to the next one', async () => {
  const screen = await render(sheet('A'));
  await screen.getByLabelText('Message to the seller').fill('The code is 1234');
  await screen.getByRole('button', { name: 'Confirm receipt' }).click();
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  await screen.rerender(sheet('B'));
  await expect.element(screen.getByText('Item B').first()).toBeInTheDocument();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Message to the seller')).toHaveValue('');
});

test('what is typed while a message is sent stays', async () => {
  const screen = await render(sheet('A'));
  const box = screen.getByLabelText('Message to the seller');
  await box.fill('Hello');
  await screen.getByRole('button', { name: 'Send' }).click();
  await box.fill('And one more thing');
  answer();
  await expect.poll(() => client.isMutating()).toBe(0);
  await expect.element(box).toHaveValue('And one more thing');
});

test('a message that was sent while its sheet was closed is no draft', async () => {
  const screen = await render(sheet('A'));
  await screen.getByLabelText('Message to the seller').fill('Hello');
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => client.isMutating()).toBe(1);
  await screen.unmount();
  answer();
  await expect.poll(() => client.isMutating()).toBe(0);
  const again = await render(sheet('A'));
  await expect.element(again.getByLabelText('Message to the seller')).toHaveValue('');
});
