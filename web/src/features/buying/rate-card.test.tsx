import type { Rate } from '@sterling/contract/money.ts';
import { robux } from '@sterling/contract/money.ts';
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
])('S4.05 a rate that cannot fill the order says "%s"', async (text, stock) => {
  const row = { ratePerThousand: 350 as Rate, accountCount: 2, ...stock };
  const wanted = { amount: robux(1_000), hasCookie: false };
  const client = new QueryClient({
    defaultOptions: { queries: { queryFn: () => new Promise(() => undefined) } },
  });
  const screen = await render(
    <QueryClientProvider client={client}>
      <RateCard row={row} wanted={wanted} chosen={false} best={false} onChoose={() => undefined} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText(text)).toBeVisible();
});
