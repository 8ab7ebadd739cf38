const MINUTE_MS = 60_000;
/** Above this number of callers, all counts start again, so that memory stays limited. */
const MAX_CALLERS = 100_000;

/** The calls of one caller in its current minute. */
interface Counted {
  /** How many more calls are allowed. It is negative when the limit is exceeded. */
  readonly remaining: number;
  /** Until the whole limit is available again. */
  readonly seconds: number;
}

/**
 * Returns a function that counts a call of a caller. The caller's minute starts with its first call. The counts are in the memory
 * of this process: `limits.ts` counts writes in the database for all processes, and here that would make a write of every read.
 */
export function openMinuteCounter(max: number): (caller: string) => Counted {
  const minutes = new Map<string, { count: number; endsAt: number }>();
  return (caller) => {
    const now = performance.now();
    let minute = minutes.get(caller);
    if (!minute || now >= minute.endsAt) {
      if (minutes.size >= MAX_CALLERS) minutes.clear();
      minute = { count: 0, endsAt: now + MINUTE_MS };
      minutes.set(caller, minute);
    }
    minute.count += 1;
    // whole milliseconds, because the difference of two fractions can exceed a minute
    const leftMs = Math.round(minute.endsAt - now);
    return { remaining: max - minute.count, seconds: Math.max(1, Math.ceil(leftMs / 1000)) };
  };
}
