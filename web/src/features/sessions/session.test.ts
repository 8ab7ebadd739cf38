import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../data/query-client.ts';
import { startServer } from '../../data/server.test-kit.ts';
import { currentToast } from '../../kit/ui/toast.ts';
import { currentUserQuery } from './session.tsx';

const server = startServer();

const nova = {
  id: 'u-1',
  username: 'nova#1234',
  avatar: null,
  email: null,
  discordId: '42',
  role: 'buyer',
  isOwner: false,
  isVerified: true,
  isBanned: false,
  walletBalance: 84.5,
  joinedAt: '2026-01-01T00:00:00.000Z',
};

test('S1.15 a 401 means that nobody is signed in, and logs nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer(401, { message: 'Authentication required', code: 'authentication_required' });
  expect(await createQueryClient(() => undefined).fetchQuery(currentUserQuery)).toBeNull();
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test('S7.03 a banned user is signed out, and told the reason that sign-in gives', async () => {
  server.answer(401, { message: 'Account banned', code: 'account_banned' });
  expect(await createQueryClient(() => undefined).fetchQuery(currentUserQuery)).toBeNull();
  expect(currentToast()).toMatchObject({
    title: 'This account has been suspended',
    description: 'You cannot sign in with it. If this is a mistake, contact our staff.',
    variant: 'destructive',
  });
});

test('S1.15 any other failure means that nobody is signed in, is logged, and is not retried', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer(500, { message: 'Server error', code: 'server_error' });
  const before = server.seen.length;
  expect(await createQueryClient(() => undefined).fetchQuery(currentUserQuery)).toBeNull();
  expect(server.seen.length - before).toBe(1);
  expect(logged).toHaveBeenCalledWith('Failed to get current user', expect.anything());
  logged.mockRestore();
});

test('S1.15 while the server does not answer, the known user stays; other failures end that', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answer(200, nova);
  const client = createQueryClient(() => undefined);
  await client.fetchQuery(currentUserQuery);
  const asked = () => client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  server.answer(502, '<h1>Bad Gateway</h1>');
  expect(await asked()).toMatchObject({ id: nova.id });
  server.answer(503, { message: 'Service unavailable', code: 'service_unavailable' });
  expect(await asked()).toMatchObject({ id: nova.id });
  server.answer(500, { message: 'Server error', code: 'server_error' });
  expect(await asked()).toBeNull();
  logged.mockRestore();
});

test('S1.15 the user is cached for five minutes and then refetched', async () => {
  server.answer(200, nova);
  const client = createQueryClient(() => undefined);
  const before = server.seen.length;
  expect(await client.fetchQuery(currentUserQuery)).toEqual({
    ...nova,
    walletBalance: 8450,
    joinedAt: new Date(nova.joinedAt),
  });
  const asOf = client.getQueryState(currentUserQuery.queryKey)!.dataUpdatedAt;

  const now = vi.spyOn(Date, 'now').mockReturnValue(asOf + 5 * 60_000 - 1);
  await client.fetchQuery(currentUserQuery);
  expect(server.seen.length - before).toBe(1);
  now.mockReturnValue(asOf + 5 * 60_000);
  await client.fetchQuery(currentUserQuery);
  expect(server.seen.length - before).toBe(2);
  now.mockRestore();
});
