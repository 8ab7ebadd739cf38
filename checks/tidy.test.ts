import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { refWritesInRender } from './render-writes.ts';
import {
  type Arrow,
  arrows,
  cycles,
  files,
  isTest,
  nounOf,
  sources,
  textOf,
  tracked,
  within,
} from './repository.ts';

/** Checks the repository: imports as in ARCHITECTURE.md, no cycles, documents that exist, what stands in one place. */

/** Imports that are not allowed. */
const FORBIDDEN: readonly [rule: string, broken: (arrow: Arrow) => boolean][] = [
  [
    'the contract imports zod and itself only',
    ({ from, to }) =>
      within(from, 'contract/src') && !isTest(from) && !within(to, 'contract/src') && to !== 'zod/mini',
  ],
  [
    'the browser sees the contract and nothing of the server',
    ({ from, to }) => within(from, 'web/src') && within(to, 'server', 'sandbox', 'e2e'),
  ],
  [
    'the client imports nothing but its own files',
    ({ from, to }) =>
      within(from, 'packages/client/src') &&
      !isTest(from) &&
      !within(to, 'packages/client/src') &&
      to !== 'node:util',
  ],
  [
    'the sandbox imports nothing of the product',
    ({ from, to }) => within(from, 'sandbox/src') && within(to, 'server', 'contract', 'web'),
  ],
  [
    'stories see a browser and HTTP only',
    ({ from, to }) => within(from, 'e2e') && within(to, 'server', 'web', 'sandbox', 'contract'),
  ],
  [
    'rules know the contract only',
    ({ from, to }) => /\.rules\.ts$/.test(from) && within(to, 'server/src') && !/\.rules\.ts$/.test(to),
  ],
  [
    'only lookups, jobs, routes and the files that open adapters import adapters',
    ({ from, to }) =>
      within(from, 'server/src') &&
      !isTest(from) &&
      within(to, 'server/src/outside') &&
      !mayReachOutside(from) &&
      !isTypeOnly(from, to),
  ],
  [
    'the web app imports downward: app, screens, features, kit, data',
    (arrow) => isUpward(arrow, 'web/src', WEB_LAYERS),
  ],
  ['a feature imports only features before it', (arrow) => isUpward(arrow, 'web/src/features', WEB_FEATURES)],
  [
    'verbs and reads do not know HTTP',
    ({ from, to }) =>
      within(from, 'server/src') &&
      !isTest(from) &&
      within(to, 'server/src/platform/http') &&
      !/\.routes\.ts$|sign-in\.ts$|src\/web\.ts$/.test(from) &&
      !within(from, 'server/src/platform/http'),
  ],
];

/** The folders of the web app. A folder imports only itself and the folders before it. */
const WEB_LAYERS = ['data', 'kit', 'features', 'screens', 'app'];
/** A feature imports only the features before it. */
const WEB_FEATURES = [
  'platform factors api-credentials sessions withdrawal-addresses wallet reserves proxies roblox-accounts account-history account-imports',
  'price-rules market history orders buying basket pre-orders price-alerts standing-orders transactions spending',
  'inbox listings stats affiliate notifications webhooks own-data reports admin',
].flatMap((names) => names.split(' '));

/** Whether an import of the web app goes from one of these folders to a later one. Unknown folders are later. */
function isUpward({ from, to }: Arrow, folder: string, order: readonly string[]): boolean {
  if (!within(from, folder) || !within(to, folder)) return false;
  const [place, target] = [from, to].map((path) => {
    const [first, ...rest] = path.slice(folder.length + 1).split('/');
    return rest.length === 0 ? order.length : order.indexOf(first!);
  });
  return place === -1 || target === -1 || target! > place!;
}

function mayReachOutside(path: string): boolean {
  return (
    /\.(lookups|jobs|routes)\.ts$/.test(path) ||
    /server\/src\/(app|services|worker)\.ts$/.test(path) ||
    within(path, 'server/src/outside', 'server/src/tools/demo')
  );
}

/** Types of an adapter may be imported anywhere, because they call nothing. */
function isTypeOnly(from: string, to: string): boolean {
  const name = to.split('/').pop()!;
  return [...textOf(from).matchAll(/import (type )?[^;]*?from '([^']+)'/g)].every(
    ([, type, specifier]) => !specifier!.endsWith(name) || type,
  );
}

test.each(FORBIDDEN)('imports: %s', (_rule, broken) => {
  expect(arrows.filter(broken).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('imports: WEB_FEATURES names every feature, each after those that it imports', () => {
  const features = sources.filter((file) => within(file, 'web/src/features'));
  const folders = new Set(features.map((file) => file.split('/')[3]!));
  expect([...WEB_FEATURES].sort()).toEqual([...folders].sort());
});

test('imports: no two nouns of the server import each other in a cycle of verbs', () => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of arrows) {
    const [noun, other] = [nounOf(from), nounOf(to)];
    if (!within(from, 'server/src') || isTest(from) || !noun || !other || noun === other) continue;
    if (/\.(routes|jobs)\.ts$/.test(from) || ['http', 'demo'].includes(noun)) continue;
    edges.set(noun, (edges.get(noun) ?? new Set()).add(other));
  }
  expect(cycles(edges)).toEqual([]);
});

test('imports: no cycle of files, not even of types or lazy imports', () => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of arrows)
    if (sources.includes(to)) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  expect(cycles(edges)).toEqual([]);
});

test('every document that a file names exists', () => {
  const documents = tracked;
  const named = [...files, ...documents.filter((file) => file.endsWith('.md'))].flatMap((file) =>
    [...textOf(file).matchAll(/(?<![\w*<:/])(?!doc\/)[\w./-]*\w\.md\b/g)].map(([name]) => ({ file, name })),
  );
  const missing = named.filter(
    ({ file, name }) =>
      ![normalize(join(dirname(file), name)), name.replace(/^.*(?=docs\/)/, '')].some((path) =>
        documents.includes(path),
      ),
  );
  expect(missing).toEqual([]);
});

const ONE_PLACE: readonly [what: string, pattern: RegExp, allowed: (file: string) => boolean][] = [
  [
    'process.env is read by config and the scripts that start it',
    /process\.env/,
    (file) =>
      /server\/src\/(config|main|platform\/db\/embedded)\.ts$|^scripts\/|^e2e\/|^bench\/|sandbox\/src\/main\.ts$|^packages\/client\/|^web\/vite\.config\.ts$/.test(
        file,
      ),
  ],
  [
    'console is for scripts',
    /console\.(log|error|info)/,
    (file) => /^scripts\/|^bench\/|^web\/src\/|sandbox\/src\/main\.ts$/.test(file),
  ],
  [
    'ledger functions are called by the ledger',
    /ledger_(post|hold|void_hold|resize_hold)\(/,
    (file) => within(file, 'server/src/money/ledger', 'bench'),
  ],
  [
    'a route writes through its call, which checks in the transaction that the caller still may',
    /\b(inTransaction\(|\.transaction\(\))/,
    (file) => !/\.routes\.ts$/.test(file),
  ],
  [
    'the browser keeps texts by data/storage',
    /\b(?:local|session)Storage\.(?:get|set|remove)Item/,
    (file) => !within(file, 'web/src'),
  ],
  [
    'a read of the first row has a limit, because Kysely would fetch all of them',
    /\.orderBy\((?:(?!\.limit\(|;\n)[\s\S])*?\.executeTakeFirst/,
    (file) => !within(file, 'server/src'),
  ],
  [
    'a table has a name, by kit/ui/data-table',
    /<table[\s>]/,
    (file) => !within(file, 'web/src') || file === 'web/src/kit/ui/data-table.tsx',
  ],
  [
    'a form ignores a second submit, by kit/form/form',
    /<form\b/,
    (file) => !within(file, 'web/src') || file === 'web/src/kit/form/form.tsx',
  ],
];

test.each(ONE_PLACE)('one place: %s', (_what, pattern, allowed) => {
  const found = sources.filter((file) => !allowed(file) && !isTest(file) && pattern.test(textOf(file)));
  expect(found).toEqual([]);
});

test.each([
  ['no test is skipped or run alone', /\b(it|test|describe)(\.\w+)*\.(skip|only|todo|fixme)\b/],
  ['nothing is left for later', /\b(TODO|FIXME|XXX|HACK)\b/],
])('nowhere, tests included: %s', (_what, pattern) => {
  const found = files.filter((file) => file !== 'checks/tidy.test.ts' && pattern.test(textOf(file)));
  expect(found).toEqual([]);
});

test('no ref is written while a component renders', () => {
  const withRefs = sources.filter(
    (file) => within(file, 'web/src') && !isTest(file) && textOf(file).includes('.current'),
  );
  expect(withRefs.flatMap((file) => refWritesInRender(file, textOf(file)))).toEqual([]);
});
