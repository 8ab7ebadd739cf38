import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { readClock, type Tx } from '../../../platform/db/pool.ts';
import { plainMinute } from '../../../platform/formats.rules.ts';
import { toStore, WITH_VALUES } from '../../../platform/stored-texts.rules.ts';
import { takeOffSale } from '../../../supply/roblox-accounts/off-sale.ts';
import { endExclusionsBy, removeForGood } from '../../../supply/roblox-accounts/removal.ts';
import { openReview } from '../../reviews/reviews.ts';
import type { Restriction } from './purchase.rules.ts';

/** Roblox's key for trade outside of Roblox, which every order here is. */
const OFF_PLATFORM_TRADE = 'FraudUseOfUnauthorizedOffPlatformTransactions';

/**
 * Records a restriction of an order's account. The account stays off sale until the end, and its seller reads key and end.
 * A restriction for off-platform trade pauses all accounts of the seller until staff decides.
 */
export async function restrict(
  tx: Tx,
  { id: orderId, accountId, sellerId }: { id: string; accountId: string; sellerId: string },
  { key, minutes }: Restriction,
): Promise<void> {
  const until = minutes > 0 ? new Date((await readClock(tx)).getTime() + minutes * 60_000) : null;
  const reason = until
    ? toStore(WITH_VALUES.restrictedUntil, { time: plainMinute(until), key })
    : toStore(WITH_VALUES.restricted, { key });
  await takeOffSale(tx, accountId, { status: 'offline', reason });
  await tx
    .updateTable('robloxAccounts')
    .set({ restrictedUntil: until })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .execute();
  if (key !== OFF_PLATFORM_TRADE) return;
  const facts = { key, until, accountId, orderId };
  // first, so that a decision that resumes the seller has ended, or waits
  await openReview(tx, { kind: 'off_platform', subjectId: sellerId, userId: sellerId, facts });
  await sql`select pause_seller(${sellerId})`.execute(tx);
}

/** Applies a decision of staff about a paused seller. Approval resumes their accounts. Rejection removes them for good. */
export async function decidePause(tx: Tx, sellerId: string, decision: 'approve' | 'reject'): Promise<void> {
  const review = await tx
    .selectFrom('reviews')
    .where('kind', '=', 'off_platform')
    .where('subjectId', '=', sellerId)
    .select(['id', 'openedAt'])
    .orderBy('openedAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  if (decision === 'approve') await endExclusionsBy(tx, review.id);
  else
    await removeForGood(tx, sellerId, {
      reviewId: review.id,
      since: review.openedAt,
      statusReason: text('Roblox objected to trades by one of your accounts'),
    });
  await sql`select resume_seller(${sellerId})`.execute(tx);
}

/**
 * Ends the expired restriction of an account that was checked. A working account that its seller has activated goes on sale
 * again. Otherwise the account keeps the status that the check found.
 */
export async function endRestriction(
  tx: Tx,
  accountId: string,
  { isWorking }: { isWorking: boolean },
): Promise<void> {
  const onSale = {
    status: sql<string>`case when is_active then 'online' else status end`,
    statusReason: null,
  };
  await tx
    .updateTable('robloxAccounts')
    .set({ restrictedUntil: null, ...(isWorking ? onSale : {}) })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .execute();
}
