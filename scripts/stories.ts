import { openBrowser } from '../e2e/support/browser.ts';
import { type Results, runTests } from './vitest.ts';

/** Runs the browser stories. */
export async function runStories(): Promise<Results> {
  await installBrowser();
  return runTests(['e2e']);
}

/** Opens a browser once, which installs it if needed. Otherwise two stories could install it at the same time. */
async function installBrowser(): Promise<void> {
  await openBrowser().then(
    (browser) => browser.close(),
    () => undefined,
  );
}
