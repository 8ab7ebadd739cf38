import type { Robux } from '@sterling/contract/money.ts';
import { OutsideError } from './http.ts';

/** The calls of Sterling to Roblox. Each call may throw GameTrouble, the only expected error. */
export interface GamePlatform {
  /** The user of the session. */
  whoAmI(session: GameSession): Promise<{ id: string; name: string }>;
  /** Whether Roblox treats the session's user as a child under 13. */
  isUnder13(session: GameSession): Promise<boolean>;
  robuxBalance(session: GameSession): Promise<Robux>;
  /** The id of the user with a name, whatever its case; null when there is none. */
  userIdOf(username: string): Promise<string | null>;
  /** The text of a user's public profile. */
  profileText(userId: string): Promise<string>;
  /**
   * URLs of portraits by user id, requested along the given route. Users without one are left out. Never throws for a
   * pending portrait.
   */
  headshots(userIds: readonly string[], route: ProxyRoute): Promise<Map<string, string>>;
  /**
   * A gamepass as the session's user sees it, or as the public sees it without a session. Null when it does not exist.
   * Never cached here.
   */
  gamepass(passId: string, session?: GameSession): Promise<Gamepass | null>;
  /**
   * Buys a gamepass. Throws only when Roblox certainly did not act (`unavailable`, `proxy`, `rate_limited`,
   * `challenge`, `invalid_cookie`, `moderated`, `not_found`, `protocol`). The answer is 'unclear' whenever Robux may
   * have moved.
   */
  buyGamepass(session: GameSession, purchase: Purchase): Promise<PurchaseAnswer>;
  /** Whether a user owns a gamepass. Public, so it needs no session. */
  ownsGamepass(userId: string, passId: string): Promise<boolean>;
  /** The newest hundred purchases of the session's user, newest first. Amounts paid are positive. */
  recentPurchases(session: GameSession, userId: string): Promise<PastPurchase[]>;
  /** Puts the user's own gamepass on sale at a price without managed pricing, and verifies it. */
  setGamepassPrice(session: GameSession, wanted: PriceWanted): Promise<PriceSetAnswer>;
  /** Why Roblox cannot be reached through a proxy, in words for the proxy's owner. Null when it can. Never throws. */
  whyUnreachable(proxyUrl: string): Promise<string | null>;
  /** Whether Roblox answers a public call without a proxy. If not, a proxy is not to blame. Never throws. */
  isAnswering(): Promise<boolean>;
  /**
   * The experience that a gamepass belongs to. Null when none of the user's public experiences that the search saw has it.
   * The search takes up to 10 seconds, so the caller holds no lock.
   */
  experienceOfGamepass(creatorUserId: string, passId: string): Promise<Experience | null>;
  /** The gamepasses of a user or an experience, as the public sees them. Null if there is no such owner. Takes up to 5 seconds. */
  findPasses(owner: PassOwner): Promise<PassSearch | null>;
}

/** Whose gamepasses are searched. The id of a `user` is their name. */
export interface PassOwner {
  readonly kind: 'user' | 'user-id' | 'place' | 'universe';
  readonly id: string;
}

export interface FoundPass {
  readonly id: string;
  readonly name: string;
  readonly creatorName: string;
  /** Null when off sale. */
  readonly priceRobux: Robux | null;
}

export interface PassSearch {
  /** Name of the user; null for an experience. */
  readonly owner: string | null;
  readonly passes: readonly FoundPass[];
  /** False if the search ended before it saw all gamepasses. */
  readonly isComplete: boolean;
}

export interface Experience {
  readonly universeId: string;
  /** The place to play it, where its store is; null without a place. */
  readonly placeId: string | null;
}

/** The network route of calls. */
export interface ProxyRoute {
  /** The proxy, `http://user:password@host:port`. While it is down, no call goes out directly. Null without a proxy. */
  readonly proxyUrl: string | null;
  /** Called when the proxy did not let a call through. */
  proxyFailed?(): Promise<void>;
}

/** The session of one Roblox account for a few calls in a row. Parallel calls must not share it. */
export interface GameSession extends ProxyRoute {
  cookie: string;
  csrf: string | null;
  /** Stores a rotated cookie before the call continues. */
  rotated(cookie: string): Promise<void>;
  /**
   * The milliseconds to wait before a call, to keep the account's pace. With more than `mostMs`, the call is not made.
   */
  waitFor?(mostMs: number): Promise<number>;
  /** Called when Roblox asks for a pause, in seconds; null when it does not say how long. */
  slowDown?(seconds: number | null): Promise<void>;
}

/** A session for a cookie that nobody stores. If Roblox rotates the cookie, only the session has the new one. */
export const unstoredSession = (cookie: string, route: ProxyRoute = { proxyUrl: null }): GameSession => ({
  ...route,
  cookie,
  csrf: null,
  rotated: async () => undefined,
});

export interface Gamepass {
  readonly id: string;
  readonly productId: string;
  readonly name: string;
  /** The base price, before discounts of the payer. Null when off sale. */
  readonly priceRobux: Robux | null;
  /** The price for the session's user; null when off sale. */
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
  /** Not the gamepass id, which may be the product id of another seller. */
  readonly productId: string;
  readonly expectedPrice: Robux;
  readonly idempotencyKey: string;
  /** Asked before each sending. If false, the purchase is not sent. */
  maySend(): Promise<boolean>;
}

export interface PastPurchase {
  readonly passId: string;
  readonly amount: Robux;
  readonly at: Date;
  readonly token: string;
}

/** Roblox's reasons for not selling. Only `EconomicRestriction` is our name, for a `failureReason` with an end time. */
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
      /** The Robux that the payer lacks. */
      readonly shortfall: Robux | null;
      readonly restriction: { readonly key: string; readonly minutes: number } | null;
    }
  /**
   * Robux may have moved. Callers must check before they do anything else. `detail` is for the log and contains no
   * secrets.
   */
  | { readonly kind: 'unclear'; readonly detail: string };

export interface PriceWanted {
  readonly passId: string;
  readonly universeId: string;
  readonly price: Robux;
}

export type PriceSetAnswer =
  | { readonly kind: 'set' }
  /** `errorCode` is Roblox's, or 'NotApplied' when Roblox confirmed a price that it does not show. */
  | { readonly kind: 'refused'; readonly errorCode: string }
  | { readonly kind: 'unclear'; readonly detail: string };

export type Trouble =
  /** The cookie is not valid, or no longer. */
  | { readonly kind: 'invalid_cookie' }
  | { readonly kind: 'moderated' }
  /** Roblox wants a check that only the account's owner can pass. We never solve or repeat it. */
  | { readonly kind: 'challenge'; readonly type: string }
  /** `isPublic`: the call had no cookie, so Roblox limits our address and no account is to blame. */
  | { readonly kind: 'rate_limited'; readonly retryAfterSeconds: number | null; readonly isPublic?: true }
  /** The proxy did not let the call or its answer through. Nothing went out directly. */
  | { readonly kind: 'proxy' }
  | { readonly kind: 'not_found' }
  /** No answer, and certainly no effect: the call was never sent, was only a read, or was refused as out of service. */
  | { readonly kind: 'unavailable' }
  /**
   * The call was sent and its answer was lost or unreadable, so it may have had an effect. Only for calls that change
   * something.
   */
  | { readonly kind: 'unclear' }
  /** An answer that Sterling does not understand. */
  | { readonly kind: 'protocol' };

/** The only expected error of Roblox calls. Its message names the call and the status, never a secret. */
export class GameTrouble extends Error {
  readonly trouble: Trouble;
  /** False when the request certainly did not leave for Roblox. */
  readonly wasSent: boolean;

  constructor(
    trouble: Trouble,
    detail: string,
    cause?: unknown,
    wasSent = !(cause instanceof OutsideError) || cause.sent,
  ) {
    super(`${detail}: ${trouble.kind === 'challenge' ? `challenge ${trouble.type}` : trouble.kind}`, {
      cause,
    });
    this.trouble = trouble;
    this.wasSent = wasSent;
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
