import type { Services } from '../../services.ts';
import { repeat } from '../loop.ts';
import { secondsSetBack } from './clock.reads.ts';
import { pullBackFutureTimes } from './future-times.ts';

const EVERY_MS = 10_000;

/** Lets waiting work continue after the database's clock was set back, until `signal` is aborted. Several processes may run it. */
export async function followClock(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = 'could not pull back times from the future';
  const pullBackIfNeeded = async () => {
    // it reads whole tables, so only when it is needed
    if ((await secondsSetBack(db)) > 0) await pullBackFutureTimes(db);
  };
  await repeat(pullBackIfNeeded, { everyMs: EVERY_MS, failed, log, signal });
}
