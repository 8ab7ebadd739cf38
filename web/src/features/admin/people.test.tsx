import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentUserQuery } from '../sessions/session.tsx';
import { People } from './people.tsx';

afterEach(() => vi.unstubAllGlobals());

const NOVA = {
  id: 'n',
  username: 'nova',
  email: null,
  discordId: '1',
  avatar: null,
  role: 'buyer',
  isOwner: false,
  isVerified: false,
  isBanned: false,
  isFrozen: false,
  hasFactor: true,
  joinedAt: '2026-01-01T00:00:00.000Z',
  walletBalance: 0,
  buyerBalance: 0,
  sellerBalance: 0,
  factorResetDueAt: null,
  barredAccounts: 0,
};

test('unsaved switches of a user are still there after another action was not taken', async () => {
  vi.stubGlobal('fetch', async () => Response.json([NOVA], { headers: { 'x-total-count': '1' } }));
  const client = createQueryClient(() => undefined);
  client.setQueryData(currentUserQuery.queryKey, { id: 'o', role: 'admin', isOwner: true } as never);
  const screen = await render(
    <QueryClientProvider client={client}>
      <People />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: 'Edit nova' }).click();
  const verified = screen.getByRole('switch', { name: 'Verified' });
  await verified.click();
  for (const [action, title] of [
    ['Ban nova', 'Ban nova?'],
    ['Reset second factor', 'Reset the second factor of nova?'],
    ['End sessions', 'Sign out nova everywhere?'],
  ] as const) {
    await screen.getByRole('button', { name: action, exact: true }).click();
    const question = screen.getByRole(title.startsWith('Reset') ? 'dialog' : 'alertdialog', { name: title });
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(verified).toBeChecked();
  }
});
