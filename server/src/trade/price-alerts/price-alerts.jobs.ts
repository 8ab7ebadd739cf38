import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { tellMetAlerts } from './price-alerts.ts';

const EVERY_MS = 10_000;

/** Tells people whose price alerts are met, until `signal` is aborted. Several processes may run it. */
export async function followPriceAlerts(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      while ((await tellMetAlerts(db)) > 0);
    } catch (err) {
      log.error({ err }, 'could not check price alerts');
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
