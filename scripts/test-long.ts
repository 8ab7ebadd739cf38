import { runTests } from './vitest.ts';

/** `npm run test:long`: runs some of the random walks and kill tests of `npm test` for several hours. */
const LONGER = {
  PLACEMENT_MARKETS: '1000',
  MATCHING_ROUNDS: '200',
  WALK_RUNS: '1000',
  AFFILIATE_RUNS: '200',
  KILLS: '20',
};
const FILES = [
  'server/src/trade/orders/placing/equivalence.test.ts',
  'server/src/trade/orders/placing/order-batcher.killed.test.ts',
  'server/src/trade/orders/purchasing/killed.test.ts',
  'server/src/trade/pre-orders/set-based.test.ts',
  'server/src/money/ledger/everything.walk.test.ts',
  'server/src/people/affiliate/payouts.test.ts',
];

Object.assign(process.env, LONGER);
const { outcomes, flakes } = await runTests(['server'], FILES);
const failures = outcomes.flatMap(({ file, failures: found }) => found.map((why) => `${file}: ${why}`));
// a random walk that fails once has found something
failures.push(...flakes.map((flake) => `${flake}: passed only on its second run`));
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`${outcomes.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
