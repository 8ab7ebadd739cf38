/** A user or a group. `creatorTargetId` is the id of either. */
export interface Creator {
  creatorType: 'User' | 'Group';
  creatorTargetId: number;
}

/** A Roblox account. What a purchase or a session meets is set through the control API. */
export interface Account {
  id: number;
  username: string;
  displayName: string;
  description: string;
  createdAt: string;
  robux: number;
  cookie: string;
  cookieValid: boolean;
  cookieExpiresAt: number;
  /** The challenge (`CHALLENGES`) that Roblox demands, at purchases or at all calls. */
  challenge: string | null;
  challengeOn: 'purchase' | 'all';
  moderated: boolean;
  /** 0: 13 or over. 1: under 13. */
  ageBracket: number;
  countryCode: string;
  /** The discount of a Roblox Plus subscription. */
  plusPercent: number;
  /** The account's price of gamepasses with managed pricing: 30 to 100% of the default price. */
  regionFactorPercent: number;
  /** Why Roblox refuses the account's purchases. */
  restriction: Restriction | null;
  /** Changing calls from elsewhere count as signed out: `user@host:port` of a proxy, or `direct`. */
  boundEgress: string | null;
  /** The history of transactions is empty, as when Roblox lags. */
  hideTransactions: boolean;
}

/** An economic restriction (`Fraud…`, with an end), or another reason to refuse purchases. */
export interface Restriction {
  reason: string;
  minutes: number;
}

/** `agentId` is the `Creator.Id` of product-info. It differs from the group's id. */
export interface Group {
  id: number;
  agentId: number;
  name: string;
  ownerId: number;
  robux: number;
}

export interface Universe extends Creator {
  id: number;
  placeId: number;
  name: string;
}

export interface Discount {
  type: string;
  percent: number;
  amountInRobux?: number | undefined;
  endTime?: string | undefined;
}

export interface Pass extends Creator {
  id: number;
  productId: number;
  universeId: number;
  name: string;
  description: string;
  price: number;
  isForSale: boolean;
  managedPricing: boolean;
  activeInPO: boolean;
  discounts: Discount[];
  deleted: boolean;
  sales: number;
  createdAt: string;
  updatedAt: string;
}

/** One line of a Robux history. `party` is a creator key. Purchases are negative. */
export interface Transaction {
  id: number;
  party: string;
  type: 'Purchase' | 'Sale';
  amount: number;
  passId: number;
  agentKey: string;
  at: number;
  releaseAt: number;
  purchaseToken: string;
}

export interface PendingSale {
  transactionId: number;
  party: string;
  amount: number;
  releaseAt: number;
}

/** The first answer to a purchase, for repeats of its idempotency key. */
export interface PurchaseAnswer {
  key: string;
  answer: Record<string, unknown>;
}
