import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ORDER } from './order.test-kit.ts';
import { ManualOrders, manualOrdersQuery } from './order-list.tsx';

const orderBy = (gamepassName: string, minutes: number): RobuxOrder => ({
  ...ORDER,
  id: gamepassName,
  status: 'processing',
  gamepassName,
  createdAt: new Date(),
  deadline: new Date(Date.now() + minutes * 60_000),
});

test('S4.11 manual: the order with the nearest deadline stands first, and one whose time is over says so', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(manualOrdersQuery.queryKey, [
    orderBy('Newest', 20),
    orderBy('Moved', 25),
    orderBy('Late', -1),
  ]);
  const screen = await render(
    <QueryClientProvider client={client}>
      <ManualOrders />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByRole('listitem').nth(2)).toBeVisible();
  const rows = screen
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows.map((row) => /Newest|Moved|Late/.exec(row!)![0])).toEqual(['Late', 'Newest', 'Moved']);
  expect(rows.map((row) => /Time's up|To buy/.exec(row!)![0])).toEqual(["Time's up", 'To buy', 'To buy']);
});
