import { OWNER_REVIEW_KINDS, type ReviewKind, reviews } from '@sterling/contract/reviews.ts';
import { call } from '../api.ts';
import { displayName } from '../format.ts';
import { type Fact, factsOf, factsOfOrder, factsOfTrade } from './facts.ts';
import type { ReviewWithSubject } from './queries.ts';

/** One possible decision. It always needs a reason. */
export interface Choice {
  readonly label: string;
  /** One sentence on the effect of the decision. */
  readonly effect: string;
  readonly danger?: true;
  readonly decide: (reason: string, idempotencyKey: string) => Promise<unknown>;
}

/** An item that waits for a decision of staff. */
export interface Pending {
  readonly id: string;
  readonly title: string;
  /** Username of the user concerned. */
  readonly who: string | null;
  readonly since: string;
  readonly facts: readonly Fact[];
  /** Only owners decide on money. */
  readonly ownersOnly: boolean;
  /** Empty if the decision is made elsewhere. */
  readonly choices: readonly Choice[];
}

const TITLES: Record<ReviewKind, string> = {
  withdrawal: 'Withdrawal',
  reversal: 'Deposit taken back by the network',
  correction: 'Correction',
  dispute: 'Dispute',
  manual_order: 'Robux order',
  report: 'Report of a Roblox account',
  house_payment: 'Payment to ourselves, refused',
  off_platform: 'Seller whose trade Roblox objects to',
  foreign_spend: 'Coins spent without our signature',
  book_difference: 'Difference in the ledger',
  coin_difference: 'Difference between coins and ledger',
  low_reserves: 'Reserves below the limit',
  ownerless_deposit: 'Deposit to an address without an owner',
  restore: 'Restored backup',
};

interface Effects {
  /** Missing where only approval is possible. */
  readonly reject?: Pick<Choice, 'label' | 'effect' | 'danger'>;
  readonly approve: Pick<Choice, 'label' | 'effect'>;
}

const effects = (approve: string, reject: string): Effects => ({
  reject: { label: 'Reject', effect: reject, danger: true },
  approve: { label: 'Approve', effect: approve },
});

/** Effects of approval and rejection by kind. Missing kinds are decided elsewhere. */
const EFFECTS: Partial<Record<ReviewKind, Effects>> = {
  withdrawal: effects(
    'It goes on its way, after the wait for its address.',
    'The money goes back to the wallet.',
  ),
  reversal: effects(
    'The house bears the loss, and the sellers it paid can withdraw their earnings.',
    'Earnings that rest on it go on waiting until the buyer makes it up.',
  ),
  dispute: {
    reject: { label: 'Pay the seller', effect: 'The seller is paid, less the fee.' },
    approve: { label: 'Refund the buyer', effect: 'The buyer gets the money back.' },
  },
  manual_order: effects(
    'The order counts as bought, and the seller is paid.',
    'The order has failed, and the buyer gets the money back.',
  ),
  house_payment: {
    reject: {
      label: 'Give Up',
      effect: 'It is not sent again, and its other coins are free for the next sweep.',
      danger: true,
    },
    approve: { label: 'Send Again', effect: 'The same transaction is given to the network once more.' },
  },
  off_platform: {
    reject: {
      label: 'Remove the Accounts',
      effect: 'All accounts of the seller are taken off sale for good and their cookies are wiped.',
      danger: true,
    },
    approve: { label: 'Let Them Sell', effect: 'The accounts of the seller are on sale again.' },
  },
  ownerless_deposit: {
    approve: {
      label: 'Keep It',
      effect:
        'The coins stay with the house, and nobody is credited. If you know whose deposit it was, credit them with a correction first.',
    },
  },
  restore: {
    approve: {
      label: 'Confirm the Comparison',
      effect:
        'Withdrawals that the chain shows as paid get their payment, and the signer signs again once you lift the stop. Correct the balances of lost payments first.',
    },
  },
  report: effects(
    'The account is taken off sale and its cookie is wiped.',
    'The account stays on sale; the report is closed.',
  ),
};

/** Turns a review with its order or trade into a pending item with its choices. */
export function pendingReview({ review, order, trade }: ReviewWithSubject): Pending {
  const known = EFFECTS[review.kind];
  const decide = (decision: 'approve' | 'reject') => (reason: string, idempotencyKey: string) =>
    call(reviews.decide, { params: { id: review.id }, body: { decision, reason } }, { idempotencyKey });
  return {
    id: review.id,
    title: TITLES[review.kind],
    who: review.username && displayName(review.username),
    since: review.openedAt,
    facts: [...(order ? factsOfOrder(order) : []), ...(trade ? factsOfTrade(trade) : []), ...factsOf(review)],
    ownersOnly: OWNER_REVIEW_KINDS.includes(review.kind),
    choices: known
      ? [
          ...(known.reject ? [{ ...known.reject, decide: decide('reject') }] : []),
          { ...known.approve, decide: decide('approve') },
        ]
      : [],
  };
}
