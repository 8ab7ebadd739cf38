import pLimit from 'p-limit';

/** Runs work one at a time. Callers take turns: what a caller adds waits behind one work of each other caller at most. */
export interface Turns {
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
}

export function openTurns(): Turns {
  const queue = pLimit(1);
  const last = new Map<string, Promise<unknown>>();
  return {
    run(caller, work) {
      const enqueue = () => queue(work);
      // each caller has one work in the queue; the next one joins its end when that has ended
      const run = (last.get(caller) ?? Promise.resolve()).then(enqueue, enqueue);
      last.set(caller, run);
      return run.finally(() => {
        if (last.get(caller) === run) last.delete(caller);
      });
    },
  };
}
