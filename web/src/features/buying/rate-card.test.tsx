import type { AggregatedRate } from '@sterling/contract/market.ts';
import { rate, robux } from '@sterling/contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { RateCard } from './rate-card.tsx';

test.each([
  ['Up to 600 R$', { totalRobux: 1_100, largestOrder: 600, instant: 600, inParts: 900 }],
  ['Less than the smallest order', { totalRobux: 120, largestOrder: 60, instant: 60, inParts: 0 }],
  [
    'Split order only (needs your cookie)',
    { totalRobux: 1_200, largestOrder: 600, instant: 600, inParts: 1_000 },
  ],
])('S4.06 a rate that cannot fill the order says "%s"', async (text, stock) => {
  const screen = await renderCard({ accountCount: 2, sellerCount: 2, ...stock });
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('S4.06 a seller with four accounts is one seller', async () => {
  const stock = { totalRobux: 4_000, largestOrder: 1_000, instant: 1_000, inParts: 4_000 };
  const screen = await renderCard({ accountCount: 4, sellerCount: 1, ...stock });
  await expect.element(screen.getByText('1 seller · 4.0K R$ available')).toBeVisible();
});

/** The card of a rate, for an order of 1,000 Robux. */
function renderCard(stock: Omit<AggregatedRate, 'ratePerThousand'>) {
  const row = { ratePerThousand: rate(350), ...stock };
  const wanted = { amount: robux(1_000), hasCookie: false };
  const client = new QueryClient({
    defaultOptions: { queries: { queryFn: () => new Promise(() => undefined) } },
  });
  return render(
    <QueryClientProvider client={client}>
      <RateCard row={row} wanted={wanted} chosen={false} best={false} onChoose={() => undefined} />
    </QueryClientProvider>,
  );
}
