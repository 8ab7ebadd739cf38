import type { Treasury } from '@sterling/contract/treasury.ts';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { TreasuryWarnings } from './treasury-warnings.tsx';

/** The parts that warnings come from, without any trouble. */
const quiet = {
  guards: { enabled: true, troubles: [] },
  node: { warnings: [] },
  signer: { troubles: [] },
  stops: [],
  price: { usd: 85, held: null },
  coins: null,
  proof: null,
} as unknown as Treasury;

test('the owner learns that there is no price, and what to do', async () => {
  const screen = await render(<TreasuryWarnings treasury={quiet} />);
  expect(screen.container.textContent).toBe('');
  await screen.rerender(<TreasuryWarnings treasury={{ ...quiet, price: { ...quiet.price, usd: null } }} />);
  await expect.element(screen.getByText(/There is no fresh price/)).toBeVisible();
});

test('every warning begins like a sentence', async () => {
  const guards = { enabled: true, troubles: ['the worker has not reached the Litecoin node for minutes'] };
  const screen = await render(<TreasuryWarnings treasury={{ ...quiet, guards }} />);
  await expect
    .element(screen.getByText('The worker has not reached the Litecoin node for minutes'))
    .toBeVisible();
});
