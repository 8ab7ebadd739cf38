import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import StandingOrdersSheet from './standing-orders-sheet.tsx';

const ORDER = {
  id: '1',
  robuxAmount: 2_000,
  ratePerThousand: 3,
  maxTotal: 6,
  gamepassUrl: 'https://www.roblox.com/game-pass/1250000112/VIP',
  gamepassName: 'VIP',
  weekday: 1,
  hour: 18,
  tz: 'UTC',
  nextAt: '2026-12-02T09:00:00.000Z',
  pausedBecause: null,
  createdAt: '2026-11-26T09:00:00.000Z',
  rounds: [],
};
afterEach(() => vi.unstubAllGlobals());

const show = (orders: readonly object[]) => {
  vi.stubGlobal('fetch', async () => Response.json(orders));
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <StandingOrdersSheet
        prepared={{ amount: 0, rate: undefined, url: '' } as never}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
};

test('S9.10 a standing order says what it may cost every week', async () => {
  const screen = await show([ORDER]);
  await expect.element(screen.getByText('Max $3.00 per 1K · up to $6.00 every week')).toBeVisible();
});

test('who has as many standing orders as possible reads why there is no further one', async () => {
  const screen = await show(Array.from({ length: 20 }, (_, id) => ({ ...ORDER, id: String(id) })));
  await expect.element(screen.getByText(/^You have 20 standing orders, the maximum/)).toBeVisible();
  await screen.getByRole('button', { name: 'New standing order' }).click({ force: true });
  expect(screen.getByRole('dialog', { name: 'Buy every week' }).query()).toBeNull();
});
