import type { Db } from '../../../platform/db/pool.ts';
import type { Order } from '../order.ts';

/** An order tries three accounts, the cheapest first, so others are unlikely. */
const MAX_OTHERS = 50;

/**
 * Other accounts that could have served an order between a backup and its restore, cheapest first. Without those that bought the gamepass
 * for a known order, or serve another part of this one.
 */
export async function otherAccountsFor(
  db: Db,
  { accountId, buyerId, passId, maxRateCents, splitId }: Order,
): Promise<{ robloxUserId: string; username: string }[]> {
  const rows = await db
    .selectFrom('robloxAccounts as a')
    .where('a.removedAt', 'is', null)
    .where('a.id', '<>', accountId)
    .where('a.userId', '<>', buyerId)
    .where('a.rateCents', '<=', maxRateCents)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('boughtPasses as b')
            .whereRef('b.accountId', '=', 'a.id')
            .where('b.passId', '=', passId)
            .select('b.passId'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as o')
            .whereRef('o.accountId', '=', 'a.id')
            .where('o.splitId', '=', splitId)
            .select('o.id'),
        ),
      ),
    )
    .orderBy('a.rateCents')
    .orderBy('a.id')
    .limit(MAX_OTHERS)
    .select(['a.robloxUserId', 'a.username'])
    .execute();
  return rows.map(({ robloxUserId, username }) => ({ robloxUserId: String(robloxUserId), username }));
}
