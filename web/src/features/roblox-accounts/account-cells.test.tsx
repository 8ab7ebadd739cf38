import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { RateCell } from './account-cells.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a price that is saved with Enter is sent once, although Enter is pressed again', async () => {
  const fetch = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetch);
  const account = { id: 'a', username: 'Blue', ratePerThousand: 350, priceRule: null } as RobloxAccount;
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RateCell account={account} />
    </QueryClientProvider>,
  );
  await screen.getByRole('button', { name: /edit price of Blue/ }).click();
  await screen.getByLabelText('Price per 1K of Blue').fill('3.20');
  await userEvent.keyboard('{Enter}{Enter}');
  expect(fetch).toHaveBeenCalledOnce();
});
