/** A user or a group. `creatorTargetId` is the id of either. */
export interface Creator {
  creatorType: 'User' | 'Group';
  creatorTargetId: number;
}

/** A Roblox account. `ageBracket`: 0 is 13 or over, 1 is under 13. `regionFactorPercent` is 30 to 100% of the default price. */
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
  challenge: string | null;
  challengeOn: 'purchase' | 'all';
  moderated: boolean;
  ageBracket: number;
  countryCode: string;
  plusPercent: number;
  regionFactorPercent: number;
  restriction: Restriction | null;
  boundEgress: string | null;
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
