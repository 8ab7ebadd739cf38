import type { RobuxOrder } from '@sterling/contract/orders.ts';
import type { Review, ReviewKind } from '@sterling/contract/reviews.ts';
import { reviews } from '@sterling/contract/reviews.ts';
import { type TransactionWithEvents, transactions } from '@sterling/contract/transactions.ts';
import { call } from '../api.ts';
import { displayName } from '../format.ts';
import { type Fact, factsOf, factsOfOrder, factsOfTrade } from './facts.ts';

/** One way to decide; whoever takes it says why. */
export interface Choice {
  readonly label: string;
  /** What it does, in a sentence. */
  readonly effect: string;
  readonly danger?: true;
  readonly decide: (reason: string, idempotencyKey: string) => Promise<unknown>;
}

/** Something that waits for a decision of staff: a review, or a trade in dispute. */
export interface Pending {
  readonly id: string;
  readonly title: string;
  /** Whom it is about. */
  readonly who: string | null;
  readonly since: string;
  readonly facts: readonly Fact[];
  /** Money matters are decided by an owner only (wire.md). */
  readonly ownersOnly: boolean;
  /** None: it is decided elsewhere. */
  readonly choices: readonly Choice[];
}

const OWNERS: readonly ReviewKind[] = ['withdrawal', 'reversal', 'correction'];

const TITLES: Record<ReviewKind, string> = {
  withdrawal: 'Withdrawal',
  reversal: 'Deposit taken back by the network',
  correction: 'Correction',
  dispute: 'Dispute',
  manual_order: 'Robux order',
  report: 'Report of a Roblox account',
};

/** What approving and rejecting do, by kind; kinds without one are decided where they happen. */
const EFFECTS: Partial<Record<ReviewKind, readonly [approve: string, reject: string]>> = {
  withdrawal: ['It goes on its way, after the wait for its address.', 'The money goes back to the wallet.'],
  reversal: [
    'The house bears the loss, and the sellers it paid can withdraw their earnings.',
    'Earnings that rest on it go on waiting until the buyer makes it up.',
  ],
  manual_order: [
    'The order counts as bought, and the seller is paid.',
    'The order has failed, and the buyer gets the money back.',
  ],
  report: [
    'The account is taken off sale and its cookie is wiped.',
    'The account stays on sale; the report is closed.',
  ],
};

/** `order` is the one that the review is about, where it is about one. */
export function pendingReview(review: Review, order: RobuxOrder | null): Pending {
  const effects = EFFECTS[review.kind];
  const decide = (decision: 'approve' | 'reject') => (reason: string, idempotencyKey: string) =>
    call(reviews.decide, { params: { id: review.id }, body: { decision, reason } }, { idempotencyKey });
  return {
    id: review.id,
    title: TITLES[review.kind],
    who: review.username && displayName(review.username),
    since: review.openedAt,
    facts: [...(order ? factsOfOrder(order) : []), ...factsOf(review)],
    ownersOnly: OWNERS.includes(review.kind),
    choices: effects
      ? [
          { label: 'Reject', effect: effects[1], danger: true, decide: decide('reject') },
          { label: 'Approve', effect: effects[0], decide: decide('approve') },
        ]
      : [],
  };
}

export function pendingDispute(trade: TransactionWithEvents): Pending {
  const resolve = (outcome: 'buyer' | 'seller') => (reason: string, idempotencyKey: string) =>
    call(transactions.resolve, { params: { id: trade.id }, body: { outcome, reason } }, { idempotencyKey });
  return {
    id: trade.id,
    title: 'Dispute',
    who: null,
    since: trade.events.findLast(({ by, text }) => by === 'buyer' && text !== null)?.at ?? trade.createdAt,
    facts: factsOfTrade(trade),
    ownersOnly: false,
    choices: [
      { label: 'Refund the buyer', effect: 'The buyer gets the money back.', decide: resolve('buyer') },
      { label: 'Pay the seller', effect: 'The seller is paid, less the fee.', decide: resolve('seller') },
    ],
  };
}
