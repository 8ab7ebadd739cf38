import type { Db } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { replaceInOrders } from '../../supply/roblox-accounts/order-cookies.ts';
import { replacePasted } from '../../supply/roblox-accounts/session.ts';

/** Stores a cookie that Roblox rotated in all orders of the buyer that have the old one, and in an account that the buyer sells with. */
export async function replaceCookieEverywhere(
  services: { readonly db: Db; readonly vault: Vault },
  buyerId: string,
  from: string,
  to: string,
): Promise<void> {
  await replacePasted(services, { userId: buyerId }, from, to);
  await replaceInOrders(services, buyerId, from, to);
}
