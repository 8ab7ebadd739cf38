import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { DUST_P2WPKH, estimateVbytes, feeCeiling, P2WPKH_SCRIPT_BYTES } from '../withdrawals/coins.rules.ts';

/** A payment is stuck when it is unmined this many blocks after it was signed. */
export const STUCK_AFTER_BLOCKS = 12;
/** As `STUCK_AFTER_BLOCKS`, for a sweep, whose fee is low because it is not urgent. */
export const SWEEP_STUCK_AFTER_BLOCKS = 36;

/** Nodes relay at most this many unmined transactions in a chain. */
const MAX_RELAYED_CHAIN = 25;

interface Parent {
  readonly vbytes: number;
  readonly fee: Litoshi;
}

/**
 * The fee of a child transaction that spends only `change`, so that it and its unmined ancestors pay `feeRate` litoshi
 * per virtual byte together. Null when they already pay that much, when the fee is over the ceiling or the change, and
 * when nodes do not relay such a long chain.
 */
export function childFee(parents: readonly Parent[], change: Litoshi, feeRate: number): Litoshi | null {
  if (parents.length >= MAX_RELAYED_CHAIN) return null;
  const own = estimateVbytes(1, [P2WPKH_SCRIPT_BYTES]);
  const vbytes = own + vbytesOf(parents);
  const paid = parents.reduce((sum, { fee }) => sum + fee, 0);
  const fee = Math.ceil(feeRate * vbytes) - paid;
  // the parents pay enough: something else keeps them unmined
  if (fee <= feeRate * own) return null;
  const kept = litoshi(Math.max(0, change - fee));
  return kept < DUST_P2WPKH || fee > feeCeiling(kept) ? null : litoshi(fee);
}

/** The virtual bytes of all these transactions together. */
export const vbytesOf = (parents: readonly Pick<Parent, 'vbytes'>[]): number =>
  parents.reduce((sum, { vbytes }) => sum + vbytes, 0);

/** Whether each transaction alone pays the `minimum` of a node's mempool. A child does not help those that do not. */
export function canEnter(parents: readonly Parent[], minimum: number): boolean {
  return parents.every(({ vbytes, fee }) => fee >= minimum * vbytes);
}
