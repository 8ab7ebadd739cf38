import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { notifyMetAlerts } from './price-alerts.ts';

const EVERY_MS = 10_000;

/** Tells people whose price alerts are met, until `signal` is aborted. Several processes may run it. */
export async function followPriceAlerts(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = 'could not check price alerts';
  await repeat(async () => (await notifyMetAlerts(db)) > 0, { everyMs: EVERY_MS, failed, log, signal });
}
