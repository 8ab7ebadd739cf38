import { cents, rate, robux } from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { walletQuery } from '../wallet/balance.ts';
import { CompletePurchase, OrderSummary, SummaryBar } from './order-summary.tsx';

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

test('S4.09 an order without an answer keeps its price, and its own hold asks for no deposit', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(walletQuery('buyer').queryKey, { balance: cents(0), minimumDeposit: 1000 } as Wallet);
  const sent = { ratePerThousand: rate(350) };
  const draft = { amount: robux(2_000), chosen: undefined, sent, pass: undefined, hasCookie: false };
  const screen = await render(
    <QueryClientProvider client={client}>
      <OrderSummary draft={draft} />
      <SummaryBar draft={draft}>
        <CompletePurchase draft={draft} pending={false} onPress={() => undefined} />
      </SummaryBar>
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('$3.50 per 1K')).toBeVisible();
  await expect.element(screen.getByText('$7.00').first()).toBeVisible();
  expect(screen.getByText('$7.00').elements()).toHaveLength(2);
  await expect.element(screen.getByRole('button').getByText('Try again')).toBeVisible();
  await expect.element(screen.getByText(/deposit|short/i)).not.toBeInTheDocument();
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
