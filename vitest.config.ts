import { defineConfig } from 'vitest/config';

/** One run of everything that needs no browser; `e2e` is a project of its own because its stories take the whole machine. */
export default defineConfig({
  test: {
    // much of what is tested is waiting for something; two cores carry four files immediately, and six no faster
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
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/product.setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // stories wait more than they work: two at the same time, each with a product of its own
          maxWorkers: 2,
          maxConcurrency: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
