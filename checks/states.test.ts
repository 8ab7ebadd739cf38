import { expect, test } from 'vitest';
import { files, textOf } from './repository.ts';

/** Checks that the table of states in docs/guide/money.md is what the triggers allow. */

const rows = [
  ...textOf('docs/guide/money.md').matchAll(/^\| ([\w -]+) \| `(\w+)` \| (.+) \| `(\w+_guard)\(\)` \|$/gm),
].map(([, what, start, changes, guard]) => ({ what, start, changes: changes!, guard: guard! }));

/** The text of a SQL function. */
function sourceOf(name: string): string {
  const sql = files.filter((file) => /^server\/sql\/.*\.sql$/.test(file)).map(textOf);
  const [source] = sql.flatMap(
    (text) => text.match(new RegExp(`^create function ${name}\\([\\s\\S]*?^\\$\\$;$`, 'm')) ?? [],
  );
  return source!;
}

/** The changes of a cell such as "`pending → matched, closed` (why) · `matched → closed`, `waiting`". */
const documented = (cell: string): string[] =>
  cell.split(' · ').flatMap((part) => {
    const [from, ...to] = [...part.matchAll(/`([^`]+)`/g)].flatMap(([, names]) => names!.split(/ → |, /));
    return to.map((name) => `${from} → ${name}`);
  });

const allowed = (source: string): string[] =>
  [...source.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} → ${to}`);

test('the table of states has a row for each thing with states', () => {
  expect(rows.map(({ what }) => what)).toEqual([
    'order',
    'purchase attempt',
    'pre-order',
    'trade of a listing',
    'withdrawal',
    'deposit',
  ]);
});

test.each(rows)('a $what changes its state as documented', ({ start, changes, guard }) => {
  const source = sourceOf(guard);
  expect(allowed(source).toSorted()).toEqual(documented(changes).toSorted());
  // the default of the column starts a deposit
  expect(/starts as (\w+)/.exec(source)?.[1] ?? 'seen').toBe(start);
});
