import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { changedFolders } from './changed-folders.ts';
import type { Results } from './results.ts';
import { runStories } from './stories.ts';
import { runTests } from './vitest.ts';
import { ensureWebBuild } from './web-build.ts';

/** Tests that check the whole repository, or that generated files are up to date. */
const ALWAYS = ['checks/', 'packages/client/generate.test.ts'];

/**
 * `npm test`: checks types, lint and unused code, then runs all tests, browser stories last. `--quick [path …]` runs only the
 * tests at the paths, or next to changes since the last commit, and no stories. The last line is `N passed, N failed`.
 */
const root = join(import.meta.dirname, '..');
const [mode, ...named] = process.argv.slice(2);
const quick = mode === '--quick';
const paths = quick ? [...ALWAYS, ...(named.length > 0 ? named : changedFolders(root))] : [];
const count = { passed: 0, failed: 0 };
const runFile = promisify(execFile);
const MAX_FLAKES = 1;
const MAX_PRINTED = 64 * 1024 * 1024;

await Promise.all([checkTypes(), checkText()]);
const results = [await runTests(['unit', 'components', 'server'], paths)];
if (!quick) results.push(await runStories());
console.log(
  `litecoind: ${existsSync('/usr/lib/litecoin/litecoind') ? 'the chain tests also ran against the real node' : 'not installed, the chain tests ran against the built-in node only'}`,
);
results.forEach(add);
countFlakes(results.flatMap(({ flakes }) => flakes));
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed === 0 ? 0 : 1);

function add({ outcomes }: Results): void {
  for (const { file, passed, failures } of outcomes) {
    count.passed += passed;
    count.failed += failures.length;
    for (const why of failures) console.log(`failed: ${file}: ${why}`);
  }
}

/** One flake may come from a busy machine. More than one counts as a failure. */
function countFlakes(flakes: readonly string[]): void {
  for (const flake of flakes) console.log(`flake: ${flake}`);
  if (flakes.length <= MAX_FLAKES) return;
  count.failed += 1;
  console.log(`failed: ${flakes.length} files passed only on their second run`);
}

async function checkTypes(): Promise<void> {
  // '.' also covers server, sandbox and bench: they import the same code, which is checked once
  // several checkers check shared types several times, and the other checks need the other cores
  for (const workspace of ['contract', 'web', 'e2e', 'packages/client', '.'])
    await check(`types of ${workspace}`, 'typescript/bin/tsc', ['-p', workspace, '--checkers', '1']);
}

async function checkText(): Promise<void> {
  await check('lint and format', '@biomejs/biome/bin/biome', [
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '.',
  ]);
  await check('nothing unused', 'knip/bin/knip.js', ['--no-progress']);
  if (!quick) await ensureWebBuild();
}

/** Runs a package's script and prints its output if it fails. */
async function check(name: string, script: string, args: string[]): Promise<void> {
  const command = [join(root, 'node_modules', script), ...args];
  const failure = await runFile(process.execPath, command, { cwd: root, maxBuffer: MAX_PRINTED }).then(
    () => null,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
  count[failure === null ? 'passed' : 'failed'] += 1;
  console.log(failure === null ? `✓ ${name}` : `✗ ${name}\n${failure}`);
}
