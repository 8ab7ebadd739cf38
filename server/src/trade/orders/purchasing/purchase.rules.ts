import type { Robux } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { plainWhole } from '../../../platform/formats.rules.ts';
import { toStore, WITH_VALUES } from '../../../platform/stored-texts.rules.ts';
import type { OffSale } from '../../../supply/roblox-accounts/off-sale.rules.ts';
import { NO_OTHER_ACCOUNT, type WaitReason } from '../order-events.rules.ts';

/** What to do with an order after a check or an answer of Roblox. */
export type PurchaseDecision =
  | { readonly action: 'pay'; readonly price: Robux }
  /**
   * Retry with the same account. All tries of an order with this account count together, whatever their reasons. After `maxTries`,
   * `atLast` applies.
   */
  | {
      readonly action: 'retry';
      readonly afterSeconds: number;
      readonly maxTries: number;
      readonly why: WaitReason;
      readonly atLast: Final;
    }
  /** Wait with the same account, without using up a try. */
  | { readonly action: 'postpone'; readonly afterSeconds: number; readonly why: WaitReason }
  /** The pass may have been bought. This has to be resolved first, by checks or by staff. */
  | { readonly action: 'reconcile' | 'give-to-staff'; readonly why: string }
  | Final;
type Final = ToReassign | Failure;
type ToReassign = Reassignment & { readonly action: 'reassign' };

export interface Reassignment {
  readonly offSale?: OffSale;
  /** A restriction by Roblox, which takes the account off sale. */
  readonly restriction?: Restriction;
  /** The account's balance, if it differs from the stored one. */
  readonly balance?: Robux;
  /** Other accounts that must not get the order either. */
  readonly alsoExcluded?: readonly string[];
  /** The failure reason for the buyer if no other account can serve the order. */
  readonly otherwise: string;
}

/** An economic restriction: its key and its duration. 0 minutes: the end is unknown. */
export interface Restriction {
  readonly key: string;
  readonly minutes: number;
}

/** The buyer is refunded. `reason` tells the buyer what they can correct. */
export interface Failure {
  readonly action: 'fail';
  readonly reason: string;
  /** This should not happen, so it is written to the audit log for staff. */
  readonly tellsStaff?: true;
}

export const GONE = text('The gamepass no longer exists');
export const FIX_PRICING = text(
  'Roblox charges a different price for this gamepass. Turn off regional and managed pricing',
);

/** For a cookie that can read but may not buy. */
export const MAY_NOT_BUY: OffSale = {
  status: 'invalid_cookie',
  reason: text("This cookie can't buy. It expired, or its proxy or region changed. Update the cookie."),
};

/** The decision to fail an order, with a refund. `reason` is what the buyer reads, in English. */
export const toFail = (reason: string, said: Partial<Failure> = {}): Failure => ({
  action: 'fail',
  reason,
  ...said,
});
/** The decision about an order of a buyer who is banned or whose wallet is frozen. */
export const BUYER_BANNED_OR_FROZEN = toFail(text('Your account is banned or your wallet is frozen'));
/** The decision to give an order to another account. */
export const toReassign = (said: Partial<Reassignment> = {}): ToReassign => ({
  action: 'reassign',
  otherwise: NO_OTHER_ACCOUNT,
  ...said,
});
/** As `toReassign`, and this account goes off sale with a reason for its seller. */
export const toTakeOffline = (reason: string): ToReassign =>
  toReassign({ offSale: { status: 'offline', reason } });

/** The decision itself, or its last resort after `maxTries`. `tries`: those of the order with its present account. */
export function applyMaxTries(
  decision: PurchaseDecision,
  { tries }: { readonly tries: number },
): PurchaseDecision {
  return decision.action === 'retry' && tries >= decision.maxTries ? decision.atLast : decision;
}

/** What a gamepass sells, and who earns the Robux. */
interface Product {
  readonly productId: string;
  readonly creatorType: string;
  readonly creatorTargetId: string;
}

export interface PassOrdered extends Product {
  readonly robuxAmount: number;
}

export interface PassSeen extends Product {
  readonly isForSale: boolean;
  readonly priceRobux: Robux | null;
  readonly payerPrice: Robux | null;
  readonly discounts: readonly {
    readonly type: string;
    readonly amountRobux: number;
    readonly percent: number;
  }[];
}

/**
 * The last check before paying. Decides to pay only for the pass as ordered, at an allowed price. `pass` is as the payer
 * sees it; `commonPrice` is the price without a cookie, null if it is unknown.
 */
export function checkBeforePaying(
  ordered: PassOrdered,
  pass: PassSeen | null,
  payer: { readonly owns: boolean; readonly balance: Robux },
  commonPrice: Robux | null = null,
): PurchaseDecision {
  if (!pass) return toFail(GONE);
  const { priceRobux, payerPrice } = pass;
  if (!pass.isForSale || priceRobux === null || payerPrice === null) {
    return toFail(toStore(WITH_VALUES.offSale, { robux: plainWhole(ordered.robuxAmount) }));
  }
  if (hasChanged(ordered, pass)) {
    return toFail(text("The gamepass's owner or product changed after you ordered"));
  }
  if (priceRobux !== ordered.robuxAmount) {
    const isRegional = commonPrice === ordered.robuxAmount;
    return isRegional
      ? toReassign({ otherwise: FIX_PRICING })
      : toFail(mismatched(priceRobux, ordered.robuxAmount));
  }
  if (payer.owns) return toReassign();
  if (!isAllowedPrice(priceRobux, payerPrice, pass.discounts)) return toReassign({ otherwise: FIX_PRICING });
  if (payer.balance < payerPrice) return toReassign({ balance: payer.balance });
  return { action: 'pay', price: payerPrice };
}

/** As `priceMismatch`, in the form in which it is stored. */
const mismatched = (price: number, amount: number): string =>
  toStore(WITH_VALUES.priceMismatch, { price: plainWhole(price), amount: plainWhole(amount) });

/** Whether the pass has another product or owner than the order. */
export function hasChanged(ordered: Product, pass: Product): boolean {
  return (
    pass.productId !== ordered.productId ||
    pass.creatorType !== ordered.creatorType ||
    pass.creatorTargetId !== ordered.creatorTargetId
  );
}

/** Allows the base price, or the base price less one Roblox Plus discount of 10 or 20 percent, because the creator earns the same. */
function isAllowedPrice(base: Robux, price: Robux, discounts: PassSeen['discounts']): boolean {
  const [only, ...more] = discounts;
  if (!only) return price === base;
  if (more.length > 0 || only.type !== 'RobloxPlusSubscription') return false;
  if (only.percent !== 10 && only.percent !== 20) return false;
  return only.amountRobux === Math.floor((base * only.percent) / 100) && price === base - only.amountRobux;
}
