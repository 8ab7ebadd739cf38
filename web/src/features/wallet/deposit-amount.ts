import {
  type Cents,
  cents,
  centsOfLitoshi,
  dollarText,
  type Litoshi,
  type LtcPrice,
  litoshi,
  litoshiOfCents,
  ltcOf,
  parseDecimal,
} from '@sterling/contract/money.ts';
import { centsIn } from '../../data/money.ts';

/** The smallest amount of LTC that is worth these dollars. */
export function litoshiFor(amount: Cents, price: LtcPrice): Litoshi {
  const below = litoshiOfCents(amount, price);
  return centsOfLitoshi(below, price) < amount ? litoshi(below + 1) : below;
}

/** LTC as a plain decimal number, for wallet apps. */
export const ltcText = (amount: Litoshi): string => ltcOf(amount).toFixed(8);

/** The dollars of a deposit that covers a missing amount: at least the minimum deposit. */
export const depositFor = (shortCents: Cents, minimumDollars: number): string =>
  dollarText(cents(Math.max(shortCents, centsIn(minimumDollars))));

/** Typed dollars in cents. Null without an amount. */
export function typedCents(text: string): Cents | null {
  const amount = parseDecimal(text.replace(/[$,\s]/g, ''), 2);
  return amount !== null && amount > 0 ? cents(amount) : null;
}
