import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { firstLine, type Outcome, type Results } from './results.ts';

const root = join(import.meta.dirname, '..');

/**
 * Runs the tests of some projects, or only those at `paths`. A failed file runs again alone at the end, and its second result
 * counts. If it then passes, the file is a flake.
 */
export async function runTests(projects: readonly string[], paths: readonly string[] = []): Promise<Results> {
  const first = await runOnce(projects, paths);
  const broken = first.filter(({ file, failures }) => file && failures.length > 0);
  if (broken.length === 0) return { outcomes: first, flakes: [] };
  const again = await runOnce(projects, [...broken.map(({ file }) => file), '--maxWorkers=1']);
  const passed = new Set(again.filter(({ failures }) => failures.length === 0).map(({ file }) => file));
  return {
    outcomes: [...first.filter((outcome) => !broken.includes(outcome)), ...again],
    flakes: broken.flatMap(({ file, failures }) => (passed.has(file) ? [`${file}: ${failures[0]}`] : [])),
  };
}

/** An error outside of every test counts as one failed test. */
async function runOnce(projects: readonly string[], more: readonly string[]): Promise<readonly Outcome[]> {
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
  const isExplained = status === 0 || outcomes.some(({ failures }) => failures.length > 0);
  const outside = { file: '', passed: 0, failures: [`Vitest ended with ${status}, though no test failed`] };
  return isExplained ? outcomes : [...outcomes, outside];
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: 'passed' | 'failed';
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

function readReport(path: string): Outcome[] {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return testResults.map(({ name, status, message, assertionResults }) => {
    const ended = (as: string) => assertionResults.filter((test) => test.status === as);
    const failures = ended('failed').map(
      ({ fullName, failureMessages = [] }) => `${fullName}: ${explain(failureMessages[0])}`,
    );
    if (status === 'failed' && failures.length === 0) failures.push(firstLine(message));
    return { file: relative(root, name), passed: ended('passed').length, failures };
  });
}

/** The first line of an error. For a property, with the seed that repeats its failure, and its own error if the report has it. */
function explain(message = ''): string {
  const ofProperty = [/^\{ seed: .*\}$/m, /^Got .*$/m].flatMap((line) => line.exec(message)?.[0] ?? []);
  return [firstLine(message), ...ofProperty].join(' ');
}

/** Runs Vitest with its output shown. Returns its exit status. */
function run(args: readonly string[]): Promise<number | null> {
  const script = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', resolve));
}
