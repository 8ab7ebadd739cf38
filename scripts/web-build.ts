import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../contract/src/texts.ts';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'web/dist/.built-from');
const SOURCES = [
  'web/src/**/*',
  'web/public/**/*',
  'web/index.html',
  'web/vite.config.ts',
  'web/texts/*',
  'contract/src/**/*',
  'contract/texts/*',
  'proof/**/*',
  'package-lock.json',
];

/** Builds the web app in all languages unless `web/dist` was built from exactly these sources. */
export async function ensureWebBuild(): Promise<void> {
  const sources = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the web app. It is built again only when it changes…');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  for (const [index, language] of LANGUAGES.entries()) {
    console.log(`  ${index + 1} of ${LANGUAGES.length} languages: ${language}`);
    const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
      // the test runner sets another NODE_ENV, which would make a development build
      env: { ...process.env, NODE_ENV: 'production', SITE_LANGUAGE: language },
    });
    if (status !== 0) throw new Error(`the web app did not build in ${language}`);
  }
  writeFileSync(stamp, sources);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return hash.digest('hex');
}

// `npm run build`
if (import.meta.main) await ensureWebBuild();
