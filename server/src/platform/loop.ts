import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openFailureLog } from './failure-log.ts';

/** Resolves after the time, or as soon as `signal` is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

interface Loop {
  readonly everyMs: number;
  /** What the log says when a run fails. */
  readonly failed: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Runs `step` until `signal` is aborted, with a pause after each run. A step that returns true has more to do, so it runs again
 * without a pause. An error ends nothing. It is logged with the words of `failed`, and once a minute while it stays the same. Its end is logged too.
 * A long step stops with the reason of `signal` when that is aborted, which is not logged.
 */
export async function repeat(step: () => Promise<unknown>, loop: Loop): Promise<void> {
  const { everyMs, failed, log, signal } = loop;
  const failures = openFailureLog(log, failed);
  while (!signal.aborted) {
    let hasMore = false;
    try {
      hasMore = (await step()) === true;
      failures.worked();
    } catch (error) {
      if (error !== signal.reason) failures.failed(error as Error);
    }
    if (!hasMore) await pause(everyMs, signal);
  }
}

/** Does the work for each item in turn. An item that fails delays no other. Throws the errors last, several as one. */
export async function eachAlone<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: Error[] = [];
  for (const item of items) await work(item).catch((error: Error) => errors.push(error));
  throwTogether(errors);
}

/** As `eachAlone`, but does the work for all items at the same time. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: Error[] = [];
  await Promise.all(items.map((item) => work(item).catch((error: Error) => errors.push(error))));
  throwTogether(errors);
}

function throwTogether(errors: readonly Error[]): void {
  const messages = new Set(errors.map(({ message }) => message));
  // several times the same, such as an outage, is logged as it is
  if (messages.size === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, [...messages].join('; '));
}

/** Runs the steps in turn, each as `eachAlone` runs an item. */
export const eachStep = (steps: readonly (() => Promise<unknown>)[]): Promise<void> =>
  eachAlone(steps, (step) => step());
