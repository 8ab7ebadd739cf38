import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { ResetFactorDialog } from './person-dialogs.tsx';

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
