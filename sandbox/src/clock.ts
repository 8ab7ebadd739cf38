import type { Collection } from './journal.ts';

/** The sandbox's time: the machine's clock plus an offset that tests control. Milliseconds since 1970. */
export interface Clock {
  now(): number;
  isoNow(): string;
  advance(seconds: number): void;
  offsetSeconds(): number;
  reset(): void;
}

/** Opens the clock. Its offset is stored in `numbers`, so that a restart does not turn time back. */
export function openClock(numbers: Collection<{ name: string; value: number }>): Clock {
  const offsetSeconds = () => numbers.get('clock-offset-seconds')?.value ?? 0;
  const moveTo = (value: number) => numbers.put({ name: 'clock-offset-seconds', value });
  const now = () => Date.now() + offsetSeconds() * 1000;
  return {
    now,
    isoNow: () => new Date(now()).toISOString(),
    advance: (seconds) => moveTo(offsetSeconds() + seconds),
    offsetSeconds,
    reset: () => moveTo(0),
  };
}
