import { sql } from 'kysely';
import { moment, type Tx } from '../../platform/db/pool.ts';
import { PROXY_DOWN } from '../proxies/proxies.rules.ts';
import { type OffSale, UNVERIFIED_PURCHASE } from './off-sale.rules.ts';

/** Takes all accounts off sale that use this proxy. */
export async function takeOffSaleForProxy(tx: Tx, proxyId: string, reason: string): Promise<void> {
  // another transaction may be putting one on sale, whose status the next statement must see
  await tx
    .selectFrom('robloxAccounts')
    .where('proxyId', '=', proxyId)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await tx
    .updateTable('robloxAccounts')
    .set({ status: 'offline' satisfies OffSale['status'], statusReason: reason, updatedAt: moment })
    .where('proxyId', '=', proxyId)
    .where('status', '=', 'online')
    .execute();
}

/** Takes an account off sale until its escalated purchase is decided. Any other reason to be off sale stays. */
export async function takeOffSaleUntilDecided(tx: Tx, accountId: string): Promise<void> {
  // another transaction may be putting it on sale, whose status the next statement must see
  await tx.selectFrom('robloxAccounts').where('id', '=', accountId).select('id').forNoKeyUpdate().execute();
  await tx
    .updateTable('robloxAccounts')
    .set({ status: 'offline', statusReason: UNVERIFIED_PURCHASE, updatedAt: moment })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .where((is) => is.or([is('status', '=', 'online'), is('statusReason', '=', PROXY_DOWN)]))
    .execute();
}

/**
 * Takes an account off sale immediately, and adds the news for its seller if it was on sale and does not return automatically.
 * Existing reservations stay. Ignores removed accounts.
 */
export async function takeOffSale(tx: Tx, accountId: string, { status, reason }: OffSale): Promise<void> {
  const before = await tx
    .selectFrom('robloxAccounts')
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .select('status')
    .forNoKeyUpdate()
    .executeTakeFirst();
  await tx
    .updateTable('robloxAccounts')
    .set({ status, statusReason: reason, updatedAt: moment })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .execute();
  // a trigger adds the news of the other statuses; accounts of a proxy that is down return automatically
  if (before?.status === 'online' && status === 'offline' && reason !== PROXY_DOWN)
    await sql`select notify_of_offline(${accountId})`.execute(tx);
}
