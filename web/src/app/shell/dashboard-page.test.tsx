import type { User } from '@sterling/contract/users.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { platformStatusQuery } from '../../features/platform/queries.ts';
import { currentUserQuery } from '../../features/sessions/session.tsx';
import { currentToast, dismissToast } from '../../kit/ui/toast.ts';
import DashboardPage from './dashboard-page.tsx';

vi.mock('./shell.tsx', () => ({
  Shell: ({ user }: { user: User }) => <p>The page of {user.username}</p>,
}));

beforeEach(() => dismissToast(currentToast()?.id ?? 0));

const userOf = (username: string, role: User['role']) => ({ id: username, username, role }) as User;

test('S1.14 after a sign-in of someone else in another tab, their dashboard opens and the page says so', async () => {
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

  client.setQueryData(currentUserQuery.queryKey, userOf('nova#1234', 'buyer'));
  await expect.element(screen.getByText('The page of nova#1234')).toBeVisible();
  await expect.poll(() => location.pathname + location.search).toBe('/dashboard');
  expect(currentToast()).toMatchObject({ title: 'Signed in as nova', variant: 'info' });
});

test('a member of the staff whose rights were withdrawn learns why the page has changed', async () => {
  const client = createQueryClient(() => undefined);
  client.setQueryData(platformStatusQuery.queryKey, { mode: 'production' } as never);
  client.setQueryData(currentUserQuery.queryKey, userOf('ada', 'admin'));
  const screen = await render(
    <QueryClientProvider client={client}>
      <DashboardPage />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('The page of ada')).toBeVisible();
  client.setQueryData(currentUserQuery.queryKey, userOf('ada', 'buyer'));
  await expect.poll(currentToast).toMatchObject({ title: 'Your role has changed', variant: 'warning' });
});
