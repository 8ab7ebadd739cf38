import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepEqual } from './keep-equal.ts';
import { createQueryClient } from './query-client.ts';

const rows = (...ends: (string | null)[]) =>
  ends.map((end, id) => ({ id, at: new Date('2026-01-01'), end: end === null ? null : new Date(end) }));

test('an equal answer is the one before, and a changed one keeps its equal rows', () => {
  const before = { rows: rows('2026-01-02', '2026-01-03'), total: 2 };
  expect(keepEqual(before, structuredClone(before))).toBe(before);

  const now = { rows: rows('2026-01-02', '2026-01-04'), total: 2 };
  const kept = keepEqual(before, now) as typeof now;
  expect(kept).toEqual(now);
  expect(kept.rows[0]).toBe(before.rows[0]);
  expect(kept.rows[1]!.at).toBe(before.rows[1]!.at);
});

test.each([
  [[1], [1, 2]],
  [[1, 2], [1]],
  [{ a: undefined }, { b: undefined }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ 0: 1 }, [1]],
  [new Date('2026-01-01'), '2026-01-01T00:00:00.000Z'],
  [new Map([[1, 2]]), new Map([[1, 3]])],
  [undefined, null],
])('%j and %j differ', (before, now) => {
  expect(keepEqual(before, now)).toStrictEqual(now);
});

test('a query whose answer is equal does not render its rows again', async () => {
  const client = createQueryClient(() => undefined);
  const list = new QueryObserver(client, { queryKey: ['list'], queryFn: async () => rows('2026-01-02') });
  const { data: first } = await list.refetch();
  const { data: second } = await list.refetch();
  expect(second).toBe(first);
});
