import type { User } from '@sterling/contract/users.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentToast } from '../../kit/ui/toast.ts';
import { useSwitchRole } from './session-actions.ts';

/** The code of the toasts, which loads until it is told to end. */
const toaster = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('../../kit/ui/toast-region.tsx', () => ({ loadToaster: () => toaster.promise }));

afterEach(() => vi.unstubAllGlobals());

const USER = { id: 'u', role: 'buyer' } as User;
const SWITCHED = {
  ...{
    id: 'u',
    username: 'nova',
    avatar: null,
    email: null,
    discordId: '7',
    role: 'seller',
    walletBalance: 0,
  },
  isOwner: false,
  isVerified: false,
  isBanned: false,
  joinedAt: '2026-11-26T20:00:00.000Z',
};

function Switch() {
  const { mutate } = useSwitchRole();
  return (
    <button type="button" onClick={() => mutate({ user: USER, role: 'seller' })}>
      Switch
    </button>
  );
}

test('S1.11 the half second for reading the toast starts when the toast can be seen', async () => {
  vi.stubGlobal('fetch', async () => Response.json(SWITCHED));
  const left: string[] = [];
  navigation.addEventListener('navigate', (event) => {
    left.push(new URL(event.destination.url).pathname);
    event.preventDefault();
  });
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Switch />
    </QueryClientProvider>,
  );
  await screen.getByRole('button').click();
  await expect.poll(currentToast).toMatchObject({ title: 'Switching Account...' });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(left).toEqual([]);
  toaster.resolve();
  await expect.poll(() => left).toEqual(['/dashboard']);
});
