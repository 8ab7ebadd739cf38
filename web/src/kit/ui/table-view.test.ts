import { history } from '@sterling/contract/history.ts';
import { expect, test } from 'vitest';
import { filterOf, NO_FILTER, type TableView } from './table-view.ts';

const NEWEST: TableView = { search: '', page: 1, sorting: [], filter: NO_FILTER };

const filtered = (change: object) =>
  filterOf(history.csv, { ...NEWEST, filter: { ...NO_FILTER, ...change } });

test('an empty filter sends nothing', () => {
  expect(Object.values(filterOf(history.csv, NEWEST)).filter(Boolean)).toEqual([]);
});

test('both days of a range are included, in the time zone of the user', () => {
  expect(filtered({ from: '2026-11-24', to: '2026-11-24' })).toMatchObject({
    from: new Date(2026, 10, 24).toISOString(),
    to: new Date(2026, 10, 25).toISOString(),
  });
  expect(filtered({ to: '2026-12-31' }).to).toBe(new Date(2027, 0, 1).toISOString());
});

test('a date that is only half typed is no limit', () => {
  expect(filtered({ from: '', to: '2026-' })).toMatchObject({ from: undefined, to: undefined });
});

test('an endpoint gets the search and the filters of its query, and no others', () => {
  const filter = { ...NO_FILTER, status: 'failed', action: 'users.banned' };
  const query = filterOf(history.csv, { search: 'gem', filter });
  expect(query).toMatchObject({ search: 'gem', status: 'failed' });
  expect(query).not.toHaveProperty('action');
});
