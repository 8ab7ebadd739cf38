import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

/** Records which work began, in this order, and how much work ran at the same time. */
function openRecord() {
  const turns = openTurns();
  const began: string[] = [];
  const atOnce: number[] = [];
  let running = 0;
  const run = (caller: string, fails = false) =>
    turns.run(caller, async () => {
      began.push(caller);
      running += 1;
      atOnce.push(running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (fails) throw new Error('no');
    });
  return { began, atOnce, run };
}

test('access 7: what a caller adds waits behind one work of each other caller', async () => {
  const { began, run } = openRecord();
  const runs = ['ada', 'ada', 'ada', 'bea', 'bea', 'cleo'].map((caller) => run(caller));
  await runs[0];
  runs.push(run('dora'));
  await Promise.all(runs);
  expect(began).toEqual(['ada', 'bea', 'cleo', 'ada', 'dora', 'bea', 'ada']);
});

test('access 7: work runs one at a time, and continues after work that fails', async () => {
  const { began, atOnce, run } = openRecord();
  const outcomes = await Promise.allSettled([run('ada', true), run('ada'), run('bea', true), run('ada')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(began).toEqual(['ada', 'bea', 'ada', 'ada']);
  expect(atOnce).toEqual([1, 1, 1, 1]);
});
