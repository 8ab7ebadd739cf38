import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** docs/conformance.md says which test proves each row of the requirements; here that is held against the tests. */
const root = import.meta.dirname;
const MATRIX = join(root, '../shared/spec/matrix.md');

interface Row {
  readonly id: string;
  readonly proof: string;
}

const rows: Row[] = [...read('docs/conformance.md').matchAll(/^\| (S\d+\.\d+) \| (.+?) \|$/gm)].map(
  ([, id, proof]) => ({
    id: id!,
    proof: proof!,
  }),
);

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

test('each row is there once', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(70);
  expect(new Set(ids).size).toBe(ids.length);
});

test('each row that is not pending names a test whose title has its id', () => {
  const wrong = rows.filter(({ id, proof }) => {
    if (/^pending: issue \d$/.test(proof)) return false;
    const [, file] = /^`(.+)`$/.exec(proof) ?? [];
    return !file || !existsSync(join(root, file)) || !titled(file, id);
  });
  expect(wrong).toEqual([]);
});

function titled(file: string, id: string): boolean {
  return new RegExp(
    `(test|describe|it)(\\.each\\([\\s\\S]*?\\))?\\(\\s*['"\`][^'"\`]*${id.replace('.', '\\.')}`,
  ).test(read(file));
}

test.runIf(existsSync(MATRIX))('the rows are those of the requirements', () => {
  const asked = [...readFileSync(MATRIX, 'utf8').matchAll(/^\| (S\d+\.\d+) \|/gm)].map(([, id]) => id);
  expect(rows.map(({ id }) => id)).toEqual(asked);
});
