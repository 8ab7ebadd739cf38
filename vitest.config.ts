import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ARGUMENTS, findBrowser } from './e2e/support/browser.ts';

// without a browser, the other projects still run
const executablePath = await findBrowser().catch(() => undefined);

/** Files that restore databases, kill processes or wait for time limits, for 25 to 170 seconds. */
const SLOW =
  /(restores\/(twice|restores|cancelled)|killed|fault-table|faults|outages|stalling-proxy|orders\.jobs|everything\.walk|starting|stopping|address-gaps)\.test\.ts$/;

const FILES_BETWEEN = 15;

/** These tests compute and hardly wait. Each further worker would load and compile the same modules once more. */
const COMPUTING = { maxWorkers: Math.min(availableParallelism(), 8) };

/**
 * The slow files are spread over the first half. They mostly wait, so the processor is idle when several of them run together, or
 * when one runs alone at the end.
 */
class SlowFilesSpread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    const slow = sorted.filter(isSlow);
    const others = sorted.filter((file) => !isSlow(file));
    const spread = others.flatMap((file, index) =>
      index % FILES_BETWEEN === 0 ? [...slow.splice(0, 1), file] : [file],
    );
    return [...spread, ...slow];
  }
}

/** All tests except the browser stories, which Playwright runs (e2e/playwright.config.ts). */
export default defineConfig({
  test: {
    // a failed test shows what it printed, such as the reason of an answer 500
    silent: 'passed-only',
    allowOnly: false,
    sequence: { sequencer: SlowFilesSpread },
    projects: [
      {
        test: {
          ...COMPUTING,
          name: 'unit',
          include: [
            '{contract,web,sandbox}/src/**/*.test.ts',
            'packages/*/**/*.test.ts',
            '{checks,scripts}/*.test.ts',
          ],
          // files share the imported modules of their process, which saves a third of the processor time
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        // all packages of the app are bundled before the first test; a package found later would load React a second time
        optimizeDeps: { entries: ['web/src/app/main.tsx'] },
        // components, in the same Chromium as the stories
        test: {
          ...COMPUTING,
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            // a phone, so tables are cards
            viewport: { width: 414, height: 896 },
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: ARGUMENTS } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          // most tests wait for something, so each core runs three files. PostgreSQL has connections for eight
          maxWorkers: Math.min(3 * availableParallelism(), 8),
          // projects with different numbers of workers run one after another
          sequence: { groupOrder: 1 },
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          // each file has its own database; shared modules halve the processor time
          isolate: false,
          // a larger young generation (MB) saves a twentieth of the processor time
          execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32'],
          globalSetup: ['server/test/postgres.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
