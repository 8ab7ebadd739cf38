import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { openConfiguredScanner } from './litecoin.lookups.ts';

const MAX_WAIT_MS = 2_000;
const PAUSE_AFTER_TROUBLE_MS = 1_000;

/**
 * Follows the chain until `signal` is aborted. It applies a new block immediately, and checks the mempool and deposits
 * that wait for a price every two seconds.
 */
export async function followLitecoin(
  { db, node, config, log, walletKeys }: Pick<Services, 'db' | 'node' | 'config' | 'log' | 'walletKeys'>,
  signal: AbortSignal,
): Promise<void> {
  const scanner = openConfiguredScanner({ db, node, config, log, walletKeys });
  const failed = 'litecoin: cannot follow the chain';
  const follow = async () => {
    for (const credit of await scanner.scanOnce()) log.info(credit, 'deposit credited');
    await node.newBlockWithin(MAX_WAIT_MS);
    return true;
  };
  await repeat(follow, { everyMs: PAUSE_AFTER_TROUBLE_MS, failed, log, signal });
}
