import { OutsideError } from '../../outside/http.ts';
import { NodeRefusal } from '../../outside/litecoin-rpc.ts';
import { refuse } from '../../refusal.ts';
import type { Scanner } from '../litecoin/scan.ts';

/**
 * Follows the chain up to the node's tip immediately, without waiting for the worker. Refuses with outside_failed when
 * the node fails.
 */
export async function scanNow(scanner: Scanner): Promise<void> {
  try {
    await scanner.scanOnce();
  } catch (error) {
    if (!(error instanceof OutsideError || error instanceof NodeRefusal)) throw error;
    refuse('outside_failed', {
      hint: 'The Litecoin network cannot be reached at the moment. Please try again.',
    });
  }
}
