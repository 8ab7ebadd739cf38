import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useCorrect } from './use-people.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function Correct({ reason }: { reason: string }) {
  const correct = useCorrect({ id: 'nova', username: 'nova' } as never, () => undefined);
  const body = { userId: 'nova', walletType: 'buyer', amount: '100', reason } as never;
  return (
    <button type="button" onClick={() => correct.mutate(body)}>
      {reason}
    </button>
  );
}

test('a correction without an answer is not booked again because its reason was worded anew', async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    if (keys.length === 1) throw new TypeError('no answer');
    return Response.json({ balance: 100, waiting: false });
  });
  const client = new QueryClient();
  const page = (reason: string) => (
    <QueryClientProvider client={client}>
      <Correct reason={reason} />
    </QueryClientProvider>
  );
  const screen = await render(page('Refund of ticket 12'));
  await screen.getByRole('button').click();
  await expect.poll(() => keys.length).toBe(1);
  await screen.rerender(page('Refund of ticket 12.'));
  await screen.getByRole('button').click();
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[1]).toBe(keys[0]);
});
