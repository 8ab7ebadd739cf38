import { api } from '@sterling/contract/api.ts';
import { OWNER_REVIEW_KINDS, type ReviewKind } from '@sterling/contract/reviews.ts';
import { releaseEarnings } from '../../money/ledger/settlement.ts';
import { decideOwnerless } from '../../money/litecoin/ownerless.ts';
import { decideRestore } from '../../money/restores/restores.ts';
import { decideStop } from '../../money/treasury/stops.ts';
import { decideHousePayment } from '../../money/treasury/treasury.ts';
import { decideWithdrawal } from '../../money/withdrawals/deciding.ts';
import { decideCorrection } from '../../people/admin/corrections.ts';
import { decideReport } from '../../people/reports/reports.ts';
import { record } from '../../platform/audit/audit.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { decideManualOrder } from '../orders/deciding.ts';
import { decideLatePurchase } from '../orders/manual/late-purchases.ts';
import { decidePause } from '../orders/purchasing/restrictions.ts';
import { resolve } from '../transactions/endings.ts';
import { partiesOf, refuseParty } from './parties.ts';
import { listReviews, readReview } from './reviews.reads.ts';
import { closeDecided, type Decision } from './reviews.ts';

/** The reviews that staff has to decide. All staff can read them. Only an owner decides those about money. */
export function reviewRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.reviews.list, async ({ query, total }) => {
      const found = await listReviews(db, query);
      total(found.total);
      return found.rows;
    }),
    handle(
      api.reviews.decide,
      ({ user, params, body, onceShown }) =>
        onceShown(async (tx) => {
          const { kind, subjectId } = await lockReview(tx, params.id, user);
          const decision = { ...body, decidedBy: user.id };
          await closeDecided(tx, params.id, decision);
          await DECIDERS[kind](tx, subjectId, decision);
          await record(tx, {
            actorId: user.id,
            action: `reviews.${body.decision === 'approve' ? 'approved' : 'rejected'}`,
            subjectId: params.id,
            after: { kind, subjectId },
            reason: body.reason,
          });
          return params.id;
        }),
      async (_reader, id) => (await readReview(db, id))!,
    ),
  ];
}

type Decider = (tx: Tx, subjectId: string, decision: Decision) => Promise<void>;

/** What a decision does, by kind. */
const DECIDERS: Readonly<Record<ReviewKind, Decider>> = {
  withdrawal: decideWithdrawal,
  // Approval by a second member of the staff moves the money.
  correction: decideCorrection,
  // Approval: the house bears the loss. Rejection: the earnings stay locked until the buyer covers the loss.
  reversal: async (tx, depositId, { decision }) => {
    if (decision === 'reject') return;
    for (const userId of await releaseEarnings(tx, depositId)) await notify(tx, 'wallet', userId);
  },
  // Approval decides for the buyer.
  dispute: (tx, tradeId, { decision, reason, decidedBy }) =>
    resolve(tx, { id: decidedBy, isStaff: true }, tradeId, {
      outcome: decision === 'approve' ? 'buyer' : 'seller',
      reason,
      ofReview: true,
    }),
  manual_order: decideManualOrder,
  house_payment: (tx, paymentId, { decision }) => decideHousePayment(tx, paymentId, decision),
  // The closing lets payouts go on.
  foreign_spend: decideStop,
  book_difference: decideStop,
  coin_difference: decideStop,
  low_reserves: decideStop,
  report: (tx, reportId, { decision }) => decideReport(tx, reportId, decision),
  // Approval confirms what the signer found after the restore.
  restore: (tx, restoreId, { decision }) => decideRestore(tx, restoreId, decision),
  // Approval keeps the deposit with the house.
  ownerless_deposit: (_tx, _depositId, { decision }) => decideOwnerless(decision),
  // Approval pays the seller from the house.
  late_purchase: (tx, purchaseId, { decision }) => decideLatePurchase(tx, purchaseId, decision),
  // Approval lets the seller continue to sell.
  off_platform: (tx, sellerId, { decision }) => decidePause(tx, sellerId, decision),
};

interface OpenReview {
  readonly kind: ReviewKind;
  readonly subjectId: string;
  readonly userId: string | null;
}

/** Locks an open review for a staff member who may decide it: with the rights for its kind, and without a part in it. */
async function lockReview(
  tx: Tx,
  id: string,
  staff: { readonly id: string; readonly isOwner: boolean },
): Promise<OpenReview> {
  const row = await tx
    .selectFrom('reviews')
    .where('id', '=', id)
    .select(['kind', 'subjectId', 'userId', 'state'])
    .forUpdate()
    .executeTakeFirst();
  const { state, ...review } = (row as OpenReview & { state: string }) ?? refuse('not_found');
  if (OWNER_REVIEW_KINDS.includes(review.kind) && !staff.isOwner) refuse('owner_required');
  refuseParty(await partiesOf(tx, review), staff.id);
  if (state !== 'open') refuse('review_closed');
  return review;
}
