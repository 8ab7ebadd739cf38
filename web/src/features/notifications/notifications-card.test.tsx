import type { Notifications } from '@sterling/contract/notifications.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { NotificationsCard } from './notifications-card.tsx';
import { notificationsQuery } from './use-notifications.ts';

afterEach(() => vi.unstubAllGlobals());

function Card() {
  const { data } = useQuery(notificationsQuery);
  return data ? <NotificationsCard notifications={data} /> : null;
}

test('a switch keeps the focus while it is saved, and the next one can be turned before the answer', async () => {
  let stored: Notifications = { webhookUrl: 'https://discord.com/api/webhooks/1/…', kinds: [] };
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json(stored);
    await new Promise<void>((answer) => answers.push(answer));
    stored = { ...stored, ...(JSON.parse(String(body)) as Partial<Notifications>) };
    return Response.json(stored);
  });
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Card />
    </QueryClientProvider>,
  );
  const [orders, alerts] = ['Orders', 'Alerts'].map((name) => screen.getByRole('switch', { name }));
  await expect.element(orders!).toBeVisible();
  (orders!.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(orders!).toBeChecked();
  await expect.element(orders!).toHaveFocus();
  await alerts!.click();
  for (let answered = 0; answered < 2; answered += 1) {
    await expect.poll(() => answers.length).toBe(1);
    answers.pop()!();
  }
  await expect.poll(() => stored).toMatchObject({ kinds: ['orders', 'alerts'], before: ['orders'] });
});

test('a switch whose answer was lost shows what was saved', async () => {
  let stored: Notifications = { webhookUrl: 'https://discord.com/api/webhooks/1/…', kinds: [] };
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json(stored);
    stored = { ...stored, kinds: (JSON.parse(String(body)) as Notifications).kinds };
    throw new TypeError('no answer');
  });
  const shown = vi.fn();
  const screen = await render(
    <QueryClientProvider client={createQueryClient(shown)}>
      <Card />
    </QueryClientProvider>,
  );
  const orders = screen.getByRole('switch', { name: 'Orders' });
  await orders.click();
  await expect.poll(() => shown.mock.calls.length).toBe(1);
  await expect.element(orders).toBeChecked();
});
