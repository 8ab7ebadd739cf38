import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/pool.ts';
import { withdrawAccount } from '../../../supply/roblox-accounts/roblox-accounts.ts';
import { takeOffSale } from '../../../supply/roblox-accounts/stock.ts';
import { openReview } from '../../reviews/reviews.ts';
import type { Restriction } from './purchase.rules.ts';

/** The platform's word for what every order here is. */
const THIS_VERY_TRADE = 'FraudUseOfUnauthorizedOffPlatformTransactions';

/**
 * The platform lets an order's account buy nothing for a while: its seller reads the key and the end, and nothing puts
 * it on sale before that. Where the platform means this very trade, all of the seller's accounts rest, and staff decides.
 */
export async function restrict(
  tx: Tx,
  { id: orderId, accountId, sellerId }: { id: string; accountId: string; sellerId: string },
  { key, minutes }: Restriction,
): Promise<void> {
  const until = minutes > 0 ? new Date(Date.now() + minutes * 60_000) : null;
  const end = until ? ` until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
  const reason = `Roblox restricts purchases by this account${end} (${key}).`;
  await takeOffSale(tx, accountId, { status: 'offline', reason });
  await tx
    .updateTable('robloxAccounts')
    .set({ restrictedUntil: until })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .execute();
  if (key !== THIS_VERY_TRADE) return;
  await sql`select pause_seller(${sellerId})`.execute(tx);
  const facts = { key, until, accountId, orderId };
  await openReview(tx, { kind: 'off_platform', subjectId: sellerId, userId: sellerId, facts });
}

/** Staff rules on a seller whose accounts rest: approved, they sell on; rejected, they are taken away for good. */
export async function decidePause(tx: Tx, sellerId: string, decision: 'approve' | 'reject'): Promise<void> {
  if (decision === 'reject') {
    const accounts = await tx
      .selectFrom('robloxAccounts')
      .where('userId', '=', sellerId)
      .where('removedAt', 'is', null)
      .select('id')
      .orderBy('id')
      .execute();
    for (const { id } of accounts)
      await withdrawAccount(tx, id, 'Roblox objected to trade by an account of yours');
  }
  await sql`select resume_seller(${sellerId})`.execute(tx);
}

/**
 * Ends a restriction that is over, of an account that was looked at: one that is well goes on sale again if its seller
 * wants it to; another one keeps the trouble that was seen.
 */
export async function endRestriction(
  tx: Tx,
  accountId: string,
  { isWell }: { isWell: boolean },
): Promise<void> {
  const well = { status: sql<string>`case when is_active then 'online' else status end`, statusReason: null };
  await tx
    .updateTable('robloxAccounts')
    .set({ restrictedUntil: null, ...(isWell ? well : {}) })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .execute();
}
