import { cents } from '@sterling/contract/money.ts';
import type { Transaction } from '@sterling/contract/transactions.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CURRENT_USER_KEY } from '../../data/changes.ts';
import { noteServerTime } from '../../data/server-time.ts';
import type { Party } from './trade.ts';
import { TradeSteps } from './trade-steps.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const TRADE = {
  id: 't',
  type: 'sale',
  title: 'Gem',
  totalAmount: cents(1000),
  deliverBy: new Date('2026-11-21T12:00:00Z'),
} as Transaction;

const client = new QueryClient();
client.setQueryData(CURRENT_USER_KEY, { id: 'sela' });

const steps = (stage: Transaction['stage'], party: Party = 'seller') => (
  <QueryClientProvider client={client}>
    <TradeSteps trade={{ ...TRADE, stage }} party={party} />
  </QueryClientProvider>
);

test('a step that is no longer possible is no longer asked', async () => {
  const screen = await render(steps('pending'));
  await screen.getByRole('button', { name: 'Mark as delivered' }).click();
  const question = screen.getByRole('dialog', { name: 'Mark as delivered?' });
  await expect.element(question).toBeVisible();
  await screen.rerender(steps('cancelled'));
  await expect.element(question).not.toBeInTheDocument();
});

test('Esc does not lose the words of a step', async () => {
  const screen = await render(steps('pending'));
  await screen.getByRole('button', { name: 'Mark as delivered' }).click();
  await screen.getByLabelText('Note to the buyer').fill('It is in your inventory.');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(screen.getByLabelText('Note to the buyer')).toHaveValue('It is in your inventory.');
});

test('a delivery is sent without a note, and a dispute is not sent without a reason', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push(`${path} ${body}`);
    throw new TypeError('no answer');
  });
  const screen = await render(steps('delivered', 'buyer'));
  const question = screen.getByRole('dialog');
  await screen.getByRole('button', { name: 'Open dispute' }).click();
  await question.getByRole('button', { name: 'Open dispute' }).click();
  await expect.element(screen.getByText('Please say what is wrong')).toBeVisible();
  await screen.rerender(steps('pending'));
  await screen.getByRole('button', { name: 'Mark as delivered' }).click();
  await question.getByRole('button', { name: 'Mark as delivered' }).click();
  await expect.poll(() => sent).toEqual(['/api/transactions/t/deliver {}']);
  await screen.getByLabelText('Note to the buyer').fill('In your inventory.');
  await question.getByRole('button', { name: 'Mark as delivered' }).click();
  await expect.poll(() => sent[1]).toBe('/api/transactions/t/deliver {"note":"In your inventory."}');
});

test('a sheet that stays open offers the buyer to cancel when the delivery time has passed', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: TRADE.deliverBy.getTime() - 5_000,
  });
  const screen = await render(steps('pending', 'buyer'));
  expect(screen.getByRole('button').query()).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(screen.getByRole('button', { name: 'Cancel trade' })).toBeVisible();
  vi.useRealTimers();
});

test('a device whose clock is an hour slow offers the buyer to cancel at the right time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TRADE.deliverBy.getTime() - 3_600_000 });
  noteServerTime(new Response(null, { headers: { date: TRADE.deliverBy.toUTCString() } }));
  const screen = await render(steps('pending', 'buyer'));
  await expect.element(screen.getByRole('button', { name: 'Cancel trade' })).toBeVisible();
  noteServerTime(new Response(null, { headers: { date: new Date().toUTCString() } }));
  vi.useRealTimers();
});
