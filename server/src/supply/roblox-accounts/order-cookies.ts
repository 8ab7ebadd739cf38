import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';

/** The vault context of a cookie of an order. It stands here because Roblox may rotate it while an account is used. */
export const orderCookieContext = (orderId: string): string => `order ${orderId}`;

/** Stores the cookie that sets the price of an order's gamepass. */
export async function keepCookie(tx: Tx, vault: Vault, orderId: string, cookie: string): Promise<void> {
  const sealedCookie = vault.seal(cookie, orderCookieContext(orderId));
  await tx.insertInto('orderCookies').values({ orderId, sealedCookie }).execute();
}

/**
 * Stores a cookie that Roblox rotated in all orders of a buyer that have the old one, which no longer works. Keeps a newer one that
 * another rotation stores meanwhile.
 */
export async function replaceInOrders(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  buyerId: string,
  from: string,
  to: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const kept = await tx
      .selectFrom('orderCookies as c')
      .innerJoin('orders as o', 'o.id', 'c.orderId')
      .where('o.buyerId', '=', buyerId)
      .select(['c.orderId', 'c.sealedCookie'])
      .orderBy('c.orderId')
      .forUpdate('c')
      .execute();
    for (const { orderId, sealedCookie } of kept) {
      if (vault.open(sealedCookie, orderCookieContext(orderId)) !== from) continue;
      const fresh = { sealedCookie: vault.seal(to, orderCookieContext(orderId)) };
      await tx.updateTable('orderCookies').set(fresh).where('orderId', '=', orderId).execute();
    }
  });
}

const MAX_COOKIE_MINUTES = 10;

/** Deletes the cookies of buyers that were stored too long, whatever became of their orders. */
export async function deleteOldCookies(db: Db): Promise<void> {
  await db
    .deleteFrom('orderCookies')
    .where('createdAt', '<', sql<Date>`now() - make_interval(mins => ${MAX_COOKIE_MINUTES})`)
    .execute();
}
