import { phrase } from '@sterling/contract/texts.ts';
import { shareNextRun } from '../../platform/limits/flights.ts';
import { pause } from '../../platform/loop.ts';
import { Outage } from '../../platform/outage.ts';
import { refuse } from '../../refusal.ts';
import type { Scanner } from '../litecoin/scan.ts';

/** How long a caller waits for a scan. A scan of many blocks continues without them. */
const MAX_WAIT_MS = 10_000;

/**
 * Follows the chain up to the node's tip immediately, without waiting for the worker. One scan runs at a time in this process, so
 * callers hold neither connections nor the chain's lock. Refuses with outside_failed when the node fails.
 */
export function openScanNow(scanner: Scanner): () => Promise<void> {
  const scan = shareNextRun(async () => void (await scanner.scanOnce()));
  return async () => {
    const waiting = new AbortController();
    try {
      await Promise.race([scan(), pause(MAX_WAIT_MS, waiting.signal)]);
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      refuse('outside_failed', {
        hint: phrase(
          'The Litecoin network cannot be reached at the moment. We credit your deposits when it is back.',
        ),
      });
    } finally {
      waiting.abort();
    }
  };
}
