import type { Webhook } from '@sterling/contract/webhooks.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import WebhookDialog from './webhook-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const WEBHOOK = { id: 'w', url: 'https://example.com/sterling', kinds: ['orders'] } as unknown as Webhook;

test('S9.03 without a kind, the focus goes to the switches, below what is wrong with them', async () => {
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <WebhookDialog step="edit" webhook={WEBHOOK} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const orders = screen.getByRole('switch', { name: 'Orders', exact: true });
  await orders.click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(orders).toHaveFocus();
  await expect
    .element(screen.getByRole('group', { name: 'Notify me about' }))
    .toHaveAccessibleDescription('Choose at least one kind');
});

test('S9.03 an edit sends only what has changed, because another tab may have changed the address', async () => {
  const fetch = vi.fn((_path: string, _init: RequestInit) => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetch);
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <WebhookDialog step="edit" webhook={WEBHOOK} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.getByRole('switch', { name: 'Sales' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => fetch.mock.calls.at(-1)?.[1]).toMatchObject({ method: 'PATCH' });
  expect(JSON.parse(String(fetch.mock.calls.at(-1)![1].body))).toEqual({ kinds: ['orders', 'sales'] });
});
