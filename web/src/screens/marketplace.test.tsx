import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { refetchTopics } from '../data/live.ts';
import { createQueryClient } from '../data/query-client.ts';
import Marketplace from './marketplace.tsx';

afterEach(() => vi.unstubAllGlobals());

const listingOf = (id: string, title: string) => ({
  id,
  title,
  sellerId: 's-1',
  userId: 's-1',
  sellerName: 'sela',
  sellerRating: null,
  pictureId: null,
  description: null,
  itemType: 'robux',
  quantity: 1,
  pricePerUnit: 2,
  totalPrice: 2,
  status: 'active',
  deliveryTime: '1 hour',
  termsHash: 'x'.repeat(43),
  tradeId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const USER = {
  ...{
    id: 'u-1',
    username: 'nova',
    avatar: null,
    email: null,
    discordId: '42',
    role: 'buyer',
    walletBalance: 0,
  },
  isOwner: false,
  isVerified: true,
  isBanned: false,
  joinedAt: '2026-01-01T00:00:00.000Z',
};

test('an open marketplace shows what other people list, change and sell, and is not read again for own listings', async () => {
  let listings = [listingOf('l-1', 'Golden Crown')];
  const asked = vi.fn(async (path: string) =>
    path.startsWith('/api/listings')
      ? Response.json(listings, { headers: { 'x-total-count': String(listings.length) } })
      : Response.json(USER),
  );
  vi.stubGlobal('fetch', asked);
  const client = createQueryClient(() => undefined);
  client.setQueryData(['users', 'me'], USER);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Marketplace />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByRole('heading', { name: 'Golden Crown' })).toBeVisible();

  listings = [listingOf('l-2', 'Silver Sword'), listingOf('l-1', 'Golden Crown, worn')];
  await refetchTopics(client, ['marketplace']);
  await expect.element(screen.getByRole('heading', { name: 'Silver Sword' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Golden Crown, worn' })).toBeVisible();

  listings = [];
  await refetchTopics(client, ['marketplace']);
  await expect.element(screen.getByText('No items for sale right now.')).toBeVisible();

  const before = asked.mock.calls.length;
  await refetchTopics(client, ['listings']);
  expect(asked.mock.calls.length).toBe(before);
});
