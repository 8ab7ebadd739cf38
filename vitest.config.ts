import { defineConfig } from 'vitest/config';

/** The `e2e` project is separate and runs last, because its stories need the whole machine. */
export default defineConfig({
  test: {
    // most tests wait for something, so two cores can run four files at the same time; six are not faster
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{contract,web,sandbox}/src/**/*.test.ts',
            'packages/*/**/*.test.ts',
            'tidy.test.ts',
            'requirements.test.ts',
          ],
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
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/product.setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // stories mostly wait, so two run at the same time, each with its own product
          maxWorkers: 2,
          maxConcurrency: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
