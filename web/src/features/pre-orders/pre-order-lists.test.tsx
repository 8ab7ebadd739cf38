import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { OwnPreOrders } from './pre-order-lists.tsx';

const WAITING = {
  robuxAmount: 1_000,
  maxRatePerThousand: 1,
  maxTotal: 1,
  status: 'waiting',
  gamepassName: 'VIP',
  gamepassUrl: '',
  reason: null,
  orderId: null,
  createdAt: '2026-11-26T09:00:00.000Z',
};
const MANY = Array.from({ length: 60 }, (_, index) => ({
  ...WAITING,
  id: String(index),
  position: index + 1,
}));
afterEach(() => vi.unstubAllGlobals());

test("a trader's many pre-orders do not hide what follows, until a button shows all and keeps the focus", async () => {
  vi.stubGlobal('fetch', async () => Response.json(MANY));
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnPreOrders />
    </QueryClientProvider>,
  );
  const rows = screen.getByRole('listitem');
  const button = screen.getByRole('button');
  await expect.element(button).toHaveTextContent('Show all 60');
  expect(rows.elements()).toHaveLength(4);
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows.elements().length).toBe(60);
  await expect.element(button).toHaveTextContent('Show fewer');
  await expect.element(button).toHaveFocus();
});
