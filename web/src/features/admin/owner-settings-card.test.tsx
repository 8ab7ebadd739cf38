import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { currentToast } from '../../kit/ui/toast.ts';
import { OwnerSettings } from './owner-settings-card.tsx';

/** The stored setting. */
let review: unknown;
/** Writes that have no answer yet. */
let answers: (() => void)[];
let isFailing: boolean;
let client: QueryClient;
beforeEach(() => {
  review = { overUsd: null, newAddress: false };
  answers = [];
  isFailing = false;
  client = createQueryClient(() => undefined);
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    const setting = () => ({ key: 'withdrawal_review', value: review });
    if (method === 'GET') return Response.json([setting()]);
    if (isFailing) return Response.json({ message: 'Boom', code: 'server_error' }, { status: 500 });
    const { value } = JSON.parse(String(body)) as { value: unknown };
    await new Promise<void>((answer) => answers.push(answer));
    review = value;
    return Response.json(setting());
  });
});
afterEach(() => vi.unstubAllGlobals());

const showSettings = () =>
  render(
    <QueryClientProvider client={client}>
      <OwnerSettings />
    </QueryClientProvider>,
  );

async function answerAll() {
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  for (const answer of answers.splice(0)) answer();
}

test('two safeguards of one setting that change before the first answer are both saved', async () => {
  const screen = await showSettings();
  await screen.getByLabelText('Review withdrawals over').fill('500');
  // the press takes the focus out of the amount, which saves it
  await screen.getByRole('switch', { name: 'Review new addresses' }).click();
  await answerAll();
  await answerAll();
  await expect.poll(() => review).toEqual({ overUsd: 500, newAddress: true });
  await expect.element(screen.getByLabelText('Review withdrawals over')).toHaveValue('500');
  await expect.element(screen.getByRole('switch', { name: 'Review new addresses' })).toBeChecked();
});

test('S7.07 the message after a saved setting says what it was and what it is', async () => {
  const screen = await showSettings();
  await screen.getByLabelText('Review withdrawals over').fill('500');
  await userEvent.keyboard('{Enter}');
  await answerAll();
  await expect
    .poll(() => currentToast())
    .toMatchObject({
      title: 'Setting updated successfully',
      description: 'Withdrawal review · Over: none → $500.00',
    });
});

test('a safeguard keeps the focus while it is saved', async () => {
  const screen = await showSettings();
  const toggle = screen.getByRole('switch', { name: 'Review new addresses' });
  await expect.element(toggle).toBeVisible();
  (toggle.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await answerAll();
  await expect.poll(() => review).toEqual({ overUsd: null, newAddress: true });
  await expect.element(toggle).toHaveFocus();
});

test('what was typed stays when it could not be saved, beside the saved value, until Enter saves it', async () => {
  const screen = await showSettings();
  const field = screen.getByLabelText('Review withdrawals over');
  await field.fill('500');
  isFailing = true;
  await userEvent.keyboard('{Enter}');
  const notSaved = screen.getByText('Not saved. It is Off now. Press Enter to save yours.');
  await expect.element(notSaved).toBeVisible();
  await expect.element(field).toHaveValue('500');
  isFailing = false;
  await userEvent.tab();
  await field.click();
  await userEvent.keyboard('{Enter}');
  await answerAll();
  await expect.poll(() => review).toEqual({ overUsd: 500, newAddress: false });
  await expect.element(notSaved).not.toBeInTheDocument();
});

test('a value that someone else changes while the owner types is not replaced unseen', async () => {
  const screen = await showSettings();
  const field = screen.getByLabelText('Review withdrawals over');
  await field.fill('500');
  review = { overUsd: 900, newAddress: false };
  await client.refetchQueries();
  await userEvent.tab();
  const changed = screen.getByText('Not saved. It is 900 now. Press Enter to save yours.');
  await expect.element(changed).toBeVisible();
  expect(answers).toEqual([]);
  await field.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('900');
});
