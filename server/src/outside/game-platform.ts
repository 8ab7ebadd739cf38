import type { Robux } from '@sterling/contract/money.ts';

/** What Sterling asks of the game platform. Every call may throw GameTrouble, and nothing else that is expected. */
export interface GamePlatform {
  /** Whose session this is. */
  whoAmI(session: GameSession): Promise<{ id: string; name: string }>;
  /** Whether the platform takes the session's user for a child under 13. */
  isUnder13(session: GameSession): Promise<boolean>;
  robuxBalance(session: GameSession): Promise<Robux>;
  /** What someone says about themselves in their public profile. */
  profileText(userId: string): Promise<string>;
  /** Addresses of portraits by user id, asked for that way; someone without one is left out. Never throws for a picture that is not ready. */
  headshots(userIds: readonly string[], along: ProxyRoute): Promise<Map<string, string>>;
  /** A pass as the asker sees it (nobody in particular without a session); null when there is none. Never cached here. */
  gamepass(passId: string, session?: GameSession): Promise<Gamepass | null>;
  /**
   * Buys. Throws only when the platform surely did not act (`unavailable`, `proxy`, `rate_limited`, `challenge`,
   * `invalid_cookie`, `moderated`, `not_found`, `protocol`); whatever may have moved Robux is the answer 'unclear'.
   */
  buyGamepass(session: GameSession, purchase: Purchase): Promise<PurchaseAnswer>;
  /** Whether someone owns a pass. Public: needs no session. */
  ownsGamepass(userId: string, passId: string): Promise<boolean>;
  /** The newest hundred purchases of the session's own user, newest first; what was paid is positive. */
  recentPurchases(session: GameSession, userId: string): Promise<PastPurchase[]>;
  /** Puts an own pass on sale at that price without managed pricing, and reads back that it is so. */
  setGamepassPrice(session: GameSession, wanted: PriceWanted): Promise<PriceSetAnswer>;
  /** Why the platform is not reached through a proxy, in words for its owner; null: it is. Throws nothing. */
  whyUnreachable(proxyUrl: string): Promise<string | null>;
  /** The experience that a person's pass belongs to, or null when none of their public ones has it. */
  experienceOfGamepass(creatorUserId: string, passId: string): Promise<Experience | null>;
}

export interface Experience {
  readonly universeId: string;
  /** Where one plays it, and finds its store; null when it has no place. */
  readonly placeId: string | null;
}

/** How calls leave the house. */
export interface ProxyRoute {
  /** The only way out, `http://user:password@host:port`: when it is down, nothing goes direct. Null: there is no proxy. */
  readonly proxyUrl: string | null;
  /** Told when the proxy did not let a call through. */
  proxyFailed?(): Promise<void>;
}

/** One Roblox account's session for a few calls in a row; never shared between two at the same time. */
export interface GameSession extends ProxyRoute {
  cookie: string;
  csrf: string | null;
  /** Persists a rotated cookie atomically before anything goes on. */
  rotated(cookie: string): Promise<void>;
  /** How many milliseconds the account's pace wants before a call; with more than `mostMs` there shall be none. */
  waitFor?(mostMs: number): Promise<number>;
  /** The platform asks for a pause of so many seconds; null: it does not say how long. */
  slowDown?(seconds: number | null): Promise<void>;
}

export interface Gamepass {
  readonly id: string;
  readonly productId: string;
  readonly name: string;
  /** The base price, before what depends on the payer; null when it has none (off sale). */
  readonly priceRobux: Robux | null;
  /** What the asker would pay; null when off sale. */
  readonly payerPrice: Robux | null;
  readonly discounts: readonly Discount[];
  readonly isForSale: boolean;
  readonly creatorType: 'User' | 'Group';
  readonly creatorTargetId: string;
  readonly creatorName: string;
}

export interface Discount {
  readonly type: string;
  readonly amountRobux: number;
  readonly percent: number;
}

export interface Purchase {
  /** Never the pass's id: that may be a stranger's product. */
  readonly productId: string;
  readonly expectedPrice: Robux;
  readonly idempotencyKey: string;
}

export interface PastPurchase {
  readonly passId: string;
  readonly amount: Robux;
  readonly at: Date;
  readonly token: string;
}

/** The platform's own words for not selling; `EconomicRestriction` is ours, for `failureReason` with an end. */
export const PURCHASE_REASONS = [
  'InsufficientFunds',
  'PriceChanged',
  'NotForSale',
  'NotAvailableInRobux',
  'SaleExpired',
  'SupplyExausted',
  'SaleUnavailableAtSaleLocation',
  'ContentRatingRestricted',
  'AlreadyOwned',
  'TwoStepVerificationRequired',
  'TooManyPurchases',
  'PendingTransactionAlreadyExists',
  'AccountRestrictionsRestricted',
  'UnknownBirthday',
  'InsufficientMembership',
  'Unauthorized',
  'InvalidArguments',
  'InvalidTransaction',
  'UnexpectedSeller',
  'ApplicationError',
  'ExceptionOccurred',
  'EconomyDisabled',
  'EconomicRestriction',
] as const;
export type PurchaseReason = (typeof PURCHASE_REASONS)[number];

export type PurchaseAnswer =
  | { readonly kind: 'bought'; readonly balanceAfter: Robux | null }
  | {
      readonly kind: 'refused';
      readonly reason: PurchaseReason;
      /** The pass's price now, where the platform says it. */
      readonly price: Robux | null;
      /** How many Robux the payer lacks. */
      readonly shortfall: Robux | null;
      readonly restriction: { readonly key: string; readonly minutes: number } | null;
    }
  /** Robux may have moved: look before anything else. `detail` is for the log: no secrets. */
  | { readonly kind: 'unclear'; readonly detail: string };

export interface PriceWanted {
  readonly passId: string;
  readonly universeId: string;
  readonly price: Robux;
}

export type PriceSetAnswer =
  | { readonly kind: 'set' }
  /** `errorCode` is the platform's, or ours: 'NotApplied' when it said yes and reads otherwise. */
  | { readonly kind: 'refused'; readonly errorCode: string; readonly field: string | null }
  | { readonly kind: 'unclear'; readonly detail: string };

export type Trouble =
  /** The cookie opens nothing (any longer). */
  | { readonly kind: 'invalid_cookie' }
  | { readonly kind: 'moderated' }
  /** The platform wants a check that only the account's owner can pass; never solved, never repeated. */
  | { readonly kind: 'challenge'; readonly type: string }
  | { readonly kind: 'rate_limited'; readonly retryAfterSeconds: number | null }
  /** The session's proxy did not let the call through; nothing went direct. */
  | { readonly kind: 'proxy' }
  | { readonly kind: 'not_found' }
  /** No answer, and surely nothing happened: never sent, only a read, or refused as out of service. */
  | { readonly kind: 'unavailable' }
  /** Sent, and the answer was lost or unreadable: it may have acted. Only of calls that change something. */
  | { readonly kind: 'unclear' }
  /** An answer that we do not understand. */
  | { readonly kind: 'protocol' };

/** The one expected error of the game platform. Its message names the call and the status, never a secret. */
export class GameTrouble extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, detail: string, cause?: unknown) {
    super(`${detail}: ${trouble.kind === 'challenge' ? `challenge ${trouble.type}` : trouble.kind}`, {
      cause,
    });
    this.trouble = trouble;
  }
}

/** The answer, or null when the platform gave none. */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GameTrouble) return null;
    throw error;
  }
}
