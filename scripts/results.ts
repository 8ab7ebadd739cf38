import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Results of one test file. A failure has the test's title and the first line of its error. */
export interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly failures: readonly string[];
}

export interface Results {
  readonly outcomes: readonly Outcome[];
  /** Files that failed first and passed on their second run, with the first error. */
  readonly flakes: readonly string[];
}

export const firstLine = (text = ''): string => text.split('\n', 1)[0]!;

/**
 * Runs a package's script, prints its output, and returns its exit status. The output passes through this process, because two
 * test runners that draw on one terminal would overwrite each other's lines.
 */
export function runPrinted(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number | null> {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...colours, ...process.env, ...env },
  });
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  return new Promise((resolve) => child.once('close', resolve));
}
