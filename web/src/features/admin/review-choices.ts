import type { Cents } from '@sterling/contract/money.ts';
import type { Dispute, Review } from '@sterling/contract/reviews.ts';
import { t } from '@sterling/contract/texts.ts';
import { serverNow } from '../../data/server-time.ts';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { asUsd, timeOf } from './fact-texts.ts';
import {
  type Effect,
  type Effects,
  FIXED_CHOICES,
  REPORT_WITH_ACCOUNT,
  REPORT_WITHOUT_ACCOUNT,
} from './fixed-choices.ts';
import type { ReviewWithSubject } from './queries.ts';

/** One possible decision. It always needs a reason. */
export interface ReviewChoice extends Effect {
  readonly decision: 'approve' | 'reject';
}

/** The choices of a review. Empty if the decision is made elsewhere. */
export function choicesOf(subject: ReviewWithSubject): ReviewChoice[] {
  const effects = effectsOf(subject);
  if (!effects) return [];
  return [
    ...(effects.reject ? [{ ...effects.reject, decision: 'reject' as const }] : []),
    { ...effects.approve, decision: 'approve' },
  ];
}

function effectsOf({ review, order }: ReviewWithSubject): Effects | undefined {
  const { kind, facts, dispute } = review;
  if (dispute) return effectsOfDispute(dispute);
  if (kind === 'withdrawal') return effectsOfWithdrawal(facts);
  if (kind === 'correction') return effectsOfCorrection(facts);
  if (kind === 'manual_order') return effectsOfOrder(review, order?.totalPrice);
  if (kind === 'late_purchase') return effectsOfLatePurchase(review);
  if (kind === 'report') return facts.accountId === null ? REPORT_WITHOUT_ACCOUNT : REPORT_WITH_ACCOUNT;
  return FIXED_CHOICES[kind];
}

const PARTIES_READ = t('The buyer and the seller will read this. It is also kept in the audit log.');

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
      readers: PARTIES_READ,
      effect: t('{sale} The seller gets the price less the fee, and the trade is completed.', { sale }),
    },
    approve: {
      label: t('Refund {refund} to {buyerName}', repaid),
      question: t('Refund {refund} to {buyerName}?', repaid),
      done: t('{refund} refunded to {buyerName}', repaid),
      readers: PARTIES_READ,
      effect: t('{sale} The buyer gets the full price back, and the trade is cancelled.', { sale }),
    },
  };
}

const USER_READS = t('The user will read this. It is also kept in the audit log.');

function effectsOfWithdrawal(facts: Review['facts']): Effects {
  if (facts.state === 'needs_review') return SIGNED_WITHDRAWAL;
  if (facts.state === 'cancelling') return GONE_WITHDRAWAL;
  const until = timeOf(facts.waitsUntil);
  return {
    reject: {
      label: t('Reject'),
      effect: t('The money goes back to the wallet.'),
      readers: USER_READS,
      danger: true,
    },
    approve: {
      label: approvalOf(facts),
      effect:
        until && until.getTime() > serverNow()
          ? t('It is sent after {time}.', { time: formatTime(until) })
          : t('It is sent now.'),
    },
  };
}

const approvalOf = ({ amount }: Review['facts']): string =>
  amount === undefined ? t('Approve') : t('Approve {amount}', { amount: asUsd(amount) });

/** A withdrawal that is signed: it was sent, or may have been sent. */
const SIGNED_WITHDRAWAL: Effects = {
  reject: {
    label: t('Cancel safely'),
    effect: t(
      'One of its coins is sent to an address of Sterling. When that is 6 blocks deep, the money goes back to the wallet. If the network pays it first, it is completed.',
    ),
    readers: t('The user may read this. It is also kept in the audit log.'),
    danger: true,
  },
  approve: { label: t('Send again'), effect: t('The same transaction is given to the network once more.') },
};

/** A withdrawal that is being cancelled, and whose coins came from a deposit that the network no longer has. */
const GONE_WITHDRAWAL: Effects = {
  reject: {
    label: t('Refund now'),
    effect: t(
      'The money goes back to the wallet now. If the network pays it later, Sterling bears the loss.',
    ),
    readers: USER_READS,
    danger: true,
  },
  approve: {
    label: t('Wait for the deposit'),
    effect: t('Nothing is paid or refunded. The payment can be mined when the deposit returns.'),
  },
};

const effectsOfCorrection = (facts: Review['facts']): Effects => ({
  reject: { label: t('Reject'), effect: t('Nothing is moved.') },
  approve: { label: approvalOf(facts), effect: t('The money is moved now.') },
});

const paymentOf = (username: string | null, payment: string | undefined): string =>
  username === null || payment === undefined
    ? t('Pay the seller')
    : t('Pay {payment} to {sellerName}', { payment, sellerName: displayName(username) });

function effectsOfOrder({ username }: Review, total: Cents | undefined): Effects {
  const refund =
    total === undefined
      ? t('Refund the buyer')
      : t('Refund {total} to the buyer', { total: formatUsd(total) });
  return {
    reject: {
      label: refund,
      effect: t('The order has failed, and the buyer gets the money back.'),
      readers: t('Buyer and seller will read this. It is also kept in the audit log.'),
      danger: true,
    },
    approve: {
      label: paymentOf(username, total === undefined ? undefined : formatUsd(total)),
      effect: t('The order counts as bought, and the seller is paid.'),
    },
  };
}

function effectsOfLatePurchase({ username, facts }: Review): Effects {
  const { amount } = facts;
  return {
    reject: { label: t('Do not pay'), effect: t('The seller gets nothing for this purchase.'), danger: true },
    approve: {
      label: paymentOf(username, amount === undefined ? undefined : asUsd(amount)),
      effect: t('Sterling pays the seller what the order was worth to them.'),
    },
  };
}
