import { expect, test } from 'vitest';
import { isTest, sources, textOf, within } from './repository.ts';

/** Tables whose rows `sterling_app` may delete. */
const granted = [
  ...textOf('server/sql/grants.sql').matchAll(/^grant [a-z, ]*\bdelete on\s([^;]*?)\sto sterling_app;/gm),
].flatMap(([, tables]) => tables!.trim().split(/,\s*/));

const deleted = sources
  .filter((file) => within(file, 'server/src') && !isTest(file))
  .flatMap((file) => [...textOf(file).matchAll(/deleteFrom\('(\w+)|delete from ([a-z_]+)/g)])
  .map(([, builder, statement]) =>
    builder ? builder.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : statement!,
  );

test('the application may delete only what its code deletes', () => {
  expect(granted).not.toEqual([]);
  expect(granted.filter((table) => !deleted.includes(table))).toEqual([]);
});
