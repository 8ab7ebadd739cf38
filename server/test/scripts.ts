import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { SHARED_ENV } from './processes.ts';
import { REPOSITORY } from './repository.ts';

interface Given {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the operator types. */
  readonly input?: string;
}

/** Runs a script of `scripts/` with exactly these variables, as an operator does. Resolves with its exit code and all that it printed. */
export function runScript(
  script: string,
  { args = [], env = {}, input = '' }: Given,
): Promise<{ code: unknown; printed: string }> {
  const command = [join(REPOSITORY, 'scripts', script), ...args];
  return new Promise((resolve) => {
    const running = execFile(
      process.execPath,
      command,
      { cwd: REPOSITORY, env: { ...SHARED_ENV, ...env } },
      (error, out, err) => resolve({ code: error?.code ?? 0, printed: out + err }),
    );
    running.stdin!.end(input);
  });
}
