import type { Robux } from '@sterling/contract/money.ts';
import { saidInEnglish, text } from '@sterling/contract/texts.ts';
import { toStore, WITH_VALUES } from '../../../platform/stored.rules.ts';
import { PROXY_DOWN } from '../../../supply/proxies/proxies.rules.ts';
import type { OffSale } from '../../../supply/roblox-accounts/stock.rules.ts';
import { priceMismatch, type WaitReason } from '../order-events.rules.ts';

/** What to do with an order after a check or an answer of Roblox. */
export type Decision =
  | { readonly do: 'pay'; readonly price: Robux }
  /** Retry with the same account. After `most` consecutive tries, `atLast` applies. */
  | {
      readonly do: 'retry';
      readonly afterSeconds: number;
      readonly most: number;
      readonly why: WaitReason;
      readonly atLast: Final;
    }
  /** The pass may have been bought. This has to be resolved first, by checks or by staff. */
  | { readonly do: 'reconcile' | 'ask-staff'; readonly why: string }
  | Final;
type Final = AnotherAccount | Failure;

export interface AnotherAccount {
  readonly do: 'another-account';
  readonly offSale?: OffSale;
  /** A restriction by Roblox, which takes the account off sale. */
  readonly restriction?: Restriction;
  /** The account's balance, if it differs from the stored one. */
  readonly balance?: Robux;
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
  readonly do: 'fail';
  readonly reason: string;
  /** This should not happen, so it is written to the audit log for staff. */
  readonly tellsStaff?: true;
}

export const GONE = text('The gamepass no longer exists');
export const NO_OTHER_ACCOUNT = text('No other seller can serve this order at your rate');
const FIX_PRICING = text(
  'Roblox charges a different price for this gamepass. Turn off regional and managed pricing',
);

/** For a cookie that can read but may not buy. */
export const MAY_NOT_BUY: OffSale = {
  status: 'invalid_cookie',
  reason: text("This cookie can't buy. It expired, or its proxy or region changed. Update the cookie."),
};

const fail = (reason: string, said: Partial<Failure> = {}): Failure => ({ do: 'fail', reason, ...said });
const another = (said: Partial<AnotherAccount> = {}): AnotherAccount => ({
  do: 'another-account',
  otherwise: NO_OTHER_ACCOUNT,
  ...said,
});
const offline = (reason: string): AnotherAccount => another({ offSale: { status: 'offline', reason } });

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
 * sees it; `commonPrice` is the price without a cookie, if it differs.
 */
export function checkBeforePaying(
  ordered: PassOrdered,
  pass: PassSeen | null,
  payer: { readonly owns: boolean; readonly balance: Robux },
  commonPrice: Robux | null = pass?.priceRobux ?? null,
): Decision {
  if (!pass) return fail(GONE);
  const { priceRobux, payerPrice } = pass;
  if (!pass.isForSale || priceRobux === null || payerPrice === null) {
    return fail(toStore(WITH_VALUES.offSale, { robux: ordered.robuxAmount }));
  }
  if (hasChanged(ordered, pass)) {
    return fail(text("The gamepass's owner or product changed after you ordered"));
  }
  if (priceRobux !== ordered.robuxAmount) {
    const isRegional = commonPrice === ordered.robuxAmount;
    return isRegional
      ? another({ otherwise: FIX_PRICING })
      : fail(saidInEnglish(priceMismatch(priceRobux, ordered.robuxAmount)));
  }
  if (payer.owns) return another();
  if (!isAllowedPrice(priceRobux, payerPrice, pass.discounts)) return another({ otherwise: FIX_PRICING });
  if (payer.balance < payerPrice) return another({ balance: payer.balance });
  return { do: 'pay', price: payerPrice };
}

/** Whether a pass differs from the one that was chosen. */
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

const LOST = text('Roblox did not say how the purchase ended');
const NOT_FOR_SALE = fail(text('Roblox does not sell this gamepass. Put it on sale and order again'));
const RESTRICTED = offline(text('Roblox restricts purchases by this account'));
const REFUSED_BY_US = fail(text('Roblox refuses to sell this gamepass'), { tellsStaff: true });
const BACK_OFF = {
  do: 'retry',
  afterSeconds: 5,
  most: 3,
  why: 'pause_requested',
  atLast: another(),
} as const;

/** The decision for each refusal reason of Roblox. A reason that lies in the pass is not tried with another account. */
export const AFTER_REFUSAL = {
  InsufficientFunds: another(),
  PriceChanged: {
    do: 'retry',
    afterSeconds: 0,
    most: 2,
    why: 'price_changed',
    atLast: fail(FIX_PRICING),
  },
  NotForSale: NOT_FOR_SALE,
  NotAvailableInRobux: NOT_FOR_SALE,
  SaleExpired: NOT_FOR_SALE,
  SupplyExausted: NOT_FOR_SALE,
  SaleUnavailableAtSaleLocation: another({
    otherwise: text("This gamepass isn't available in the sellers' region"),
  }),
  ContentRatingRestricted: fail(
    text(
      "The gamepass's experience is restricted by its content rating. Use a gamepass of another experience",
    ),
  ),
  AlreadyOwned: another(),
  TooManyPurchases: BACK_OFF,
  PendingTransactionAlreadyExists: { do: 'reconcile', why: LOST },
  AccountRestrictionsRestricted: RESTRICTED,
  UnknownBirthday: offline(text('This account must confirm its birthday on Roblox')),
  InsufficientMembership: RESTRICTED,
  Unauthorized: RESTRICTED,
  EconomicRestriction: RESTRICTED,
  InvalidArguments: REFUSED_BY_US,
  InvalidTransaction: REFUSED_BY_US,
  UnexpectedSeller: REFUSED_BY_US,
  ApplicationError: { do: 'reconcile', why: LOST },
  ExceptionOccurred: { do: 'reconcile', why: LOST },
  EconomyDisabled: { do: 'reconcile', why: LOST },
} as const satisfies Readonly<Record<string, Decision>>;

interface Refusal {
  readonly reason: keyof typeof AFTER_REFUSAL;
  readonly restriction: Restriction | null;
}

/** The decision after a refused purchase. `isRepeat`: an earlier call of the same attempt was lost and may have bought the pass. */
export function afterRefusal(
  { reason, restriction }: Refusal,
  { isRepeat }: { isRepeat: boolean },
): Decision {
  if (reason === 'AlreadyOwned' && isRepeat) return { do: 'reconcile', why: LOST };
  if (restriction) return another({ restriction });
  return AFTER_REFUSAL[reason];
}

interface CallError {
  readonly kind:
    | 'invalid_cookie'
    | 'moderated'
    | 'challenge'
    | 'proxy'
    | 'rate_limited'
    | 'not_found'
    | 'unavailable'
    | 'unclear'
    | 'protocol';
  readonly retryAfterSeconds?: number | null;
}

const MAX_PAUSE_SECONDS = 30;
/** Orders continue within 30 seconds after an outage, and fail after one of about 15 minutes. */
const MAX_PAUSE_WITHOUT_ANSWER = 25;
const MAX_TRIES_WITHOUT_ANSWER = 38;

/**
 * The decision after a failed call that certainly bought nothing. `tries`: consecutive failures before this one;
 * `offSale`: what the error says about the account.
 */
export function afterError(error: CallError, tries: number, offSale: OffSale | null): Decision {
  switch (error.kind) {
    case 'invalid_cookie':
    case 'moderated':
    case 'challenge':
      return another(offSale ? { offSale } : {});
    case 'proxy': {
      return { do: 'retry', afterSeconds: 2, most: 1, why: 'connection_down', atLast: offline(PROXY_DOWN) };
    }
    case 'rate_limited': {
      const afterSeconds = Math.min(Math.max(error.retryAfterSeconds ?? 5, 1), MAX_PAUSE_SECONDS);
      return { ...BACK_OFF, afterSeconds };
    }
    case 'not_found':
      return fail(GONE);
    case 'unavailable':
    case 'protocol':
    case 'unclear': {
      const afterSeconds = Math.min(2 ** Math.min(tries, 8), MAX_PAUSE_WITHOUT_ANSWER);
      const atLast = fail(text('Roblox has not answered for a long time'));
      return { do: 'retry', afterSeconds, most: MAX_TRIES_WITHOUT_ANSWER, why: 'no_answer', atLast };
    }
  }
}
