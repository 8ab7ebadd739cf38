import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Pager } from './paged-rows.tsx';

function Pages() {
  const [page, setPage] = useState(1);
  return <Pager page={page} pageSize={10} total={20} onPage={setPage} />;
}

test('the pager keeps the focus on its last page, and turns no further', async () => {
  const screen = await render(<Pages />);
  const next = screen.getByRole('button', { name: 'Next' });
  (next.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Showing 11 to 20 of 20')).toBeVisible();
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Showing 11 to 20 of 20')).toBeVisible();
});
