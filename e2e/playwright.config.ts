import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { ARGUMENTS, findBrowser } from './support/browser.ts';

/** Long enough for a busy machine. */
const PATIENCE_MS = 60_000;

/** A page lives for seconds. Chromium's optimising compilers would take more processor time than their code saves. */
const NO_OPTIMISING = '--js-flags=--no-maglev --no-turbofan';

/** The browser stories. Each worker has its own product (support/stories.ts). */
export default defineConfig({
  testDir: 'stories',
  testMatch: '*.test.ts',
  globalSetup: './support/web-build.setup.ts',
  // a worker waits a third of the time, and its product needs about 1 GB of memory
  workers: Math.min(availableParallelism() + 1, 4),
  fullyParallel: false,
  forbidOnly: true,
  // a file that passes only on its second run is a flake, and scripts/test.ts counts those
  retries: 1,
  timeout: 300_000,
  expect: { timeout: PATIENCE_MS },
  reporter: 'list',
  outputDir: 'failures',
  use: {
    // a test that fails runs again with a trace; traces of all tests would take a quarter of the time
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    // animations take a tenth of the time; files that are about them, and the main flow, turn them on with `test.use`
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: await findBrowser(), args: [...ARGUMENTS, NO_OPTIMISING] },
  },
});
