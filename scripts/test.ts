import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuild } from './web-build.ts';

/**
 * `npm test`: types, lint, unused code, then every test on real parts, the browser stories last.
 * `--quick`: without the browser. The last line counts everything: `N passed, N failed`.
 */
const root = join(import.meta.dirname, '..');
const quick = process.argv.includes('--quick');
const count = { passed: 0, failed: 0 };

for (const workspace of ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', '.']) {
  check(`types of ${workspace}`, 'typescript/bin/tsc', ['-p', workspace]);
}
check('lint and format', '@biomejs/biome/bin/biome', ['ci', '--colors=off', '--error-on-warnings', '.']);
check('nothing unused', 'knip/bin/knip.js', ['--no-progress']);
if (quick) {
  runTests(['unit', 'server']);
} else {
  await ensureWebBuild();
  runTests(['unit', 'server']);
  runTests(['e2e']);
}
console.log(
  `litecoind: ${existsSync('/usr/lib/litecoin/litecoind') ? 'the chain tests also ran against the real node' : 'not installed, the chain tests ran against the built-in node only'}`,
);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed === 0 ? 0 : 1);

function check(name: string, script: string, args: string[]): void {
  const { status, stdout, stderr } = node(script, args, 'pipe');
  count[status === 0 ? 'passed' : 'failed'] += 1;
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
}

function runTests(projects: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'sterling-report-'));
  const report = join(folder, 'report.json');
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { status } = node('vitest/vitest.mjs', args, 'inherit');
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    count.passed += numPassedTests;
    count.failed += numFailedTests;
    if (status !== 0 && numFailedTests === 0) count.failed += 1;
  } else {
    count.failed += 1;
  }
  rmSync(folder, { recursive: true, force: true });
}

function node(script: string, args: string[], stdio: 'pipe' | 'inherit') {
  return spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio,
    encoding: 'utf8',
  });
}
