import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import {
  type Coin,
  DUST_P2WPKH,
  estimateVbytes,
  INPUT_VBYTES,
  P2WPKH_SCRIPT_BYTES,
} from '../withdrawals/coins.rules.ts';

/** The mined coin of a deposit. */
export interface DepositCoin extends Coin {
  /** Whether it is deep enough for the total that its owner has unsettled. */
  readonly isSettled: boolean;
}

const MAX_COINS = 100;
/** A coin must be worth this many times the cost of spending it. */
const MIN_WORTH = 20;
/** A smaller output to the cold storage would not be worth its own later spending. */
const MIN_TO_COLD = 10_000_000;

/**
 * The coins to sweep, largest first, at most 100. Each is settled and worth more than 20 times its own cost at `feeRate`
 * litoshi per virtual byte.
 */
export function chooseSettled<C extends DepositCoin>(coins: readonly C[], feeRate: number): C[] {
  return coins
    .filter(({ isSettled, value }) => isSettled && value > MIN_WORTH * INPUT_VBYTES * feeRate)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MAX_COINS);
}

/** The amounts of a sweep's outputs and its fee. */
export interface Division {
  readonly hot: Litoshi;
  readonly cold: Litoshi;
  readonly fee: Litoshi;
}

/**
 * Divides coins between the hot wallet and the cold storage. The cold storage gets everything beyond the hot wallet's
 * target, unless that is too little for an output. Null when the coins are not worth their fee.
 */
export function divide(
  coins: readonly Coin[],
  feeRate: number,
  cold: { readonly scriptBytes: number; readonly hotBalance: Litoshi; readonly hotTarget: Litoshi } | null,
): Division | null {
  const total = coins.reduce((sum, { value }) => sum + value, 0);
  const feeFor = (...scriptBytes: number[]) => Math.ceil(feeRate * estimateVbytes(coins.length, scriptBytes));
  const answer = (hot: number, rest: number, fee: number): Division => {
    return { hot: litoshi(hot), cold: litoshi(rest), fee: litoshi(fee) };
  };
  if (cold) {
    const wanted = Math.max(0, cold.hotTarget - cold.hotBalance);
    const coldFee = feeFor(cold.scriptBytes);
    if (wanted < DUST_P2WPKH && total - coldFee >= MIN_TO_COLD) return answer(0, total - coldFee, coldFee);
    const bothFee = feeFor(P2WPKH_SCRIPT_BYTES, cold.scriptBytes);
    const beyond = total - bothFee - wanted;
    if (wanted >= DUST_P2WPKH && beyond >= MIN_TO_COLD) return answer(wanted, beyond, bothFee);
  }
  const fee = feeFor(P2WPKH_SCRIPT_BYTES);
  return total - fee >= DUST_P2WPKH ? answer(total - fee, 0, fee) : null;
}
