import { robux } from '@sterling/contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { currentToast } from '../../kit/ui/toast.ts';
import PreOrderDialog from './pre-order-dialog.tsx';

const PREFILL = {
  amount: robux(1_000),
  url: 'https://www.roblox.com/game-pass/1250000112/VIP',
  cookie: '',
};
afterEach(() => vi.unstubAllGlobals());

test('a buyer who presses while their gamepass is being checked is not told that it is wrong', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <PreOrderDialog prefill={PREFILL} onPlaced={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Place pre-order' }).click();
  expect(currentToast()).toMatchObject({ title: 'Still checking your gamepass', variant: 'info' });
});
