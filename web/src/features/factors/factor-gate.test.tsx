import type { Security } from '@sterling/contract/factors.ts';
import { cents } from '@sterling/contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { FactorGate, SecuritySection } from './security-section.tsx';
import { securityQuery } from './use-factors.ts';

const NONE: Security = {
  isRequired: true,
  factors: [],
  recoveryCodesLeft: 0,
  checkedUntil: null,
  reset: null,
  uncheckedWithdrawals: cents(0),
};
const APP: Security['factors'][number] = {
  id: '1',
  kind: 'totp',
  name: 'Phone',
  createdAt: new Date('2026-01-02T03:04:05Z'),
  usedAt: null,
};

/** Renders the gate. Nothing is asked of the server. */
async function openGate(security: Security, children: ReactNode = 'The panel') {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => security } } });
  client.setQueryData(securityQuery.queryKey, security);
  client.setQueryDefaults(securityQuery.queryKey, { refetchOnMount: false });
  const screen = await render(
    <QueryClientProvider client={client}>
      <FactorGate>{children}</FactorGate>
    </QueryClientProvider>,
  );
  return { screen, set: (next: Security) => client.setQueryData(securityQuery.queryKey, next) };
}

test('access 3: the gate stays after the first factor is added, so that its recovery codes can be read', async () => {
  const { screen, set } = await openGate(NONE);
  await expect.element(screen.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  set({ ...NONE, factors: [APP], recoveryCodesLeft: 10 });
  const finish = screen.getByRole('button', { name: 'Continue' });
  await expect.element(finish).toBeVisible();
  await expect.element(screen.getByText('The panel')).not.toBeInTheDocument();
  await finish.click();
  await expect.element(screen.getByText('The panel')).toBeVisible();
});

test('access 3: staff with a factor see the panel immediately', async () => {
  const { screen } = await openGate({ ...NONE, factors: [APP] });
  await expect.element(screen.getByText('The panel')).toBeVisible();
});

test.each([
  ['the last second factor', [APP], /your API tokens pause, and your recovery codes are deleted/],
  ['one of two', [APP, { ...APP, id: '2', name: 'Key' }], 'It will no longer confirm your actions.'],
])('the question before the removal of %s says what it stops', async (_which, factors, text) => {
  const { screen } = await openGate({ ...NONE, factors }, <SecuritySection />);
  await screen.getByRole('button', { name: 'Remove Phone' }).click();
  await expect.element(screen.getByText(text)).toBeVisible();
});
