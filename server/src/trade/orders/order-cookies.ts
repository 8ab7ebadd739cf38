import type { Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';

/** The vault context of a buyer's cookie. */
export const cookieContext = (orderId: string): string => `order ${orderId}`;

/** Stores the cookie that sets the price of an order's gamepass. */
export async function keepCookie(tx: Tx, vault: Vault, orderId: string, cookie: string): Promise<void> {
  const sealedCookie = vault.seal(cookie, cookieContext(orderId));
  await tx.insertInto('orderCookies').values({ orderId, sealedCookie }).execute();
}
