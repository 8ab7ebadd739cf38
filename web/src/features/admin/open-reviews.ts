import {
  type Dispute,
  OWNER_REVIEW_KINDS,
  type Review,
  type ReviewKind,
} from '@sterling/contract/reviews.ts';
import { t } from '@sterling/contract/texts.ts';
import type { TransactionWithEvents } from '@sterling/contract/transactions.ts';
import { displayName } from '../../kit/format/format.ts';
import { type Fact, factsOf, factsOfOrder, factsOfTrade, movedFactsOf } from './facts.tsx';
import type { ReviewWithSubject } from './queries.ts';
import { choicesOf, type ReviewChoice } from './review-choices.ts';

/** A review that waits for a decision of staff, as the panel shows it. */
export interface OpenReview {
  readonly id: string;
  readonly title: string;
  /** The user concerned, or the title of the disputed trade. */
  readonly about: string | null;
  readonly since: Date;
  readonly facts: readonly Fact[];
  /** What a decision moves and where to. */
  readonly moved: readonly Fact[];
  /** Ids and usernames of people who have a part in it. They may not decide it. */
  readonly parties: readonly string[];
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
  late_purchase: t('Late purchase'),
};

const UNKNOWN_ACCOUNT: Fact = { name: t('Account'), text: t('Not on Sterling when it was reported') };

const INCOMPLETE: Fact = {
  name: t('Incomplete'),
  text: t('The details of this case could not be loaded. Reload the page before you decide.'),
  wide: 'whole',
};

/** A review with its order or trade as the panel shows it, with its choices. */
export function openReview(subject: ReviewWithSubject): OpenReview {
  const { review, order, trade, isIncomplete } = subject;
  return {
    id: review.id,
    title: trade?.stage === 'pending' ? t('Undelivered trade') : TITLES[review.kind],
    about: aboutOf(review),
    since: review.openedAt,
    facts: [
      ...(order ? factsOfOrder(order) : []),
      ...(trade ? factsOfTrade(trade, review.dispute) : []),
      ...factsOf(review),
      ...(review.kind === 'report' && review.facts.accountId === null ? [UNKNOWN_ACCOUNT] : []),
      ...(isIncomplete ? [INCOMPLETE] : []),
    ],
    moved: movedFactsOf(review),
    parties: partiesOf(subject),
    dispute: review.dispute,
    orderId: order?.id ?? orderIdOf(review),
    trade: trade ?? null,
    ownersOnly: OWNER_REVIEW_KINDS.includes(review.kind),
    choices: choicesOf(subject),
  };
}

/** Kinds whose user is the seller of something that also has a buyer or an owner. */
const OF_A_SELLER: readonly ReviewKind[] = ['manual_order', 'late_purchase', 'report'];

function aboutOf({ kind, dispute, username }: Review): string | null {
  if (dispute) return dispute.title;
  if (username === null) return null;
  const name = displayName(username);
  return OF_A_SELLER.includes(kind) ? t('seller {name}', { name }) : name;
}

const orderIdOf = ({ facts: { orderId } }: Review): string | null =>
  typeof orderId === 'string' ? orderId : null;

/** The parties that this page knows, by id or by username. The server knows all of them and refuses their decisions. */
function partiesOf({ review: { userId, facts, dispute }, order }: ReviewWithSubject): string[] {
  const waiting = (facts.waiting ?? []) as readonly { readonly userId: string }[];
  const found = [
    userId,
    dispute?.buyer.userId,
    dispute?.seller.userId,
    order?.buyerId,
    facts.requestedBy,
    ...waiting.map((seller) => seller.userId),
  ];
  return found.filter((party) => typeof party === 'string');
}
