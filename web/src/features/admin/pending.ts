import { type Dispute, OWNER_REVIEW_KINDS, type ReviewKind } from '@sterling/contract/reviews.ts';
import type { TransactionWithEvents } from '@sterling/contract/transactions.ts';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { type Fact, factsOf, factsOfOrder, factsOfTrade } from './facts.ts';
import type { ReviewWithSubject } from './queries.ts';

/** One possible decision. It always needs a reason. */
export interface Choice {
  readonly label: string;
  /** The question that the dialog asks. By default the label and the item. */
  readonly question?: string;
  /** What the toast says afterwards. By default the item and the effect. */
  readonly done?: string;
  /** One sentence on the effect of the decision. */
  readonly effect: string;
  readonly danger?: true;
  readonly decision: 'approve' | 'reject';
}

/** An item that waits for a decision of staff. */
export interface Pending {
  readonly id: string;
  readonly title: string;
  /** Username of the user concerned, or the title of the disputed trade. */
  readonly about: string | null;
  readonly since: string;
  readonly facts: readonly Fact[];
  /** Both parties of a disputed trade. */
  readonly dispute: Dispute | null;
  /** The trade that can be opened and asked about, with its evidence. */
  readonly trade: TransactionWithEvents | null;
  /** Only owners decide on money. */
  readonly ownersOnly: boolean;
  /** Empty if the decision is made elsewhere. */
  readonly choices: readonly Choice[];
}

const TITLES: Record<ReviewKind, string> = {
  withdrawal: 'Withdrawal',
  reversal: 'Deposit reversed by the network',
  correction: 'Correction',
  dispute: 'Dispute',
  manual_order: 'Robux order',
  report: 'Reported Roblox account',
  house_payment: 'Internal transfer rejected',
  off_platform: 'Seller flagged by Roblox',
  foreign_spend: 'Coins spent without our signature',
  book_difference: 'Difference in the ledger',
  coin_difference: 'Difference between coins and ledger',
  low_reserves: 'Reserves below the limit',
  ownerless_deposit: 'Deposit to an address without an owner',
  restore: 'Restored backup',
  late_purchase: 'Purchase after its order moved on',
};

interface Effects {
  /** Missing where only approval is possible. */
  readonly reject?: Omit<Choice, 'decision'>;
  readonly approve: Omit<Choice, 'decision' | 'danger'>;
}

const effects = (approve: string, reject: string): Effects => ({
  reject: { label: 'Reject', effect: reject, danger: true },
  approve: { label: 'Approve', effect: approve },
});

/** The choices of a review that stops payouts. Both close it. */
const stop = (accepted: string): Effects => ({
  reject: {
    label: 'Stop everything',
    effect: 'The emergency stop is set, and you lift it when the cause is known.',
    danger: true,
  },
  approve: { label: 'Accept', effect: `Payouts continue. ${accepted}` },
});

/** Effects of approval and rejection by kind. Missing kinds are decided elsewhere. */
const EFFECTS: Partial<Record<ReviewKind, Effects>> = {
  withdrawal: effects("It's sent once the new-address wait ends.", 'The money goes back to the wallet.'),
  reversal: effects(
    'The platform absorbs the loss and sellers can withdraw.',
    'Affected earnings stay on hold until the buyer repays.',
  ),
  correction: effects('The money is moved now.', 'Nothing is moved.'),
  manual_order: effects(
    'The order counts as bought, and the seller is paid.',
    'The order has failed, and the buyer gets the money back.',
  ),
  house_payment: {
    reject: {
      label: 'Give up',
      effect:
        'It is not sent again, and its coins are free for the next payment. Withdrawals that build on it are cancelled and refunded.',
      danger: true,
    },
    approve: { label: 'Send again', effect: 'The same transaction is given to the network once more.' },
  },
  off_platform: {
    reject: {
      label: 'Remove the accounts',
      effect: "All of the seller's accounts are permanently taken off sale and their cookies are erased.",
      danger: true,
    },
    approve: { label: 'Reinstate seller', effect: 'The accounts of the seller are on sale again.' },
  },
  foreign_spend: stop('Only another transaction without our signature stops them again.'),
  book_difference: stop('Only a new or larger difference stops them again.'),
  coin_difference: stop('Only a new or larger difference stops them again.'),
  low_reserves: stop('Only a lower percentage stops them again.'),
  ownerless_deposit: {
    approve: {
      label: 'Keep it',
      effect:
        'The coins stay with the house and no user is credited. If you know whose deposit it was, credit them with a correction first.',
    },
  },
  restore: {
    approve: {
      label: 'Confirm the comparison',
      effect:
        'Withdrawals that the chain shows as paid get their payment, and the signer signs again once you lift the stop. Correct the balances of lost payments first.',
    },
  },
  late_purchase: {
    reject: { label: 'Do not pay', effect: 'The seller gets nothing for this purchase.', danger: true },
    approve: {
      label: 'Pay the seller',
      effect: 'Sterling pays the seller what the order was worth to them.',
    },
  },
  report: effects(
    'The account is taken off sale and its cookie is erased.',
    'The account stays on sale; the report is closed.',
  ),
};

/** A withdrawal that is signed: it was sent, or may have been sent. */
const SIGNED_WITHDRAWAL: Effects = {
  reject: {
    label: 'Cancel safely',
    effect:
      'One of its coins is spent to ourselves. When that is 6 blocks deep, the money goes back to the wallet. If the network pays it first, it is completed.',
    danger: true,
  },
  approve: { label: 'Send again', effect: 'The same transaction is given to the network once more.' },
};

/** The choices of a dispute carry the amount and the name. */
function effectsOfDispute({ title, refund, payment, buyer, seller }: Dispute): Effects {
  const [buyerName, sellerName] = [displayName(buyer.username), displayName(seller.username)];
  const pay = `Pay ${formatUsd(payment)} to ${sellerName}`;
  const repay = `Refund ${formatUsd(refund)} to ${buyerName}`;
  const sale = `${title}, sold by ${sellerName} to ${buyerName}.`;
  return {
    reject: {
      label: pay,
      question: `${pay}?`,
      done: `${sellerName} got ${formatUsd(payment)}.`,
      effect: `${sale} The seller gets the price less the fee, and the trade is completed.`,
    },
    approve: {
      label: repay,
      question: `${repay}?`,
      done: `${buyerName} got ${formatUsd(refund)} back.`,
      effect: `${sale} The buyer gets the full price back, and the trade is cancelled.`,
    },
  };
}

function effectsOf({ kind, facts, dispute }: ReviewWithSubject['review']): Effects | undefined {
  if (dispute) return effectsOfDispute(dispute);
  return kind === 'withdrawal' && facts.state === 'needs_review' ? SIGNED_WITHDRAWAL : EFFECTS[kind];
}

/** Turns a review with its order or trade into a pending item with its choices. */
export function pendingReview({ review, order, trade }: ReviewWithSubject): Pending {
  const known = effectsOf(review);
  return {
    id: review.id,
    title: trade?.stage === 'pending' ? 'Undelivered trade' : TITLES[review.kind],
    about: review.dispute?.title ?? (review.username && displayName(review.username)),
    since: review.openedAt,
    facts: [
      ...(order ? factsOfOrder(order) : []),
      ...(trade ? factsOfTrade(trade, review.dispute) : []),
      ...factsOf(review),
    ],
    dispute: review.dispute,
    trade: trade ?? null,
    ownersOnly: OWNER_REVIEW_KINDS.includes(review.kind),
    choices: known
      ? [
          ...(known.reject ? [{ ...known.reject, decision: 'reject' as const }] : []),
          { ...known.approve, decision: 'approve' },
        ]
      : [],
  };
}
