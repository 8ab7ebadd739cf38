import type { User } from '@sterling/contract/users.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { platformStatusQuery } from '../../features/platform/queries.ts';
import { currentUserQuery } from '../../features/sessions/session.tsx';
import { currentToast } from '../../kit/ui/toast.ts';
import DashboardPage from './dashboard-page.tsx';

vi.mock('./shell.tsx', () => ({
  Shell: ({ user }: { user: User }) => <p>The page of {user.username}</p>,
}));

const userOf = (username: string, role: User['role']) => ({ id: username, username, role }) as User;

test('after a sign-in of someone else in another tab, their dashboard opens and the page says so', async () => {
  const client = createQueryClient(() => undefined);
  client.setQueryData(platformStatusQuery.queryKey, { mode: 'production' } as never);
  client.setQueryData(currentUserQuery.queryKey, userOf('sela', 'seller'));
  history.replaceState(null, '', '/dashboard?section=proxies');
  const screen = await render(
    <QueryClientProvider client={client}>
      <DashboardPage />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('The page of sela')).toBeVisible();
  expect(currentToast()).toBeNull();

  client.setQueryData(currentUserQuery.queryKey, userOf('nova', 'buyer'));
  await expect.element(screen.getByText('The page of nova')).toBeVisible();
  await expect.poll(() => location.pathname + location.search).toBe('/dashboard');
  expect(currentToast()).toMatchObject({ title: 'Signed in as nova', variant: 'info' });
});
