import type { Services } from '../../services.ts';
import { repeat } from '../loop.ts';
import { pullBackFutureTimes } from './future-times.ts';

const EVERY_MS = 10_000;

/** Lets waiting work continue after the database's clock was set back, until `signal` is aborted. Several processes may run it. */
export async function followClock(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = 'could not pull back times from the future';
  await repeat(() => pullBackFutureTimes(db), { everyMs: EVERY_MS, failed, log, signal });
}
