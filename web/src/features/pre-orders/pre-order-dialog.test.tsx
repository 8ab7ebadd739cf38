import { robux } from '@sterling/contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { currentToast } from '../../kit/ui/toast.ts';
import { currentUserQuery } from '../sessions/session.tsx';
import PreOrderDialog from './pre-order-dialog.tsx';

const PREFILL = {
  amount: robux(1_000),
  url: 'https://www.roblox.com/game-pass/1250000112/VIP',
  cookie: '',
};
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function dialog() {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, { id: 'nova', role: 'buyer' } as never);
  return (
    <QueryClientProvider client={client}>
      <PreOrderDialog prefill={PREFILL} onPlaced={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>
  );
}

test('the maximum rate that a buyer typed is still there after a deposit', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const before = await render(dialog());
  await before.getByLabelText('Maximum rate per 1K').fill('3.2');
  await before.unmount();
  const after = await render(dialog());
  await expect.element(after.getByLabelText('Maximum rate per 1K')).toHaveValue('3.2');
});

test('a buyer who presses while their gamepass is being checked is not told that it is wrong', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const screen = await render(dialog());
  await screen.getByRole('button', { name: 'Place pre-order' }).click();
  expect(currentToast()).toMatchObject({ title: 'Still checking your gamepass', variant: 'info' });
});
