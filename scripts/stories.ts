import { openBrowser } from '../e2e/support/browser.ts';
import { type Outcome, runTests } from './vitest.ts';

interface Told {
  readonly outcomes: readonly Outcome[];
  /** Of the stories that were told twice. */
  readonly note: string | null;
}

/**
 * Tells the browser stories. A file that fails is told once more when all others are done, alone and with a product of its
 * own: a machine with too much to do fails once, a bug fails twice. What counts is how it went last.
 */
export async function tellStories(): Promise<Told> {
  await installBrowser();
  const first = await runTests(['e2e']);
  const files = first.filter(({ file, failed }) => file && failed > 0).map(({ file }) => file);
  if (files.length === 0) return { outcomes: first, note: null };
  const again = await runTests(['e2e'], [...files, '--maxWorkers=1']);
  const outcomes = [...first.filter(({ file }) => !files.includes(file)), ...again];
  const ended = again.every(({ failed }) => failed === 0) ? 'passed' : 'failed';
  return { outcomes, note: `told again: ${files.join(', ')}, ${ended}` };
}

/** Once a browser has run it is installed, which two stories at once would do to each other; without one they say so. */
async function installBrowser(): Promise<void> {
  await openBrowser().then(
    (browser) => browser.close(),
    () => undefined,
  );
}
