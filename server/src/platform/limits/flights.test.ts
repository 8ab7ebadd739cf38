import { expect, test } from 'vitest';
import { openFlights, shareNextRun } from './flights.ts';

/** Work that ends when the test says so. */
function openWork() {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  return { runs, work };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('access 7: callers with the same key share a run and its failure, and the next caller starts again', async () => {
  const { runs, work } = openWork();
  const flights = openFlights<void>();
  const outcomes = Promise.allSettled(['a', 'a', 'b'].map((key) => flights.join(key, work)));
  expect(runs).toHaveLength(2);
  runs[0]!.reject(new Error('no'));
  runs[1]!.resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  void flights.join('a', work);
  expect(runs).toHaveLength(3);
});

test('access 7: callers during a run share the run after it, even when the first one fails', async () => {
  const { runs, work } = openWork();
  const run = shareNextRun(work);
  const outcomes = Promise.allSettled([run(), run(), run()]);
  expect(runs).toHaveLength(1);
  runs[0]!.reject(new Error('no'));
  await settle();
  expect(runs).toHaveLength(2);
  const late = run();
  runs[1]!.resolve();
  await settle();
  expect(runs).toHaveLength(3);
  runs[2]!.resolve();
  await late;
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  void run();
  expect(runs).toHaveLength(4);
});
