import { keepPreviousData, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../../data/query-client.ts';
import { PagedRows } from './paged-rows.tsx';
import { SearchInput } from './table-filters.tsx';
import { useSearchText } from './table-view.ts';

const NAMES = ['ada', 'bram', 'mira', 'nova'];
/** Longer than the pause after which typed text becomes the search, shorter than a press in these tests. */
const ANSWER_MS = 700;
const PRESS = { delay: 1_300 };

const find = async (search: string) => {
  if (search) await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  const rows = NAMES.filter((name) => name.includes(search));
  return { rows, total: rows.length, page: 1 };
};

function People({ onPress }: { onPress: (what: string) => void }) {
  const [search, setSearch] = useState('');
  const typed = useSearchText(search, setSearch);
  const query = useQuery({
    queryKey: ['users', search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <SearchInput label="Search users" search={typed} />
      <PagedRows query={query} pageSize={10} onPage={() => undefined}>
        {(rows) =>
          rows.map((name) => (
            <button key={name} type="button" onClick={() => onPress(name)} style={{ display: 'block' }}>
              {name}
            </button>
          ))
        }
      </PagedRows>
      <button type="button" onClick={() => onPress('next')}>
        next
      </button>
    </>
  );
}

async function showPeople() {
  const press = vi.fn();
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <People onPress={press} />
    </QueryClientProvider>,
  );
  const button = (name: string) => screen.getByRole('button', { name });
  await expect.element(button('mira')).toBeVisible();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Search users' }), 'mira');
  return { press, button };
}

test.each([
  ['that stays', 'mira'],
  ['that the search does not find', 'nova'],
  ['below the list', 'next'],
])('a press after typing reaches a button %s, and then the list changes', async (_, name) => {
  const { press, button } = await showPeople();
  await userEvent.click(button(name), PRESS);
  expect(press.mock.calls).toEqual([[name]]);
  await expect.element(button('nova')).not.toBeInTheDocument();
  await expect.element(button('mira')).toBeVisible();
});

test('a press while the answer of a search arrives reaches its button', async () => {
  const { press, button } = await showPeople();
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  await userEvent.click(button('mira'), PRESS);
  expect(press.mock.calls).toEqual([['mira']]);
});
