import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient, type FailureMessage } from '../../data/query-client.ts';
import { DecideDialog } from './decision-dialogs.tsx';
import type { OpenReview } from './open-reviews.ts';
import type { ReviewChoice } from './review-choices.ts';

let refusal: { status: number; body: object };
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(refusal.body, { status: refusal.status }));
});
afterEach(() => vi.unstubAllGlobals());

const moved = [{ name: 'Amount', text: '$250.00' }];
const item = { id: '1', title: 'Withdrawal', about: 'nova', moved, dispute: null } as unknown as OpenReview;
const choice: ReviewChoice = {
  label: 'Reject',
  effect: 'The money goes back to the wallet.',
  readers: 'The user will read this.',
  decision: 'reject',
};

/** Sends a decision that is refused. Returns what is said, and whether the dialog was closed. */
async function decide() {
  const said: FailureMessage[] = [];
  const close = vi.fn();
  const screen = await render(
    <QueryClientProvider client={createQueryClient((message) => said.push(message))}>
      <DecideDialog item={item} choice={choice} onClose={close} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('$250.00')).toBeVisible();
  await expect.element(screen.getByText('The user will read this.')).toBeVisible();
  await screen.getByLabelText('Reason').fill('Unknown address');
  await screen.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => said).toHaveLength(1);
  return { said, close };
}

test('a review that someone else has decided closes its dialog and says that nothing has changed', async () => {
  refusal = { status: 409, body: { message: 'This review is closed', code: 'review_closed' } };
  const { said, close } = await decide();
  expect(said[0]?.description).toBe('This review is already closed. Your decision has changed nothing.');
  expect(close).toHaveBeenCalledOnce();
});

test('after any other failure the dialog stays, with the reason that was typed', async () => {
  refusal = { status: 500, body: { message: 'Boom', code: 'server_error' } };
  const { close } = await decide();
  expect(close).not.toHaveBeenCalled();
});
