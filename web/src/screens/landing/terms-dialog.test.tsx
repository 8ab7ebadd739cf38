import type { Status } from '@sterling/contract/platform.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { platformStatusQuery } from '../../features/platform/queries.ts';
import TermsDialog from './terms-dialog.tsx';

const STATUS: Status = {
  mode: 'production',
  maintenance: false,
  stopped: false,
  marketplaceFeePercent: 7.5,
  manualDeadlineMinutes: 30,
  publishesReserves: false,
};

function showTerms() {
  const client = createQueryClient(() => undefined);
  client.setQueryData(platformStatusQuery.queryKey, STATUS);
  return render(
    <QueryClientProvider client={client}>
      <TermsDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

test('the terms are reached by the keyboard, so that keys scroll them', async () => {
  const screen = await showTerms();
  await expect.element(screen.getByText('Who may use Sterling')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('region', { name: 'Terms' })).toHaveFocus();
});

test.each([
  /Marketplace sales cost the seller 7\.5%\. Withdrawals cost 4% to 8% depending on the amount, plus a network fee of \$0\.50;/,
  /Litecoin deposits are credited after 2 confirmations,/,
  /The minimum for deposits and withdrawals is \$10\./,
])('the terms name the fees and limits of this site: %s', async (text) => {
  const screen = await showTerms();
  await expect.element(screen.getByText(text)).toBeVisible();
});
