import type { Db } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { replacePasted } from '../../supply/roblox-accounts/session.ts';
import { cookieContext } from './order-cookies.ts';

/**
 * Stores a cookie that Roblox rotated in all orders of the buyer that have the old one, which no longer works, and in an account
 * that the buyer sells with.
 */
export async function replaceCookie(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  buyerId: string,
  from: string,
  to: string,
): Promise<void> {
  await replacePasted({ db, vault }, { userId: buyerId }, from, to);
  const kept = await db
    .selectFrom('orderCookies as c')
    .innerJoin('orders as o', 'o.id', 'c.orderId')
    .where('o.buyerId', '=', buyerId)
    .select(['c.orderId', 'c.sealedCookie'])
    .execute();
  for (const { orderId, sealedCookie } of kept) {
    if (vault.open(sealedCookie, cookieContext(orderId)) !== from) continue;
    const fresh = { sealedCookie: vault.seal(to, cookieContext(orderId)) };
    await db.updateTable('orderCookies').set(fresh).where('orderId', '=', orderId).execute();
  }
}
