import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentToast } from '../../kit/ui/toast.ts';
import { allAccountsQuery } from '../roblox-accounts/accounts.ts';
import UpdateRatesDialog from './update-rates-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const ACCOUNTS = Array.from({ length: 250 }, (_, index) => ({
  id: `a${index}`,
  username: `Blue${index}`,
  robuxBalance: 1_000,
  ratePerThousand: 350,
  priceRule: null,
})) as unknown as RobloxAccount[];

test('a call that fails after another one succeeded does not hide the rates that were updated', async () => {
  const client = createQueryClient(() => undefined);
  client.setQueryData(allAccountsQuery.queryKey, ACCOUNTS);
  let calls = 0;
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return new Promise(() => undefined);
    calls += 1;
    if (calls === 2) return new Response('<h1>504 Gateway Time-out</h1>', { status: 504 });
    const { ids } = JSON.parse(String(body)) as { ids: string[] };
    return Response.json({ results: ids.map((id) => ({ id, ok: true })) });
  });
  const screen = await render(
    <QueryClientProvider client={client}>
      <UpdateRatesDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.getByLabelText('New rate per 1K').fill('3.33');
  await screen.getByRole('button', { name: 'Update 250 rates' }).click();
  await expect
    .poll(() => currentToast())
    .toMatchObject({
      title: 'Partial Success',
      description:
        'The rate of 200 accounts is now $3.33 per 1K, 50 failed: Something went wrong. Please try again. It may have worked. Look before you try again.',
    });
});
