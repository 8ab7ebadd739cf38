import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentUserQuery } from '../sessions/session.tsx';
import { Decisions } from './decisions.tsx';

const review = (id: string, kind: string, facts: object) => ({
  id,
  kind,
  subjectId: id,
  userId: null,
  username: null,
  state: 'open',
  facts,
  dispute: null,
  reason: null,
  decidedBy: null,
  openedAt: '2026-03-04T05:06:07Z',
  closedAt: null,
});

afterEach(() => vi.unstubAllGlobals());

async function show(reviews: readonly object[], user: object) {
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/admin/reviews')
      ? Response.json(reviews)
      : Response.json({ message: 'Boom', code: 'server_error' }, { status: 500 }),
  );
  const client = createQueryClient(() => undefined);
  client.setQueryData(currentUserQuery.queryKey, { role: 'admin', isOwner: true, ...user } as never);
  return render(
    <QueryClientProvider client={client}>
      <Decisions />
    </QueryClientProvider>,
  );
}

test('S7.01 staff who have a part in a review see who decides it instead of buttons', async () => {
  const correction = review('1', 'correction', { amount: 5, requestedBy: 'otto#0001' });
  const screen = await show([correction, review('2', 'correction', { amount: 7, requestedBy: 'ada' })], {
    id: 'o',
    username: 'otto#0001',
  });
  await expect.element(screen.getByRole('button', { name: 'Approve $7.00' })).toBeVisible();
  await expect.element(screen.getByText(/You have a part in this/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Approve $5.00' })).not.toBeInTheDocument();
});

test('a review whose order cannot be read says so, and the other reviews are shown', async () => {
  const reviews = [review('1', 'manual_order', {}), review('2', 'report', { text: 'It is mine.' })];
  const screen = await show(reviews, { id: 'o', username: 'otto' });
  await expect.element(screen.getByText('It is mine.')).toBeVisible();
  await expect.element(screen.getByText(/could not be loaded\. Reload the page/)).toBeVisible();
});
