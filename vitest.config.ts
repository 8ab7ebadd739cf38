import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { ARGUMENTS, findBrowser } from './e2e/support/browser.ts';

// without a browser, the other projects still run
const executablePath = await findBrowser().catch(() => undefined);

/** All tests except the browser stories, which Playwright runs (e2e/playwright.config.ts). */
export default defineConfig({
  test: {
    // most tests wait for something, so two cores can run four files at the same time; six are not faster
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,sandbox}/src/**/*.test.ts', 'packages/*/**/*.test.ts', '*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        // components, in the same Chromium as the stories
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: ARGUMENTS } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/test/postgres.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
