/** Runs work of one kind. Callers who ask for the same thing at the same time share one run and its outcome. */
export interface Flights<Answer> {
  join(key: string, work: () => Promise<Answer>): Promise<Answer>;
}

export function openFlights<Answer>(): Flights<Answer> {
  const running = new Map<string, Promise<Answer>>();
  return {
    join(key, work) {
      const known = running.get(key);
      if (known) return known;
      const run = work().finally(() => running.delete(key));
      running.set(key, run);
      return run;
    },
  };
}

/**
 * Lets `work` run once at a time. A run that has begun may have missed what its next caller asks about, so callers who come
 * meanwhile share the run after it.
 */
export function shareNextRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const run = work().finally(() => {
      running = null;
    });
    running = run;
    return run;
  };
  const startNext = (): Promise<void> => {
    next = null;
    return start();
  };
  return () => {
    if (!running) return start();
    next ??= running.then(startNext, startNext);
    return next;
  };
}
