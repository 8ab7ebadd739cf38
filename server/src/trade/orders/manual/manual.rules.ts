/** When a purchase that Roblox does not show is certain to be missing. */
export interface ManualTimings {
  /** After the deadline, a purchase may still appear for this long. */
  readonly graceMs: number;
  /** Checks that are closer together count once. */
  readonly spacingMs: number;
  /** After deadline and grace, how long to wait for facts that cannot be read. */
  readonly patienceMs: number;
}
export const MANUAL_TIMINGS: ManualTimings = {
  graceMs: 120_000,
  spacingMs: 30_000,
  patienceMs: 30 * 60_000,
};

/** What Roblox shows about a pass that a seller buys in their own browser. */
export interface ManualEvidence {
  /** Null: could not be read. */
  readonly owns: boolean | null;
  /** The price in the record of a purchase that was made since the seller got the order. Null: no record was seen. */
  readonly paidRobux: number | null;
  /** The account's records were read and show no purchase, and its balance has not fallen. */
  readonly recordsShowNothing: boolean;
  readonly pass: PassState;
}

/** `not-for-seller`: only this account would pay another price. Null: could not be read. */
export type PassState = 'as-ordered' | 'not-for-seller' | 'changed' | 'gone' | null;

/** What is stored about the order, and how the time of this check compares with it. */
export interface ManualOrder {
  /** The agreed price of the pass. */
  readonly priceRobux: number;
  /** Deadline and grace are over, and there is no emergency stop. */
  readonly isLate: boolean;
  /** The last check that counted is long enough ago. */
  readonly isSpaced: boolean;
  readonly isPatienceOver: boolean;
  readonly isInReview: boolean;
  /** The seller said that they bought the pass. */
  readonly isClaimed: boolean;
  /** An earlier check found the pass owned. */
  readonly wasOwned: boolean;
  /** An earlier check found a record with another price. */
  readonly hadOtherPrice: boolean;
  /** An earlier check found that nobody could buy the pass. */
  readonly hadPassProblem: boolean;
  /** Consecutive checks that found the pass owned without a record. */
  readonly ownedChecksWithoutRecord: number;
  /** Consecutive late checks that counted and found the pass not owned. */
  readonly lateChecks: number;
  /** How many of them found that the records show nothing either. */
  readonly lateChecksWithoutRecord: number;
}

export type ManualFinding =
  | 'wait'
  | 'wait-for-record'
  /** Count this late check, and look again. */
  | 'look-again'
  | 'bought'
  | 'wrong-price'
  /** The facts cannot decide. */
  | 'review'
  /** Not bought, because the pass is not as ordered. */
  | 'pass-changed'
  /** Not bought, but the seller could not always buy it. */
  | 'reassign'
  /** Not bought, and the seller could have bought it. */
  | 'too-late';

/** A record may appear later than the ownership, and an account may hide its records. */
const MAX_OWNED_CHECKS_WITHOUT_RECORD = 3;
const MIN_LATE_CHECKS_WITHOUT_RECORD = 2;
/** Late checks, if the records cannot be read or contradict the ownership. */
const MAX_LATE_CHECKS = 4;

type Case = ManualOrder & ManualEvidence;
type Row = readonly [when: (the: Case) => boolean, finding: ManualFinding];

const isOwnerUnknown = ({ owns, pass }: Case) => owns === null && pass !== 'gone';
const hasRecord = ({ paidRobux }: Case) => paidRobux !== null;
const showsNothing = ({ recordsShowNothing, wasOwned }: Case) => recordsShowNothing && !wasOwned;
const isLastLateCheck = ({ lateChecks }: Case) => lateChecks + 1 >= MAX_LATE_CHECKS;
const isLastCheckWithoutRecord = ({ lateChecksWithoutRecord }: Case) =>
  lateChecksWithoutRecord + 1 >= MIN_LATE_CHECKS_WITHOUT_RECORD;

/** The first row that applies decides. */
const OWNED: readonly Row[] = [
  [(the) => the.paidRobux === the.priceRobux, 'bought'],
  [(the) => hasRecord(the) || the.hadOtherPrice, 'wrong-price'],
  [(the) => the.ownedChecksWithoutRecord + 1 < MAX_OWNED_CHECKS_WITHOUT_RECORD, 'wait-for-record'],
  [() => true, 'bought'],
];

/** The ownership of a deleted pass cannot be read. Its record then decides. */
const NOT_SEEN_OWNED: readonly Row[] = [
  [(the) => !the.isLate, 'wait'],
  [(the) => the.pass === 'gone' && the.paidRobux === the.priceRobux, 'bought'],
  [(the) => the.isInReview, 'wait'],
  [(the) => (isOwnerUnknown(the) || the.pass === null) && the.isPatienceOver, 'review'],
  [(the) => isOwnerUnknown(the) || the.pass === null || !the.isSpaced, 'wait'],
  [(the) => hasRecord(the) && !isLastLateCheck(the), 'look-again'],
  [hasRecord, 'review'],
  [(the) => showsNothing(the) && !isLastCheckWithoutRecord(the), 'look-again'],
  [(the) => !showsNothing(the) && !isLastLateCheck(the), 'look-again'],
  [(the) => !showsNothing(the) && (the.isClaimed || the.wasOwned), 'review'],
  [(the) => the.pass === 'changed' || the.pass === 'gone', 'pass-changed'],
  [(the) => the.pass === 'not-for-seller' || the.hadPassProblem, 'reassign'],
  [() => true, 'too-late'],
];

/**
 * Decides about an order that its seller buys by hand; the account did not own the pass before. A pass that is owned, or whose
 * record has the agreed price, is paid, however late. A seller is late only after two spaced checks that found nothing.
 * Facts that cannot be read never count as "no": without them a claim of the seller is decided by staff.
 */
export function judgeManualPurchase(order: ManualOrder, evidence: ManualEvidence): ManualFinding {
  const the = { ...order, ...evidence };
  const rows = evidence.owns ? OWNED : NOT_SEEN_OWNED;
  return rows.find(([when]) => when(the))![1];
}

/** Where a seller buys a pass: the store of its game, or its own page if the game is unknown. */
export function storeUrlOf(passId: string, placeId: string | null): string {
  return placeId
    ? `https://www.roblox.com/games/${placeId}#!/store`
    : `https://www.roblox.com/game-pass/${passId}/-`;
}
