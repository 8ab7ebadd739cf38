import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import DeleteAccountDialog from './delete-account-dialog.tsx';

const WALLET = {
  id: '',
  userId: '',
  ...{ balance: 0, available: 0, withdrawable: 0, held: 0, ltcAddress: null },
  ...{ totalDeposits: 0, totalWithdrawals: 0, transactionCount: 1 },
  ...{ minimumDeposit: 10, minimumWithdrawal: 10, frozen: false },
};

const TRADE = {
  ...{ id: 't', type: 'purchase', status: 'pending', description: 'Egg', amount: 5, quantity: 1 },
  createdAt: '2026-11-26T20:00:00.000Z',
};

const sent: string[] = [];
let open: object[] = [];
let isBusy = false;
beforeEach(() => {
  open = [];
  isBusy = false;
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (isBusy) return Response.json({ code: 'service_unavailable', message: 'No' }, { status: 503 });
    if (path.startsWith('/api/history')) return Response.json(open);
    if (path.startsWith('/api/wallet')) {
      const walletType = path.includes('buyer') ? 'buyer' : 'seller';
      return Response.json({ ...WALLET, walletType, belowMinimum: walletType === 'buyer' ? 0.05 : 0 });
    }
    if (path.endsWith('/delete-me')) sent.push(String(body));
    // the page stays: a sign-out would open the landing page
    throw new TypeError('no answer');
  });
});
afterEach(() => vi.unstubAllGlobals());

test('S1.12 a deposit below the minimum is named, and given up only with the word', async () => {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteAccountDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await expect
    .element(screen.getByText(/^You have deposited 0.05000000 LTC below the minimum/))
    .toBeVisible();
  const confirm = screen.getByRole('button', { name: 'Delete account' });
  await expect.element(confirm).toBeDisabled();
  await expect.element(screen.getByText(/You still have money/)).not.toBeInTheDocument();
  await screen.getByLabelText('Type "FORFEIT" to give up 0.05000000 LTC').fill('FORFEIT');
  await confirm.click();
  await expect.poll(() => sent).toEqual(['{"forfeit":true}']);
});

test('S1.12 an account with a trade in progress is not deleted, and gives up no money', async () => {
  open = [TRADE];
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteAccountDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText(/^1 trade is still in progress/)).toBeVisible();
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Delete account' })).toBeDisabled();
});

test('S1.12 an account whose money is not known is not deleted, until Retry has read it', async () => {
  isBusy = true;
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DeleteAccountDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Delete account' })).toBeDisabled();
  isBusy = false;
  await retry.click();
  await expect.element(screen.getByLabelText('Type "FORFEIT" to give up 0.05000000 LTC')).toBeVisible();
});
