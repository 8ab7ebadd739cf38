import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { DUST_P2WPKH, estimateVbytes, feeCeiling } from '../withdrawals/coins.rules.ts';

/** A withdrawal is stuck when it is unmined this many blocks after it was signed. */
export const STUCK_AFTER_BLOCKS = 12;

const P2WPKH_SCRIPT_BYTES = 22;

/**
 * The fee of a child transaction that spends only `change`, so that it and its unmined ancestors pay `feeRate` litoshi
 * per virtual byte together. Null when they already pay that much, or when the fee is over the ceiling or the change.
 */
export function childFee(
  parents: readonly { readonly vbytes: number; readonly fee: Litoshi }[],
  change: Litoshi,
  feeRate: number,
): Litoshi | null {
  const own = estimateVbytes(1, [P2WPKH_SCRIPT_BYTES]);
  const vbytes = parents.reduce((sum, parent) => sum + parent.vbytes, own);
  const paid = parents.reduce((sum, { fee }) => sum + fee, 0);
  const fee = Math.ceil(feeRate * vbytes) - paid;
  // the parents pay enough: something else keeps them unmined
  if (fee <= feeRate * own) return null;
  const kept = litoshi(Math.max(0, change - fee));
  return kept < DUST_P2WPKH || fee > feeCeiling(kept) ? null : litoshi(fee);
}
