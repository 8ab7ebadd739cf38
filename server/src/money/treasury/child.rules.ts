import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { DUST_P2WPKH, estimateVbytes, feeCeiling } from '../withdrawals/coins.rules.ts';

/** A withdrawal is stuck when it was signed so many blocks ago and is in none. */
export const STUCK_AFTER_BLOCKS = 12;

const P2WPKH_SCRIPT_BYTES = 22;

/**
 * The fee of a child that spends `change` alone, so that it and the unmined transactions it rests on pay `feeRate` litoshi
 * a virtual byte together. null: they pay as much without it, or it would cost more than the ceiling or the change bears.
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
  // the parents lack nothing: what is stuck is stuck for another reason
  if (fee <= feeRate * own) return null;
  const kept = litoshi(Math.max(0, change - fee));
  return kept < DUST_P2WPKH || fee > feeCeiling(kept) ? null : litoshi(fee);
}
