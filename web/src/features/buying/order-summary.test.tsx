import { rate, robux } from '@sterling/contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { OrderSummary } from './order-summary.tsx';

const REMINDER = 'Set your gamepass price to exactly 1,000 Robux.';

test('S4.09 the summary asks the buyer to set the price of the gamepass', async () => {
  const screen = await renderSummary(false);
  await expect.element(screen.getByText(REMINDER)).toBeVisible();
});

test('S4.09 with the cookie of the buyer, which sets the price, the summary does not ask for it', async () => {
  const screen = await renderSummary(true);
  await expect.element(screen.getByText(/receive about 700 Robux/)).toBeVisible();
  await expect.element(screen.getByText(REMINDER)).not.toBeInTheDocument();
});

function renderSummary(hasCookie: boolean) {
  const stock = { totalRobux: 4_000, largestOrder: 4_000, instant: 4_000, inParts: 4_000 };
  const chosen = { ratePerThousand: rate(350), accountCount: 1, sellerCount: 1, ...stock };
  const client = new QueryClient({
    defaultOptions: { queries: { queryFn: () => new Promise(() => undefined) } },
  });
  return render(
    <QueryClientProvider client={client}>
      <OrderSummary draft={{ amount: robux(1_000), chosen, pass: undefined, hasCookie }} />
    </QueryClientProvider>,
  );
}
