/** What Roblox shows about a pass that a seller buys in their own browser. Null: could not be read. */
export interface ManualEvidence {
  readonly owns: boolean | null;
  /** The price in Roblox's transaction record. */
  readonly paidRobux: number | null;
}

export interface ManualOrder {
  /** The agreed price of the pass. */
  readonly priceRobux: number;
  readonly isLate: boolean;
  /** Consecutive checks that found the pass owned without a transaction record. */
  readonly checksWithoutRecord: number;
}

export type ManualFinding = 'wait' | 'wait-for-record' | 'bought' | 'too-late' | 'escalate';

/** A transaction record may appear later than the ownership. */
const MAX_CHECKS_WITHOUT_RECORD = 3;

/**
 * Decides about an order that its seller buys by hand; the account did not own the pass before. An owned pass counts as
 * bought, but another price in the record is escalated. An account may hide its records, so after 3 checks ownership is
 * enough. Facts that cannot be read never count as "no".
 */
export function judgeManualPurchase(order: ManualOrder, { owns, paidRobux }: ManualEvidence): ManualFinding {
  if (owns === null) return 'wait';
  if (!owns) return order.isLate ? 'too-late' : 'wait';
  if (paidRobux === order.priceRobux) return 'bought';
  if (paidRobux !== null) return 'escalate';
  return order.checksWithoutRecord + 1 < MAX_CHECKS_WITHOUT_RECORD ? 'wait-for-record' : 'bought';
}

/** Where a seller buys a pass: the store of its game, or its own page if the game is unknown. */
export function storeUrlOf(passId: string, placeId: string | null): string {
  return placeId
    ? `https://www.roblox.com/games/${placeId}#!/store`
    : `https://www.roblox.com/game-pass/${passId}/-`;
}
