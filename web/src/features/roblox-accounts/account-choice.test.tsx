import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AccountChoice } from './account-choice.tsx';

const accounts = Array.from({ length: 12 }, (_, index) => ({
  id: `a${index}`,
  username: index < 10 ? `Blue${index}` : `Green${index}`,
  robuxBalance: 1_000,
  ratePerThousand: 350,
  priceRule: null,
})) as unknown as readonly RobloxAccount[];

function Choosing() {
  const [chosen, setChosen] = useState<readonly string[]>(['a0']);
  return (
    <>
      <AccountChoice accounts={accounts} chosen={new Set(chosen)} onChoose={setChosen} error={undefined} />
      <output>{chosen.join(' ')}.</output>
    </>
  );
}

test('a long list of accounts is searched by name, and choosing all found accounts keeps the others', async () => {
  const submitted = vi.fn((event: Event) => event.preventDefault());
  document.addEventListener('submit', submitted);
  const screen = await render(
    <form>
      <Choosing />
    </form>,
  );
  await screen.getByRole('textbox', { name: 'Search by username' }).fill('green');
  await userEvent.keyboard('{Enter}');
  expect(submitted).not.toHaveBeenCalled();
  await expect.element(screen.getByRole('checkbox', { name: 'Blue1' })).not.toBeInTheDocument();
  await screen.getByRole('checkbox', { name: 'All accounts found' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('a0 a10 a11.');
  await screen.getByRole('checkbox', { name: 'Green11' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('a0 a10.');
  await screen.getByRole('textbox', { name: 'Search by username' }).fill('nobody');
  await expect.element(screen.getByText('No accounts match "nobody"')).toBeVisible();
});
