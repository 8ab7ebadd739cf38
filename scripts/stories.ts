import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { firstLine, type Outcome, type Results } from './results.ts';

const root = join(import.meta.dirname, '..');

/** Runs the browser stories. Playwright repeats a failed test once; a file that then passes is a flake. */
export async function runStories(): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'sterling-report-'));
  const file = join(folder, 'report.json');
  const status = await run(file);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : EMPTY;
  rmSync(folder, { recursive: true, force: true });
  const results = readReport(report);
  const isExplained = status === 0 || results.outcomes.some(({ failures }) => failures.length > 0);
  const outside = {
    file: '',
    passed: 0,
    failures: [`Playwright ended with ${status}, though no test failed`],
  };
  return isExplained ? results : { ...results, outcomes: [...results.outcomes, outside] };
}

interface Suite {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly Suite[];
}

interface Report {
  readonly suites: readonly Suite[];
  /** Errors outside of every test. */
  readonly errors: readonly { readonly message?: string }[];
}

const EMPTY: Report = { suites: [], errors: [] };

function readReport({ suites, errors }: Report): Results {
  const files = suites.map((suite) => {
    const tests = testsIn(suite);
    const ended = (as: string) => tests.filter(({ status }) => status === as);
    const why = ({ title, error }: Ended) => `${title}: ${error}`;
    return {
      file: `e2e/stories/${suite.file}`,
      passed: ended('expected').length + ended('flaky').length,
      failures: ended('unexpected').map(why),
      flakes: ended('flaky').map(why),
    };
  });
  const outside: Outcome[] = errors.map(({ message }) => ({
    file: '',
    passed: 0,
    failures: [explain(message)],
  }));
  return {
    outcomes: [...files, ...outside],
    flakes: files.flatMap(({ file, failures, flakes }) =>
      flakes.length > 0 && failures.length === 0 ? [`${file}: ${flakes[0]}`] : [],
    ),
  };
}

interface Ended {
  readonly title: string;
  readonly status: string;
  /** The first error in a line. */
  readonly error: string;
}

function testsIn({ specs, suites = [] }: Suite): Ended[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      title,
      status,
      error: explain(results.find(({ error }) => error)?.error?.message),
    })),
  );
  return [...own, ...suites.flatMap(testsIn)];
}

/** The first line of a coloured message, and the locator that it is about. */
function explain(message = ''): string {
  const plain = stripVTControlCharacters(message);
  const locator = /^Locator: .*$/m.exec(plain)?.[0] ?? '';
  return `${firstLine(plain)} ${locator}`.trim();
}

/** Runs Playwright with its output shown and its report in a file. Returns its exit status. */
function run(report: string): Promise<number | null> {
  const script = join(root, 'node_modules/@playwright/test/cli.js');
  const args = [script, 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return new Promise((resolve) => child.once('exit', resolve));
}
