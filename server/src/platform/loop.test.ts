import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { expect, test, vi } from 'vitest';
import { openFailureLog } from './failure-log.ts';
import { repeat } from './loop.ts';

const HOUR_MS = 3_600_000;

function startLoop(step: () => Promise<unknown>, everyMs: number) {
  const stopped = new AbortController();
  const [error, info] = [vi.fn(), vi.fn()];
  const log = { error, info } as unknown as Logger;
  const running = repeat(step, { everyMs, failed: 'it failed', log, signal: stopped.signal });
  return {
    error,
    info,
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

test('a loop starts immediately, repeats its step while there is more to do, then pauses, and a stop ends the pause', async () => {
  let left = 3;
  const step = vi.fn(async () => {
    left -= 1;
    return left > 0;
  });
  const loop = startLoop(step, HOUR_MS);
  await vi.waitFor(() => expect(left).toBe(0));
  await sleep(20);
  expect(step).toHaveBeenCalledTimes(3);
  await loop.stop();
});

test('an error ends no loop, only a new one is logged, and so is its end', async () => {
  const errors = ['no answer', 'no answer', 'no answer', 'refused', null, 'refused'];
  let runs = 0;
  const loop = startLoop(async () => {
    const message = errors[runs];
    runs += 1;
    if (message) throw new Error(message);
  }, 1);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(errors.length));
  await loop.stop();
  const logged = loop.error.mock.calls.map(([{ err }, what]) => `${what}: ${err.message}`);
  expect(logged).toEqual(['it failed: no answer', 'it failed: refused', 'it failed: refused']);
  expect(loop.info.mock.calls).toEqual([['works again: it failed'], ['works again: it failed']]);
});

test('access 17: errors that take turns are each logged once', () => {
  const [error, info] = [vi.fn(), vi.fn()];
  const failures = openFailureLog({ error, info } as unknown as Logger, 'it failed');
  for (const queue of ['a', 'b', 'a', 'b']) failures.failed(new Error(queue));
  expect(error.mock.calls.map(([{ err }]) => err.message)).toEqual(['a', 'b']);
  failures.worked();
  failures.worked();
  expect(info.mock.calls).toEqual([['works again: it failed']]);
});
