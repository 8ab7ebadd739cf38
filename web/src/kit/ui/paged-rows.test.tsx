import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PagedRows, Pager } from './paged-rows.tsx';

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

test('a search that finds nothing is announced in a live region that was there before', async () => {
  const list = (rows: string[]) => (
    <PagedRows
      query={{
        data: { rows, total: rows.length, page: 1 },
        error: null,
        isPlaceholderData: false,
        refetch: async () => undefined,
      }}
      pageSize={10}
      onPage={() => undefined}
    >
      {(shown) => <p>{shown.join()}</p>}
    </PagedRows>
  );
  const screen = await render(list(['lamp']));
  const said = [...screen.container.querySelectorAll('[aria-live]')].find(({ textContent }) => !textContent);
  await screen.rerender(list([]));
  await expect.element(screen.getByText('No results.')).toBeInTheDocument();
  expect(said?.textContent).toBe('No results.');
});
