import { cents, rate, robux } from '@sterling/contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { CURRENT_USER_KEY } from '../../data/changes.ts';
import { type BasketItem, type FillableLine, useBasket, useBasketPurchase } from './basket.ts';

const USER = 'nova';
const itemOf = (id: string): BasketItem => ({
  id,
  amount: robux(1_000),
  ratePerThousand: null,
  url: `https://www.roblox.com/game-pass/${id}`,
  passName: 'VIP',
});
const lineAt = (id: string, cost: number): FillableLine => ({
  item: itemOf(id),
  ratePerThousand: rate(cost),
  total: cents(cost),
  isByHand: false,
});
const REFUSED = { outcome: 'refused', code: 'out_of_stock', message: 'No stock' };

const sent: { key: string | null; body: string }[] = [];
beforeEach(() => {
  sessionStorage.setItem('basket', JSON.stringify({ userId: USER, items: ['1', '2'].map(itemOf) }));
  vi.stubGlobal('fetch', async (_path: string, { headers, body }: RequestInit) => {
    const call = { key: new Headers(headers).get('idempotency-key'), body: String(body) };
    sent.push(call);
    if (sent.length === 1) throw new TypeError('no answer');
    return call.body === sent[0]!.body
      ? Response.json({ items: [REFUSED, REFUSED] })
      : Response.json({ code: 'key_reused', message: 'No' }, { status: 409 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function Basket({ lines }: { lines: readonly FillableLine[] }) {
  const { purchase, problems, unanswered = lines } = useBasketPurchase(USER);
  return (
    <button type="button" onClick={() => purchase.mutate(unanswered)}>
      {`Buy ${useBasket(USER).length}, problems of ${[...problems.keys()].join()}`}
    </button>
  );
}

test('S9.11 a retry after a lost answer sends the same gamepasses, although the market and the basket have changed', async () => {
  const client = new QueryClient();
  client.setQueryData(CURRENT_USER_KEY, { id: USER });
  const shown = (lines: readonly FillableLine[]) => (
    <QueryClientProvider client={client}>
      <Basket lines={lines} />
    </QueryClientProvider>
  );
  const screen = await render(shown([lineAt('1', 250), lineAt('2', 250)]));
  await screen.getByRole('button').click();
  await expect.poll(() => sent.length).toBe(1);
  await screen.rerender(shown([lineAt('2', 300), lineAt('3', 300)]));
  await screen.getByRole('button').click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(sent[0]);
  await expect.element(screen.getByText('Buy 2, problems of 1,2')).toBeVisible();
});
