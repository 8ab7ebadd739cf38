import { admin } from '@sterling/contract/admin.ts';
import { history } from '@sterling/contract/history.ts';
import { expect, test } from 'vitest';
import { filterQuery, NO_FILTER, pageQuery, type TableView } from './table-view.ts';

const NEWEST: TableView = { search: '', page: 1, sorting: [], filter: NO_FILTER };

const filtered = (change: object) =>
  filterQuery(history.csv, { ...NEWEST, filter: { ...NO_FILTER, ...change } });

test('an empty filter sends nothing', () => {
  expect(Object.values(filterQuery(history.csv, NEWEST)).filter(Boolean)).toEqual([]);
});

test('both days of a range are included, in the time zone of the user', () => {
  expect(filtered({ from: '2026-11-24', to: '2026-11-24' })).toMatchObject({
    from: new Date(2026, 10, 24).toISOString(),
    to: new Date(2026, 10, 25).toISOString(),
  });
  expect(filtered({ to: '2026-12-31' }).to).toBe(new Date(2027, 0, 1).toISOString());
});

test('the days of a list can be in UTC', () => {
  const filter = { ...NO_FILTER, from: '2026-12-31', to: '2026-12-31' };
  expect(pageQuery(admin.audit, { ...NEWEST, filter, page: 2 }, 20, 'UTC')).toMatchObject({
    from: '2026-12-31T00:00:00.000Z',
    to: '2027-01-01T00:00:00.000Z',
    page: 2,
    pageSize: 20,
  });
});

test('a date that is only half typed is no limit', () => {
  expect(filtered({ from: '', to: '2026-' })).toMatchObject({ from: undefined, to: undefined });
});

test('an endpoint gets the search and the filters of its query, and no others', () => {
  const filter = { ...NO_FILTER, status: 'failed', action: 'users.banned' };
  const query = filterQuery(history.csv, { search: 'gem', filter });
  expect(query).toMatchObject({ search: 'gem', status: 'failed' });
  expect(query).not.toHaveProperty('action');
});
