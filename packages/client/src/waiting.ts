import { SterlingError } from './errors.ts';
import type { Calls, Order } from './types.generated.ts';

export interface WaitOptions {
  /** 2 seconds by default. */
  readonly everyMs?: number;
  /** 10 minutes by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Polls an order until it has ended or the time is over. An outage does not end the wait, because the order continues meanwhile. */
export async function waitForOrder(
  { orders }: Calls<{ readonly signal?: AbortSignal }>,
  id: string,
  { everyMs = 2_000, timeoutMs = 600_000, signal }: WaitOptions = {},
): Promise<Order> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const seen = await orders.read({ id }, signal && { signal }).catch(temporaryError);
    const failed = seen instanceof SterlingError ? seen : null;
    if (!(seen instanceof SterlingError) && hasEnded(seen)) return seen;
    const waitMs = Math.max(everyMs, (failed?.retryAfterSeconds ?? 0) * 1000);
    if (Date.now() + waitMs > until)
      throw (
        failed ??
        new SterlingError({ code: 'still_open', status: 0, message: 'The order is still in progress' })
      );
    await pause(waitMs, signal);
  }
}

const hasEnded = ({ status }: Order): boolean => status === 'completed' || status === 'failed';

function temporaryError(error: unknown): SterlingError {
  if (error instanceof SterlingError && isTemporary(error)) return error;
  throw error;
}

/** Whether the same call may succeed later. */
export const isTemporary = ({ status }: SterlingError): boolean =>
  status === 0 || [429, 502, 503, 504].includes(status);

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
