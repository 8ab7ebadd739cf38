import { type Dispute, OWNER_REVIEW_KINDS, type ReviewKind } from '@sterling/contract/reviews.ts';
import { t } from '@sterling/contract/texts.ts';
import type { TransactionWithEvents } from '@sterling/contract/transactions.ts';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { type Fact, factsOf, factsOfOrder, factsOfTrade } from './facts.ts';
import type { ReviewWithSubject } from './queries.ts';

/** One possible decision. It always needs a reason. */
export interface ReviewChoice {
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

/** A review that waits for a decision of staff, as the panel shows it. */
export interface OpenReview {
  readonly id: string;
  readonly title: string;
  /** Username of the user concerned, or the title of the disputed trade. */
  readonly about: string | null;
  readonly since: Date;
  readonly facts: readonly Fact[];
  /** Both parties of a disputed trade. */
  readonly dispute: Dispute | null;
  /** The Robux order that can be opened. */
  readonly orderId: string | null;
  /** The trade that can be opened and asked about, with its evidence. */
  readonly trade: TransactionWithEvents | null;
  /** Admins see the review, and an owner decides it. */
  readonly ownersOnly: boolean;
  /** Empty if the decision is made elsewhere. */
  readonly choices: readonly ReviewChoice[];
}

const TITLES: Record<ReviewKind, string> = {
  withdrawal: t('Withdrawal'),
  reversal: t('Deposit reversed by the network'),
  correction: t('Correction'),
  dispute: t('Dispute'),
  manual_order: t('Robux order'),
  report: t('Reported Roblox account'),
  house_payment: t('Internal transfer rejected'),
  off_platform: t('Seller flagged by Roblox'),
  foreign_spend: t('Coins spent without our signature'),
  book_difference: t('Difference in the ledger'),
  coin_difference: t('Difference between coins and ledger'),
  low_reserves: t('Reserves below the limit'),
  ownerless_deposit: t('Deposit to an address without an owner'),
  restore: t('Restored backup'),
  late_purchase: t('Purchase after its order moved on'),
};

interface Effects {
  /** Missing where only approval is possible. */
  readonly reject?: Omit<ReviewChoice, 'decision'>;
  readonly approve: Omit<ReviewChoice, 'decision' | 'danger'>;
}

const effects = (approve: string, reject: string): Effects => ({
  reject: { label: t('Reject'), effect: reject, danger: true },
  approve: { label: t('Approve'), effect: approve },
});

/** The choices of a review that stops payouts. Both close it. */
const stop = (accepted: string): Effects => ({
  reject: {
    label: t('Stop everything'),
    effect: t('The emergency stop is set, and you lift it when the cause is known.'),
    danger: true,
  },
  approve: { label: t('Accept'), effect: t('Payouts continue. {accepted}', { accepted }) },
});

/** Effects of approval and rejection by kind. Missing kinds are decided elsewhere. */
const EFFECTS: Partial<Record<ReviewKind, Effects>> = {
  withdrawal: effects(
    t("It's sent once the new-address wait ends."),
    t('The money goes back to the wallet.'),
  ),
  reversal: effects(
    t('The platform absorbs the loss and sellers can withdraw.'),
    t('Affected earnings stay on hold until the buyer repays.'),
  ),
  correction: effects(t('The money is moved now.'), t('Nothing is moved.')),
  manual_order: effects(
    t('The order counts as bought, and the seller is paid.'),
    t('The order has failed, and the buyer gets the money back.'),
  ),
  house_payment: {
    reject: {
      label: t('Give up'),
      effect: t(
        'It is not sent again, and its coins are free for the next payment. Withdrawals that build on it are cancelled and refunded.',
      ),
      danger: true,
    },
    approve: { label: t('Send again'), effect: t('The same transaction is given to the network once more.') },
  },
  off_platform: {
    reject: {
      label: t('Remove the accounts'),
      effect: t("All of the seller's accounts are permanently taken off sale and their cookies are erased."),
      danger: true,
    },
    approve: { label: t('Reinstate seller'), effect: t('The accounts of the seller are on sale again.') },
  },
  foreign_spend: stop(t('Only another transaction without our signature stops them again.')),
  book_difference: stop(t('Only a new or larger difference stops them again.')),
  coin_difference: stop(t('Only a new or larger difference stops them again.')),
  low_reserves: stop(t('Only a lower percentage stops them again.')),
  ownerless_deposit: {
    approve: {
      label: t('Keep it'),
      effect: t(
        'Sterling keeps the coins, and no user is credited. If you know whose deposit it was, credit them with a correction first.',
      ),
    },
  },
  restore: {
    approve: {
      label: t('Confirm the comparison'),
      effect: t(
        'Withdrawals that the chain shows as paid get their payment, and the signer signs again once you lift the stop. Correct the balances of lost payments first.',
      ),
    },
  },
  late_purchase: {
    reject: { label: t('Do not pay'), effect: t('The seller gets nothing for this purchase.'), danger: true },
    approve: {
      label: t('Pay the seller'),
      effect: t('Sterling pays the seller what the order was worth to them.'),
    },
  },
  report: effects(
    t('The account is taken off sale and its cookie is erased.'),
    t('The account stays on sale; the report is closed.'),
  ),
};

/** A withdrawal that is signed: it was sent, or may have been sent. */
const SIGNED_WITHDRAWAL: Effects = {
  reject: {
    label: t('Cancel safely'),
    effect: t(
      'One of its coins is sent to an address of Sterling. When that is 6 blocks deep, the money goes back to the wallet. If the network pays it first, it is completed.',
    ),
    danger: true,
  },
  approve: { label: t('Send again'), effect: t('The same transaction is given to the network once more.') },
};

/** The choices of a dispute carry the amount and the name. */
function effectsOfDispute({ title, refund, payment, buyer, seller }: Dispute): Effects {
  const [buyerName, sellerName] = [displayName(buyer.username), displayName(seller.username)];
  const paid = { payment: formatUsd(payment), sellerName };
  const repaid = { refund: formatUsd(refund), buyerName };
  const sale = t('{title}, sold by {sellerName} to {buyerName}.', { title, sellerName, buyerName });
  return {
    reject: {
      label: t('Pay {payment} to {sellerName}', paid),
      question: t('Pay {payment} to {sellerName}?', paid),
      done: t('{payment} paid to {sellerName}', paid),
      effect: t('{sale} The seller gets the price less the fee, and the trade is completed.', { sale }),
    },
    approve: {
      label: t('Refund {refund} to {buyerName}', repaid),
      question: t('Refund {refund} to {buyerName}?', repaid),
      done: t('{refund} refunded to {buyerName}', repaid),
      effect: t('{sale} The buyer gets the full price back, and the trade is cancelled.', { sale }),
    },
  };
}

const INCOMPLETE: Fact = {
  name: t('Incomplete'),
  text: t('The details of this case could not be loaded. Reload the page before you decide.'),
  wide: 'whole',
};

function effectsOf({ kind, facts, dispute }: ReviewWithSubject['review']): Effects | undefined {
  if (dispute) return effectsOfDispute(dispute);
  return kind === 'withdrawal' && facts.state === 'needs_review' ? SIGNED_WITHDRAWAL : EFFECTS[kind];
}

/** A review with its order or trade as the panel shows it, with its choices. */
export function openReview({ review, order, trade, isIncomplete }: ReviewWithSubject): OpenReview {
  const known = effectsOf(review);
  return {
    id: review.id,
    title: trade?.stage === 'pending' ? t('Undelivered trade') : TITLES[review.kind],
    about: review.dispute?.title ?? (review.username && displayName(review.username)),
    since: review.openedAt,
    facts: [
      ...(order ? factsOfOrder(order) : []),
      ...(trade ? factsOfTrade(trade, review.dispute) : []),
      ...factsOf(review),
      ...(isIncomplete ? [INCOMPLETE] : []),
    ],
    dispute: review.dispute,
    orderId: order?.id ?? null,
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
