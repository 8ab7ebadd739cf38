import { text } from '@sterling/contract/texts.ts';
import { PROXY_DOWN } from '../../../supply/proxies/proxies.rules.ts';
import type { OffSale } from '../../../supply/roblox-accounts/off-sale.rules.ts';
import {
  FIX_PRICING,
  GONE,
  type PurchaseDecision,
  type Restriction,
  toFail,
  toReassign,
  toTakeOffline,
} from './purchase.rules.ts';

const LOST = text('Roblox did not say how the purchase ended');
const NOT_FOR_SALE = toFail(text('Roblox does not sell this gamepass. Put it on sale and order again'));
const RESTRICTED = toTakeOffline(text('Roblox restricts purchases by this account'));
const REFUSED_BY_US = toFail(text('Roblox refuses to sell this gamepass'), { tellsStaff: true });
const BACK_OFF = {
  action: 'retry',
  afterSeconds: 5,
  maxTries: 3,
  why: 'pause_requested',
  atLast: toReassign(),
} as const;

/** The decision for each refusal reason of Roblox. If the reason is the gamepass itself, no other account is tried. */
export const AFTER_REFUSAL = {
  InsufficientFunds: toReassign(),
  PriceChanged: {
    action: 'retry',
    afterSeconds: 0,
    maxTries: 2,
    why: 'price_changed',
    atLast: toFail(FIX_PRICING),
  },
  NotForSale: NOT_FOR_SALE,
  NotAvailableInRobux: NOT_FOR_SALE,
  SaleExpired: NOT_FOR_SALE,
  SupplyExausted: NOT_FOR_SALE,
  SaleUnavailableAtSaleLocation: toReassign({
    otherwise: text("This gamepass isn't available in the sellers' region"),
  }),
  ContentRatingRestricted: toFail(
    text(
      "The gamepass's experience is restricted by its content rating. Use a gamepass of another experience",
    ),
  ),
  AlreadyOwned: toReassign(),
  TooManyPurchases: BACK_OFF,
  PendingTransactionAlreadyExists: { action: 'reconcile', why: LOST },
  AccountRestrictionsRestricted: RESTRICTED,
  UnknownBirthday: toTakeOffline(text('This account must confirm its birthday on Roblox')),
  InsufficientMembership: RESTRICTED,
  Unauthorized: RESTRICTED,
  EconomicRestriction: RESTRICTED,
  InvalidArguments: REFUSED_BY_US,
  InvalidTransaction: REFUSED_BY_US,
  UnexpectedSeller: REFUSED_BY_US,
  ApplicationError: { action: 'reconcile', why: LOST },
  ExceptionOccurred: { action: 'reconcile', why: LOST },
  EconomyDisabled: { action: 'reconcile', why: LOST },
} as const satisfies Readonly<Record<string, PurchaseDecision>>;

interface RefusedPurchase {
  readonly reason: keyof typeof AFTER_REFUSAL;
  readonly restriction: Restriction | null;
}

/** The decision after a refused purchase. `isRepeat`: an earlier call of the same attempt was lost and may have bought the pass. */
export function afterRefusal(
  { reason, restriction }: RefusedPurchase,
  { isRepeat }: { isRepeat: boolean },
): PurchaseDecision {
  if (reason === 'AlreadyOwned' && isRepeat) return { action: 'reconcile', why: LOST };
  if (restriction) return toReassign({ restriction });
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
  /** Roblox limits our address, and not the account. */
  readonly isPublic?: true;
}

export const MAX_PAUSE_SECONDS = 30;
/** Orders continue within 30 seconds after an outage, and fail after one of about 15 minutes. */
const MAX_PAUSE_WITHOUT_ANSWER_SECONDS = 25;
const MAX_TRIES_WITHOUT_ANSWER = 38;

/**
 * The decision after a failed call that certainly bought nothing. `tries`: those of the order before this one;
 * `offSale`: what the error says about the account.
 */
export function afterError(error: CallError, tries: number, offSale: OffSale | null): PurchaseDecision {
  switch (error.kind) {
    case 'invalid_cookie':
    case 'moderated':
    case 'challenge':
      return toReassign(offSale ? { offSale } : {});
    case 'proxy': {
      return {
        action: 'retry',
        afterSeconds: 2,
        maxTries: 1,
        why: 'connection_down',
        atLast: toTakeOffline(PROXY_DOWN),
      };
    }
    case 'rate_limited': {
      // another account would meet the same limit
      if (error.isPublic) return { ...withoutAnswer(tries), why: BACK_OFF.why };
      const afterSeconds = Math.min(Math.max(error.retryAfterSeconds ?? 5, 1), MAX_PAUSE_SECONDS);
      return { ...BACK_OFF, afterSeconds };
    }
    case 'not_found':
      return toFail(GONE);
    case 'unavailable':
    case 'protocol':
    case 'unclear':
      return withoutAnswer(tries);
  }
}

function withoutAnswer(tries: number) {
  const afterSeconds = Math.min(2 ** Math.min(tries, 8), MAX_PAUSE_WITHOUT_ANSWER_SECONDS);
  const atLast = toFail(text('Roblox has not answered for a long time'));
  return {
    action: 'retry',
    afterSeconds,
    maxTries: MAX_TRIES_WITHOUT_ANSWER,
    why: 'no_answer',
    atLast,
  } as const;
}
