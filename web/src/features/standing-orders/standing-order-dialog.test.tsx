import { rate, robux } from '@sterling/contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient, type FailureMessage } from '../../data/query-client.ts';
import { StandingOrderDialog } from './standing-order-dialog.tsx';

const PREPARED = {
  amount: robux(1_000),
  rate: rate(300),
  url: 'https://www.roblox.com/game-pass/1250000112/VIP',
};
const REPLY = {
  id: '1',
  robuxAmount: 1_000,
  ratePerThousand: 3,
  maxTotal: 3,
  gamepassUrl: PREPARED.url,
  gamepassName: 'VIP',
  weekday: 1,
  hour: 18,
  tz: 'UTC',
  nextAt: '2026-12-02T09:00:00.000Z',
  pausedBecause: null,
  createdAt: '2026-11-26T09:00:00.000Z',
  rounds: [],
};

const sent: { key: string | null; body: string }[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (_path: string, { method, headers, body }: RequestInit) => {
    // the wallet, which no test needs
    if (method === 'GET') return new Promise(() => undefined);
    sent.push({ key: new Headers(headers).get('idempotency-key'), body: String(body) });
    if (sent.length === 1) throw new TypeError('no answer');
    return Response.json(REPLY, { status: 201 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('S9.10 a retry after a lost answer sets the same standing order, although the dialog was opened again', async () => {
  const onClose = vi.fn();
  const client = new QueryClient();
  const shown = (opened: number) => (
    <QueryClientProvider client={client}>
      <StandingOrderDialog key={opened} prepared={PREPARED} onClose={onClose} />
    </QueryClientProvider>
  );
  const screen = await render(shown(1));
  const set = screen.getByRole('button', { name: 'Add standing order' });
  await set.click();
  await expect.poll(() => sent.length).toBe(1);
  await screen.rerender(shown(2));
  await set.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/);
  expect(sent.slice(1)).toEqual([sent[0]]);
});

test('S9.10 the form says what an order may cost every week, and the risk of buying Robux', async () => {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <StandingOrderDialog prepared={PREPARED} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const form = screen.getByRole('dialog', { name: 'New standing order' });
  await expect.element(form.getByText('$3.00', { exact: true })).toBeVisible();
  await screen.getByLabelText('Maximum rate per 1K').fill('2.5');
  await expect.element(form.getByText('$2.50', { exact: true })).toBeVisible();
  await screen.getByLabelText('Maximum rate per 1K').fill('7');
  await expect.element(form.getByText('–', { exact: true })).toBeVisible();
  await expect.element(form.getByText('Know the risk.')).toBeVisible();
});

test('an amount that the press itself has raised is shown before it is ordered every week', async () => {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <StandingOrderDialog prepared={PREPARED} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const amount = screen.getByRole('textbox', { name: 'Robux amount' });
  await amount.click();
  await userEvent.keyboard('{Control>}a{/Control}50');
  const set = screen.getByRole('button', { name: 'Add standing order' });
  await set.click();
  await expect.element(amount).toHaveValue('100');
  expect(sent).toEqual([]);
  await set.click();
  await expect.poll(() => sent.length).toBe(1);
  expect(JSON.parse(sent[0]!.body)).toMatchObject({ robuxAmount: 100 });
});

test('what the server says against the gamepass stands at its field, which gets the focus', async () => {
  const refused = { code: 'gamepass_not_for_sale', message: 'Invalid gamepass: not for sale' };
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) =>
    method === 'GET' ? new Promise(() => undefined) : Response.json(refused, { status: 400 }),
  );
  const messages: FailureMessage[] = [];
  const screen = await render(
    <QueryClientProvider client={createQueryClient((message) => messages.push(message))}>
      <StandingOrderDialog prepared={PREPARED} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Add standing order' }).click();
  const url = screen.getByLabelText('Gamepass URL');
  await expect.element(url).toHaveFocus();
  await expect.element(url).toHaveAttribute('aria-invalid', 'true');
  expect(messages).toEqual([]);
});
