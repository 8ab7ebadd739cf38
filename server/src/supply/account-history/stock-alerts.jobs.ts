import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { notifyLowStock } from './stock-alerts.ts';

/** Often enough for a seller, and orders do not have to add up the stock. */
const POLL_EVERY_MS = 5_000;

/** Looks for low stock until the signal. Several processes may run it. */
export async function followStockAlerts(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = 'could not look for low stock';
  await repeat(() => notifyLowStock(db), { everyMs: POLL_EVERY_MS, failed, log, signal });
}
