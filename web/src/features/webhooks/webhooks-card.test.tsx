import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { WebhooksCard } from './webhooks-card.tsx';

afterEach(() => vi.unstubAllGlobals());

const OFF = { reason: 'gone', at: '2026-01-02T03:04:05.000Z' };
const DELIVERY = {
  id: 'd-1',
  eventId: 'e-1',
  type: 'order.completed',
  at: '2026-01-02T03:04:05.000Z',
  state: 'given_up',
  tries: 1,
  nextTryAt: null,
  body: '{}',
  last: null,
};

/** Renders the card of a person with webhooks, the first of which is switched off. */
function renderCard(count: number) {
  const webhooks = Array.from({ length: count }, (_, index) => ({
    id: `w-${index}`,
    url: `https://example.com/${index}`,
    kinds: ['orders'],
    off: index === 0 ? OFF : null,
    failingSince: null,
    oldSecretUntil: null,
    waiting: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
  }));
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('/deliveries')
      ? Response.json([DELIVERY], { headers: { 'x-total-count': '1' } })
      : Response.json(webhooks),
  );
  return render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <WebhooksCard />
    </QueryClientProvider>,
  );
}

test('S9.03 without room for another webhook, the card says so instead of losing its button without a word', async () => {
  const screen = await renderCard(5);
  await expect.element(screen.getByText(/^You have 5 webhooks, the maximum/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add webhook' })).not.toBeInTheDocument();
});

test('S9.03 the deliveries of a webhook that is off say why nothing can be sent again', async () => {
  const screen = await renderCard(1);
  await expect.element(screen.getByText(/the maximum/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Deliveries' }).click();
  const sheet = screen.getByRole('dialog');
  await expect.element(sheet.getByRole('button', { name: 'Send again' })).toBeDisabled();
  await expect.element(sheet.getByText(/answered 410 Gone/)).toBeVisible();
});
