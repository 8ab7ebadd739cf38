import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { CorrectionDialog, ResetFactorDialog } from './person-dialogs.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [0, /It happens immediately, so they cannot cancel it/],
  [72, /can cancel the reset for 72 hours/],
])(
  'the reset of a second factor with a wait of %i hours says whether it can be cancelled',
  async (hours, text) => {
    vi.stubGlobal('fetch', async () => Response.json([{ key: 'factor_reset_wait', value: { hours } }]));
    const screen = await render(
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <ResetFactorDialog person={{ id: 'n', username: 'nova' } as never} onClose={() => undefined} />
      </QueryClientProvider>,
    );
    await expect.element(screen.getByText(text)).toBeVisible();
  },
);

test('a correction above the maximum is refused at its field, before it is sent', async () => {
  const fetch = vi.fn(async (_request: unknown, _options?: RequestInit) =>
    Response.json([{ key: 'correction_approval', value: { overUsd: 1_500 } }]),
  );
  vi.stubGlobal('fetch', fetch);
  const person = { id: 'n', username: 'nova', role: 'buyer', buyerBalance: 0, sellerBalance: 0 } as never;
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <CorrectionDialog person={person} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await expect
    .element(screen.getByText(/exceed \$1,500, a second member of the staff must approve/))
    .toBeVisible();
  const amount = screen.getByLabelText('Amount');
  await amount.fill('1000000000.01');
  await screen.getByLabelText('Reason').fill('A test');
  await screen.getByRole('button', { name: 'Apply correction' }).click();
  await expect.element(screen.getByText('A correction is at most $1,000,000,000')).toBeVisible();
  await expect.element(amount).toHaveFocus();
  expect(fetch.mock.calls.filter(([, options]) => options?.method === 'POST')).toEqual([]);
});
