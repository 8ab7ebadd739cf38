import { quantile } from './row.ts';

export interface Figures {
  readonly count: number;
  readonly perSecond: number;
  readonly meanMs: number;
  readonly p99Ms: number;
}

/** Keeps this many calls in progress for this time. `call` returns null when there is nothing more to do. */
export async function keepInFlight(
  inFlight: number,
  seconds: number,
  call: () => Promise<void> | null,
): Promise<Figures> {
  const times: number[] = [];
  const began = performance.now();
  const endsAt = began + seconds * 1_000;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < endsAt) {
        const sent = performance.now();
        const pending = call();
        if (!pending) return;
        await pending;
        times.push(performance.now() - sent);
      }
    }),
  );
  const tookMs = performance.now() - began;
  return {
    count: times.length,
    perSecond: (1_000 * times.length) / tookMs,
    meanMs: times.reduce((sum, time) => sum + time, 0) / times.length,
    p99Ms: quantile(times, 0.99),
  };
}
