import type { Config } from '../../config.ts';
import { openLitecoinNode } from '../../outside/litecoin-node.ts';
import { openTipSource } from '../../outside/tip-source.ts';
import type { Services } from '../../services.ts';
import { openScanner, type Scanner } from './scan.ts';
import { type SecondSource, secondApi, secondNode } from './second-source.ts';

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
