import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { currentUserQuery } from '../sessions/session.tsx';
import { ORDER } from './order.test-kit.ts';
import OrderSheet from './order-sheet.tsx';
import { orderQuery } from './orders.ts';

const placedAt = new Date(Date.now() - 20 * 60_000);
const order: RobuxOrder = {
  ...ORDER,
  status: 'processing',
  createdAt: placedAt,
  storeUrl: 'https://www.roblox.com/games/1#!/store',
};

const shown = (deadline: Date) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(currentUserQuery.queryKey, { id: 'sela', role: 'seller' } as never);
  client.setQueryData(orderQuery('o', 'seller').queryKey, { ...order, deadline });
  return render(
    <QueryClientProvider client={client}>
      <OrderSheet orderId="o" viewer="seller" onClose={() => undefined} />
    </QueryClientProvider>,
  );
};

test('S4.11 manual: a seller whose time is up is told not to buy, and can still say that they bought', async () => {
  const screen = await shown(new Date(Date.now() - 1_000));
  await expect.element(screen.getByText("Don't buy it now", { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'I bought it' })).toBeVisible();
  expect(screen.getByRole('link', { name: /store/ }).query()).toBeNull();
});

test('S4.11 manual: before the deadline the seller reads what to buy where', async () => {
  const screen = await shown(new Date(Date.now() + 600_000));
  await expect.element(screen.getByRole('link', { name: /store/ })).toBeVisible();
  expect(screen.getByText("Don't buy it now", { exact: false }).query()).toBeNull();
});
