import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { applyDueResets } from '../access/factor-resets.ts';

const POLL_EVERY_MS = 10_000;

/** Carries out due resets of lost factors until `signal` is aborted. Several processes may run it. */
export async function followFactorResets(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = 'resetting second factors failed';
  await repeat(() => applyDueResets({ db, log }), { everyMs: POLL_EVERY_MS, failed, log, signal });
}
