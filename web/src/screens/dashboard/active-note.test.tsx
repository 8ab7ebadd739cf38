import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ActiveNote } from './buyer-dashboard.tsx';

test.each([
  [{ pending: 0, active: 0 }, 'All clear', 'bg-good'],
  [{ pending: 0, active: 2 }, 'In progress', 'bg-good'],
  [{ pending: 1, active: 2 }, '1 pending', 'bg-warn'],
])('S2.01 the active orders %j read "%s" with the dot %s', async (counts, text, dot) => {
  const screen = await render(<ActiveNote {...counts} />);
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  expect([...screen.container.querySelector('[aria-hidden]')!.classList]).toContain(dot);
});
