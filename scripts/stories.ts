import { openBrowser } from '../e2e/support/browser.ts';
import { runTests, type Told } from './vitest.ts';

/** Tells the browser stories. */
export async function tellStories(): Promise<Told> {
  await installBrowser();
  return runTests(['e2e']);
}

/** Once a browser has run it is installed, which two stories immediately would do to each other; without one they say so. */
async function installBrowser(): Promise<void> {
  await openBrowser().then(
    (browser) => browser.close(),
    () => undefined,
  );
}
