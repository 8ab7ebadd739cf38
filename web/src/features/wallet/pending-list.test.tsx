import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { PendingList, usePending } from './pending-list.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A deposit as the server sends it. */
const DEPOSIT = {
  id: 'd1',
  type: 'deposit',
  amount: 85,
  ltcAmount: 1,
  ltcAddress: 'rltc1',
  address: 'rltc1',
  txid: 't1',
  confirmations: 1,
  requiredConfirmations: 2,
  fee: 0,
  reason: null,
  price: null,
  blockHeight: 1,
  balanceAfter: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  status: 'pending',
};

function Pending() {
  const { rows } = usePending('buyer');
  return <PendingList rows={rows ?? []} />;
}

test('a deposit of newly mined coins shows its 100 confirmations in ten bars', async () => {
  const row = { ...DEPOSIT, confirmations: 57, requiredConfirmations: 100 };
  vi.stubGlobal('fetch', async () => Response.json([row]));
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Pending />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('57/100 confirmations')).toBeVisible();
  const bars = [...screen.container.querySelectorAll('[aria-hidden] > span')];
  expect(bars.map(({ classList }) => classList.contains('bg-good'))).toEqual(
    Array.from({ length: 10 }, (_, place) => place < 5),
  );
});

test('S5.02 without a price, a pending deposit shows its LTC and does not read as worth nothing', async () => {
  vi.stubGlobal('fetch', async () => Response.json([{ ...DEPOSIT, amount: 0 }]));
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Pending />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('1.00000000 LTC')).toBeVisible();
  expect(screen.container.textContent).not.toContain('$0.00');
});

test('S5.02 a deposit that is credited on the open page stays for half a minute, then only the history has it', async () => {
  let answered: object[] = [DEPOSIT];
  vi.stubGlobal('fetch', async () => Response.json(answered));
  const client = new QueryClient();
  const screen = await render(
    <QueryClientProvider client={client}>
      <Pending />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('1/2 confirmations')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answered = [{ ...DEPOSIT, status: 'completed', confirmations: 2 }];
  await client.refetchQueries();
  await vi.waitFor(() => expect(screen.container.textContent).toContain('Credited'));
  vi.advanceTimersByTime(29_000);
  expect(screen.container.textContent).toContain('Credited');
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await expect.element(screen.getByText('Credited')).not.toBeInTheDocument();
});

test('a withdrawal that nobody signs says that it waits, and can be cancelled', async () => {
  const row = { ...DEPOSIT, type: 'withdrawal', txid: null, blockHeight: null, confirmations: 0 };
  vi.stubGlobal('fetch', async () => Response.json([row]));
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Pending />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('Waiting')).toBeVisible();
  await expect.element(screen.getByText(/waits for its signature/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
});
