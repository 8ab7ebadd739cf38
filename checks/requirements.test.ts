import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** docs/requirements.md lists every requirement and the test that proves it. This file checks the list against the tests. */
const root = join(import.meta.dirname, '..');
const LIST = read('docs/requirements.md');

const rows = [...LIST.matchAll(/^\| (S\d+\.\d+) \| (.+?) \| (`.+`) \|$/gm)].map(
  ([, id, sentence, proofs]) => ({ id: id!, sentence: sentence!, files: filesIn(proofs!) }),
);

/** One file or several, as in "`a.test.ts`, `b.test.ts`". */
function filesIn(proofs: string): string[] {
  return proofs.split(', ').map((proof) => proof.slice(1, -1));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

test('every requirement is listed once, in order, with its own sentence', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids).toHaveLength(LIST.split('\n').filter((line) => line.startsWith('| S')).length);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(new Set(rows.map(({ sentence }) => sentence)).size).toBe(ids.length);
});

test('each test of a requirement has its id: stories as a tag, other tests in a title', () => {
  const missing = rows.flatMap(({ id, files }) =>
    files.filter((file) => !existsSync(join(root, file)) || !proves(file, id)).map((file) => `${id} ${file}`),
  );
  expect(missing).toEqual([]);
});

test('each tag of a story is the id of a requirement', () => {
  const tags = globSync('e2e/stories/*.test.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/'@(S[^']+)'/g)].map(([, id]) => ({ file, id: id! })),
  );
  expect(tags.filter(({ id }) => !rows.some((row) => row.id === id))).toEqual([]);
});

function proves(file: string, id: string): boolean {
  const escaped = id.replace('.', '\\.');
  const tag = new RegExp(`tag: (\\[[^\\]]*)?'@${escaped}'`);
  const title = new RegExp(`(test|describe|it)(\\.each\\([\\s\\S]*?\\))?\\(\\s*['"\`][^'"\`]*${escaped}`);
  return (file.startsWith('e2e/stories/') ? tag : title).test(read(file));
}

/** The guides name tests as `file` "part of a title …". A file may be given with its folder, and a title is often only a part. */
const GUIDES = ['docs/guide/faults.md', 'docs/guide/litecoin-faults.md'];
const TESTS = ['server/src', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.test.ts')),
);

test.each(GUIDES)('the tests that %s names exist', (guide) => {
  const missing = read(guide)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => missingIn(line.split(' | ')[2] ?? ''));
  expect(missing).toEqual([]);
});

function missingIn(proofs: string): string[] {
  let named: string[] = [];
  return [...proofs.matchAll(/`([^`]+)`|"([^"]+)"/g)].flatMap(([whole, file, title]) => {
    if (title !== undefined) {
      const texts = named.map(read);
      const parts = title.split('…').filter((part) => part.trim() !== '');
      const exists = texts.some((text) => parts.every((part) => text.includes(part.trim())));
      return named.length === 0 || exists ? [] : [whole];
    }
    if (file!.endsWith('/')) return [];
    named = TESTS.filter((path) => `/${path}`.endsWith(`/${file}.test.ts`));
    return named.length > 0 || existsSync(join(root, `bench/${file}.ts`)) ? [] : [whole];
  });
}
