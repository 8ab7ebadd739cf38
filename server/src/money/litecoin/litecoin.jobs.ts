import type { Config } from '../../config.ts';
import { openLitecoinNode } from '../../outside/litecoin-node.ts';
import { openTipSource } from '../../outside/tip-source.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { openScanner, type Scanner } from './scan.ts';
import { type SecondSource, secondApi, secondNode } from './second-source.ts';

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

/** A scanner of the configured network, with the second source if there is one. */
export function openConfiguredScanner({
  db,
  node,
  config,
  log,
  walletKeys: keys,
}: Pick<Services, 'db' | 'node' | 'config'> & Partial<Pick<Services, 'log' | 'walletKeys'>>): Scanner {
  const { network, minVersion } = config.litecoin;
  const second = openSecondSource(config.litecoin);
  return openScanner({ db, node, network, minVersion, log, keys, second });
}

function openSecondSource({ second, tipsUrl }: Config['litecoin']): SecondSource | null {
  if (second !== null) return secondNode(openLitecoinNode(second));
  return tipsUrl === null ? null : secondApi(openTipSource(tipsUrl));
}
