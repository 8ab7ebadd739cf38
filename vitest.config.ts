import { defineConfig } from 'vitest/config';

/** All tests except the browser stories, which Playwright runs (e2e/playwright.config.ts). */
export default defineConfig({
  test: {
    // most tests wait for something, so two cores can run four files at the same time; six are not faster
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,sandbox}/src/**/*.test.ts', 'tidy.test.ts', 'requirements.test.ts'],
          testTimeout: 60_000,
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
