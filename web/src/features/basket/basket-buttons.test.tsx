import { rate, robux } from '@sterling/contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { currentToast, toast } from '../../kit/ui/toast.ts';
import { currentUserQuery } from '../sessions/session.tsx';
import { BasketButtons } from './basket-buttons.tsx';

afterEach(() => sessionStorage.clear());

const DRAFT = {
  amount: robux(1_000),
  chosen: { ratePerThousand: rate(300) },
  pass: { name: 'VIP', price: 1_000 },
  hasCookie: false,
} as never;

/** As the buy page: what was added is no longer prepared. */
function Page() {
  const [isPrepared, setPrepared] = useState(true);
  const isComplete = () => {
    if (!isPrepared) toast({ title: 'Invalid Gamepass', variant: 'destructive' });
    return isPrepared;
  };
  return (
    <BasketButtons
      draft={DRAFT}
      url="https://www.roblox.com/game-pass/1"
      isBestRate
      isComplete={isComplete}
      onAdded={() => setPrepared(false)}
    />
  );
}

test('S9.11 a double click adds a gamepass once and shows no error', async () => {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, { id: 'nova', role: 'buyer' } as never);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Add to basket' }).dblClick();
  await expect.element(screen.getByRole('button', { name: 'Open basket (1)' })).toBeVisible();
  expect(currentToast()).toMatchObject({ title: 'Added to your basket' });
});
