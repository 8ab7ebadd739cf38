import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentToast, dismissToast, toast } from '../../kit/ui/toast.ts';
import { accountOf } from './account.test-kit.ts';
import { AccountFields, useAccountForm } from './account-form.tsx';

beforeEach(() => dismissToast(currentToast()?.id ?? 0));

function AddAccount() {
  const { form, onSubmit } = useAccountForm('use', () => undefined);
  return (
    <form onSubmit={onSubmit}>
      <AccountFields form={form} proxy="use" />
      <button type="submit">Add account</button>
    </form>
  );
}

/** Sends the form with a cookie and this rate. */
async function send(cookie: string, rate: string) {
  const screen = await render(
    <QueryClientProvider client={createQueryClient(toast)}>
      <AddAccount />
    </QueryClientProvider>,
  );
  await screen.getByLabelText('Roblox cookie').fill(cookie);
  await screen.getByLabelText('Rate per 1K Robux').fill(rate);
  await screen.getByRole('button', { name: 'Add account' }).click();
  await expect.element(screen.getByText('Please confirm that this account is yours')).toBeVisible();
  return screen;
}

test('S6.01 a rate out of range is an error of its field, and does not say that fields are missing', async () => {
  const screen = await send('x'.repeat(100), '7');
  await expect.element(screen.getByText('Rate must be between $1 and $6')).toBeVisible();
  expect(currentToast()).toBeNull();
});

test.each([
  ['cookie', ' ', '3.5'],
  ['rate', 'x'.repeat(100), ' '],
])('S6.01 a blank %s is missing', async (_, cookie, rate) => {
  await send(cookie, rate);
  expect(currentToast()).toMatchObject({ title: 'Error', description: 'Please fill in all fields' });
});

test.each([
  ['invalid_cookie', "Couldn't add the account. Please check the cookie"],
  ['outside_failed', "Couldn't add the account"],
])('S6.01 the title mentions the cookie only if it was refused: %s', async (code, title) => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Refused', code }, { status: 400 }));
  const screen = await send('x'.repeat(100), '3.5');
  await screen.getByLabelText(/This account is my own/).click();
  await screen.getByRole('button', { name: 'Add account' }).click();
  await expect.poll(currentToast).toMatchObject({ title });
  vi.unstubAllGlobals();
});

test.each([
  ['online', null, { description: 'Cleo is for sale at $3.50 per 1K' }],
  ['offline', 'Roblox objected.', { description: 'Roblox objected.', variant: 'warning' }],
])('S6.01 an added account that is %s reads so', async (status, statusReason, told) => {
  const added = { ...accountOf('a-1', 'Cleo'), ratePerThousand: 3.5, status, statusReason };
  vi.stubGlobal('fetch', async () => Response.json(added, { status: 201 }));
  const screen = await send('x'.repeat(100), '3.5');
  await screen.getByLabelText(/This account is my own/).click();
  await screen.getByRole('button', { name: 'Add account' }).click();
  await expect.poll(currentToast).toMatchObject({ title: 'Account Added', ...told });
  vi.unstubAllGlobals();
});
