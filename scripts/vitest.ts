import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What came of the tests of one file; of each that failed its title and what was said first. */
export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failures: readonly string[];
}

export interface Told {
  readonly outcomes: readonly Outcome[];
  /** Of each file that was run twice, why. */
  readonly notes: readonly string[];
}

/**
 * Runs the tests of some projects before our eyes, or those whose path holds one of `paths`. A file that fails is run once
 * more when all others are done, alone: a machine with too much to do fails once, a bug fails twice. What counts is how it
 * went last, and the notes keep how it went first.
 */
export async function runTests(projects: readonly string[], paths: readonly string[] = []): Promise<Told> {
  const first = await runOnce(projects, paths);
  const broken = first.filter(({ file, failures }) => file && failures.length > 0);
  if (broken.length === 0) return { outcomes: first, notes: [] };
  const again = await runOnce(projects, [...broken.map(({ file }) => file), '--maxWorkers=1']);
  return {
    outcomes: [...first.filter((outcome) => !broken.includes(outcome)), ...again],
    notes: broken.flatMap(({ file, failures }) => failures.map((why) => `run again: ${file}: ${why}`)),
  };
}

/** What broke outside of every test counts as one that failed. */
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
      ({ fullName, failureMessages = [] }) => `${fullName}: ${firstLine(failureMessages[0])}`,
    );
    if (status === 'failed' && failures.length === 0) failures.push(firstLine(message));
    return { file: relative(root, name), passed: ended('passed').length, failures };
  });
}

const firstLine = (text = ''): string => text.split('\n', 1)[0]!;

/** Runs Vitest before our eyes, and answers how it ended. */
function run(args: readonly string[]): Promise<number | null> {
  const script = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', resolve));
}
