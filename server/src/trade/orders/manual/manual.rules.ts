/** What a look at a gamepass found that a seller is to buy in their own browser; null: could not be read. */
export interface HandLook {
  readonly owns: boolean | null;
  /** What the account paid for it, by the platform's own record. */
  readonly paidRobux: number | null;
}

export interface HandOrder {
  /** What the account is asked for the pass as ordered. */
  readonly priceRobux: number;
  readonly isLate: boolean;
  /** Looks in a row that found it owned and no record. */
  readonly looksWithoutRecord: number;
}

export type HandFinding = 'wait' | 'look-for-record' | 'bought' | 'too-late' | 'ask-somebody';

/** Records may show later than the pass does. */
const MAX_LOOKS_WITHOUT_RECORD = 3;

/**
 * What a look says about an order by hand, whose account did not own the pass before: owned is bought, unless the
 * platform's record says at another price, which someone has to look at. Without a record, which an account may hide,
 * owning it is enough after a few looks. What cannot be read is never taken for a no.
 */
export function judgeByHand(order: HandOrder, { owns, paidRobux }: HandLook): HandFinding {
  if (owns === null) return 'wait';
  if (!owns) return order.isLate ? 'too-late' : 'wait';
  if (paidRobux === order.priceRobux) return 'bought';
  if (paidRobux !== null) return 'ask-somebody';
  return order.looksWithoutRecord + 1 < MAX_LOOKS_WITHOUT_RECORD ? 'look-for-record' : 'bought';
}

/** Where a seller buys a pass: its game's store, or its own page when no place is known. */
export function storeUrlOf(passId: string, placeId: string | null): string {
  return placeId
    ? `https://www.roblox.com/games/${placeId}#!/store`
    : `https://www.roblox.com/game-pass/${passId}/-`;
}
