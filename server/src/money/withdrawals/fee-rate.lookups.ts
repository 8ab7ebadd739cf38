import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import { feeRateAbove, MAX_FEE_RATE } from './coins.rules.ts';

/**
 * Litoshi per virtual byte for a confirmation within `blocks` blocks. Null while the node's mempool takes only payments above our
 * highest rate: it would reject whatever is signed.
 */
export async function payableFeeRate(
  node: Pick<LitecoinNode, 'minimumFeeRate' | 'estimateFeeRate'>,
  blocks: number,
): Promise<number | null> {
  const minimum = await node.minimumFeeRate();
  return minimum > MAX_FEE_RATE ? null : feeRateAbove(minimum, await node.estimateFeeRate(blocks));
}
