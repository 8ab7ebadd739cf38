import type { User } from '@sterling/contract/users.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentToast, toast } from '../../kit/ui/toast.ts';
import { currentUserQuery } from '../sessions/session.tsx';
import DeleteAccountDialog from './delete-account-dialog.tsx';

const WALLET = {
  id: '',
  userId: '',
  balance: 0,
  available: 0,
  withdrawable: 0,
  held: 0,
  ltcAddress: null,
  totalDeposits: 0,
  totalWithdrawals: 0,
  transactionCount: 1,
  minimumDeposit: 10,
  minimumWithdrawal: 10,
  frozen: false,
};

const TRADE = {
  id: 't',
  type: 'purchase',
  status: 'pending',
  description: 'Egg',
  amount: 5,
  direction: 'out',
  quantity: 1,
  fee: 0,
  balanceAfter: null,
  createdAt: '2026-11-26T20:00:00.000Z',
};

const sent: string[] = [];
let entries: { status: string }[] = [];
let isBusy = false;
/** The answers of the deletion and of the sign-out. By default there is none. */
let answers: { deletion?: Response; logout?: Response } = {};
beforeEach(() => {
  entries = [];
  isBusy = false;
  answers = {};
  sent.length = 0;
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (isBusy) return Response.json({ code: 'service_unavailable', message: 'No' }, { status: 503 });
    if (path.startsWith('/api/history')) return Response.json(pageOf(path));
    if (path.startsWith('/api/wallet')) {
      const walletType = path.includes('buyer') ? 'buyer' : 'seller';
      return Response.json({ ...WALLET, walletType, belowMinimum: walletType === 'buyer' ? 0.05 : 0 });
    }
    if (path.endsWith('/delete-me')) sent.push(String(body));
    const answer = path.endsWith('/delete-me')
      ? answers.deletion
      : path.endsWith('/logout') && answers.logout;
    if (answer) return answer;
    throw new TypeError('no answer');
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The part of the history that a call asks for, as the server answers it. */
function pageOf(path: string): object[] {
  const { searchParams } = new URL(path, location.origin);
  const [status, page, pageSize] = ['status', 'page', 'pageSize'].map((name) => searchParams.get(name));
  const found = entries.filter((entry) => status === null || entry.status === status);
  const end = Number(page ?? 1) * Number(pageSize);
  return found.slice(end - Number(pageSize), end);
}

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
  entries = [TRADE];
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteAccountDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText(/^1 trade is still in progress/)).toBeVisible();
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Delete account' })).toBeDisabled();
});

test('S1.12 everything in progress is counted, however long the history is', async () => {
  entries = [
    ...Array(200).fill({ ...TRADE, type: 'deposit', status: 'reversed' }),
    ...Array(201).fill(TRADE),
    { ...TRADE, type: 'robux_sale', status: 'processing' },
  ];
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <DeleteAccountDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText(/^201 trades and 1 order are still in progress/)).toBeVisible();
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

const OK = () => Response.json({ success: true });
const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status });

test.each([
  ['nothing', undefined],
  ['a refusal', refusal(503, 'service_unavailable', 'Service unavailable')],
])(
  'S1.12 after a deletion, the user is on the landing page even if the sign-out answers %s',
  async (_, logout) => {
    answers = { deletion: OK(), ...(logout && { logout }) };
    const client = await deleteAccount();
    await expect.poll(() => location.pathname).toBe('/');
    await expect.poll(() => client.getQueryData(currentUserQuery.queryKey)).toBeNull();
    expect(currentToast()?.title).toBe('Account deleted');
  },
);

test('S1.12 after a refused deletion, the user is signed out and reads the reason', async () => {
  answers = { deletion: refusal(500, 'server_error', 'Server error'), logout: OK() };
  await deleteAccount();
  await expect.poll(() => location.pathname).toBe('/');
  expect(currentToast()?.title).toBe('Delete Failed');
});

test('S1.12 a user who can be neither deleted nor signed out stays and reads why nothing was deleted', async () => {
  answers = { logout: refusal(503, 'service_unavailable', 'Service unavailable') };
  const client = await deleteAccount();
  await expect.poll(() => currentToast()?.title).toBe('No answer');
  // the failure of the sign-out must not replace the message
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(currentToast()?.title).toBe('No answer');
  expect([location.pathname, client.getQueryData(currentUserQuery.queryKey)]).toEqual(['/dashboard', USER]);
});

const USER = { id: 'u', username: 'nova', role: 'buyer' } as User;

/** Confirms the deletion on the dashboard. */
async function deleteAccount(): Promise<QueryClient> {
  history.replaceState(null, '', '/dashboard');
  const client = createQueryClient(toast);
  client.setQueryData(currentUserQuery.queryKey, USER);
  const screen = await render(
    <QueryClientProvider client={client}>
      <DeleteAccountDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.getByLabelText('Type "FORFEIT" to give up 0.05000000 LTC').fill('FORFEIT');
  await screen.getByRole('button', { name: 'Delete account' }).click();
  return client;
}
