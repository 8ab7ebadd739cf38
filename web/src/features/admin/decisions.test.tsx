import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/admin/reviews')
      ? Response.json([review('1', 'manual_order', {}), review('2', 'report', { text: 'It is mine.' })])
      : Response.json({ message: 'Boom', code: 'server_error' }, { status: 500 }),
  );
});
afterEach(() => vi.unstubAllGlobals());

test('a review whose order cannot be read says so, and the other reviews are shown', async () => {
  const client = createQueryClient(() => undefined);
  client.setQueryData(currentUserQuery.queryKey, { id: 'o', role: 'admin', isOwner: true } as never);
  const screen = await render(
    <QueryClientProvider client={client}>
      <Decisions />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('It is mine.')).toBeVisible();
  await expect.element(screen.getByText(/could not be loaded\. Reload the page/)).toBeVisible();
});
