import { cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { FrozenNotice } from './notices.tsx';

test('S5.02 the notice of a frozen wallet says what ends the freeze', async () => {
  const screen = await render(<FrozenNotice available={cents(-105)} />);
  const ending = screen.getByText('The freeze ends when new money covers the missing $1.05.', {
    exact: false,
  });
  await expect.element(ending).toBeVisible();
  // the other wallet is the one below zero
  await screen.rerender(<FrozenNotice available={cents(0)} />);
  await expect.element(ending).not.toBeInTheDocument();
  await expect.element(screen.getByText('Your wallets are frozen', { exact: false })).toBeVisible();
});
