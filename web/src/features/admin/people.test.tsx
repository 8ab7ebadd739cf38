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
  excludedAccounts: 0,
};

async function showPeople(...people: object[]) {
  vi.stubGlobal('fetch', async () => Response.json(people, { headers: { 'x-total-count': '1' } }));
  const client = createQueryClient(() => undefined);
  client.setQueryData(currentUserQuery.queryKey, { id: 'o', role: 'admin', isOwner: true } as never);
  return render(
    <QueryClientProvider client={client}>
      <People />
    </QueryClientProvider>,
  );
}

test('S7.03 the balance is the money in both wallets, and staff and users with two see each', async () => {
  const ada = { ...NOVA, id: 'a', username: 'ada', role: 'admin', buyerBalance: 26.1 };
  const mira = { ...NOVA, id: 'm', username: 'mira', buyerBalance: 2, sellerBalance: 3 };
  const screen = await showPeople({ ...NOVA, buyerBalance: 7 }, ada, mira);
  await expect.element(screen.getByText('Buyer $26.10 · Seller $0.00')).toBeVisible();
  await expect.element(screen.getByText('$5.00')).toBeVisible();
  await expect.element(screen.getByText('Buyer $2.00 · Seller $3.00')).toBeVisible();
  await expect.element(screen.getByText('$7.00')).toBeVisible();
  expect(screen.getByText(/Buyer \$7\.00/).query()).toBeNull();
});

test('S7.03 what a new owner can do is said when the switch is turned on', async () => {
  const screen = await showPeople(NOVA);
  await screen.getByRole('button', { name: 'Edit nova' }).click();
  await screen.getByRole('switch', { name: 'Owner' }).click();
  await expect.element(screen.getByText(/^nova can then do everything that you can/)).toBeVisible();
});

test('S7.03 the question before a ban with deletion names the money that stays frozen', async () => {
  const screen = await showPeople({ ...NOVA, buyerBalance: 26.1 });
  await screen.getByRole('button', { name: 'Edit nova' }).click();
  await screen.getByRole('button', { name: 'Ban nova' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Ban nova and delete their data?' });
  await expect
    .element(question.getByText(/\$26\.10 as a buyer and \$0\.00 as a seller, stays frozen/))
    .toBeVisible();
});

test('unsaved switches of a user are still there after another action was not taken', async () => {
  const screen = await showPeople(NOVA);
  await screen.getByRole('button', { name: 'Edit nova' }).click();
  const verified = screen.getByRole('switch', { name: 'Verified' });
  await verified.click();
  for (const [action, title] of [
    ['Ban nova', 'Ban nova and delete their data?'],
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
