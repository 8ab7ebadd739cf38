import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { applyDueResets } from './resets.ts';

const LOOK_EVERY_MS = 10_000;

/** Carries out due resets of lost factors until `signal` is aborted. Several processes may run it. */
export async function followFactorResets(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await applyDueResets(db).catch((err) => log.error({ err }, 'resetting second factors failed'));
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
