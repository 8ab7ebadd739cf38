import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import StandingOrdersSheet from './standing-orders-sheet.tsx';

const ORDER = {
  ...{ id: '1', robuxAmount: 2_000, ratePerThousand: 3, maxTotal: 6 },
  ...{ gamepassUrl: 'https://www.roblox.com/game-pass/1250000112/VIP', gamepassName: 'VIP' },
  ...{ weekday: 1, hour: 18, tz: 'UTC', nextAt: '2026-12-02T09:00:00.000Z', pausedBecause: null },
  ...{ createdAt: '2026-11-26T09:00:00.000Z', rounds: [] },
};
afterEach(() => vi.unstubAllGlobals());

test('S9.10 a standing order says what it may cost every week', async () => {
  vi.stubGlobal('fetch', async () => Response.json([ORDER]));
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <StandingOrdersSheet
        prepared={{ amount: 0, rate: undefined, url: '' } as never}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('Max $3.00 per 1K · up to $6.00 every week')).toBeVisible();
});
