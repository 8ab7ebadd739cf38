import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What came of the tests of one file. */
export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
}

/** Runs the tests of some projects before our eyes. What broke outside of every test counts as one that failed. */
export async function runTests(
  projects: readonly string[],
  more: readonly string[] = [],
): Promise<readonly Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sterling-report-'));
  const report = join(folder, 'report.json');
  const status = await run([
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...more,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const outcomes = existsSync(report) ? readReport(report) : [];
  rmSync(folder, { recursive: true, force: true });
  const isExplained = status === 0 || outcomes.some(({ failed }) => failed > 0);
  return isExplained ? outcomes : [...outcomes, { file: '', passed: 0, failed: 1 }];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: 'passed' | 'failed';
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

function readReport(path: string): Outcome[] {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return testResults.map(({ name, status, assertionResults }) => {
    const ended = (as: string) => assertionResults.filter((test) => test.status === as).length;
    const failed = Math.max(ended('failed'), status === 'failed' ? 1 : 0);
    return { file: relative(root, name), passed: ended('passed'), failed };
  });
}

/** Runs Vitest before our eyes, and answers how it ended. */
function run(args: readonly string[]): Promise<number | null> {
  const script = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', resolve));
}
