import { defineConfig } from 'vitest/config';

/** One run of everything that needs no browser; `e2e` is a project of its own because its stories take the whole machine. */
export default defineConfig({
  test: {
    // much of what is tested is waiting for something; two cores carry four files at once
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,sandbox}/src/**/*.test.ts', 'tidy.test.ts', 'conformance.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/test/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/product.setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
