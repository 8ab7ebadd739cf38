import { MAX_RATE, MIN_RATE, type Rate, type Robux } from '@sterling/contract/money.ts';
import type { Fulfilment } from '@sterling/contract/roblox-accounts.ts';
import { sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import type { RobloxAccounts } from '../../platform/db/types.generated.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import { keepProxy } from '../proxies/proxies.ts';
import { cookieContext } from './session.ts';

/** What a seller states when they add an account, with its version in front; kept with the time and their address. */
export const OWNERSHIP_STATEMENT = '2026-11: it is my own account, and I am 18 or older';

/** What the platform says about the account behind a cookie. */
export interface SeenAccount {
  readonly robloxUserId: string;
  readonly username: string;
  readonly profilePicture: string | null;
  readonly robuxBalance: Robux;
  /** When the balance was asked for. */
  readonly askedAt: Date;
}

/** A pasted cookie that works, as it stands after the platform's answers, and whose it is. */
export interface SeenCookie extends SeenAccount {
  readonly cookie: string;
}

export interface NewAccount {
  readonly seen: SeenCookie;
  readonly rateCents: Rate;
  /** One of the seller's own. */
  readonly proxyId: string | null;
  readonly ip: string;
}

/** Puts an account up for sale immediately and answers its id. Refuses with account_exists (a Roblox account is in one seller's hands) and invalid_proxy. */
export async function addAccount(tx: Tx, vault: Vault, userId: string, account: NewAccount): Promise<string> {
  const { seen, rateCents, proxyId, ip } = account;
  refuseRate(rateCents);
  await refuseGone(tx, userId);
  if (proxyId !== null) await keepProxy(tx, userId, proxyId);
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(tx);
  const id = rows[0]!.id;
  const inserted = await tx
    .insertInto('robloxAccounts')
    .values({
      id,
      userId,
      ...profileOf(seen),
      robuxBalance: seen.robuxBalance,
      balanceReadAt: seen.askedAt,
      rateCents,
      proxyId,
      status: 'online',
      sealedCookie: vault.seal(seen.cookie, cookieContext(id)),
      ownershipConfirmedAt: new Date(),
      ownershipIp: ip,
      ownershipStatement: OWNERSHIP_STATEMENT,
    })
    .onConflict((conflict) => conflict.column('robloxUserId').where('removedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) refuse('account_exists');
  return id;
}

/** Someone who was deleted or banned while their cookie was tried leaves none here. */
async function refuseGone(tx: Tx, userId: string): Promise<void> {
  const seller = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .where('isBanned', '=', false)
    .select('id')
    .forShare()
    .executeTakeFirst();
  if (!seller) refuse('authentication_required');
}

/** A rate is 1.00 to 6.00 dollars. Refuses with invalid_amount. */
export function refuseRate(rateCents: Rate): void {
  if (rateCents < MIN_RATE || rateCents > MAX_RATE) {
    refuse('invalid_amount', { hint: 'Rate must be between $1 and $6.' });
  }
}

/** Sells at another rate from now on; orders that are placed keep theirs. */
export async function changeRate(tx: Tx, accountId: string, rateCents: Rate): Promise<void> {
  refuseRate(rateCents);
  await change(tx, accountId, { rateCents });
}

/** Goes through another of the seller's proxies from now on, or directly. Refuses with invalid_proxy. */
export async function changeProxy(
  tx: Tx,
  userId: string,
  accountId: string,
  proxyId: string | null,
): Promise<void> {
  if (proxyId !== null) await keepProxy(tx, userId, proxyId);
  await change(tx, accountId, { proxyId });
}

/** Says who buys from now on: the account's cookie, or its seller by hand; what is in progress goes on as it began. */
export async function changeFulfilment(tx: Tx, accountId: string, fulfilment: Fulfilment): Promise<void> {
  await change(tx, accountId, { fulfilment });
}

/** On sale again, after the platform has shown that its cookie works. */
export async function activate(tx: Tx, accountId: string, seen: SeenAccount): Promise<void> {
  await recordSeen(tx, accountId, seen);
  await change(tx, accountId, { status: 'online', statusReason: null, isActive: true });
}

/** On sale again where nothing but `reason` kept it off, after the platform has shown that its cookie works. */
export async function returnToSale(
  tx: Tx,
  accountId: string,
  reason: string,
  seen: SeenAccount,
): Promise<void> {
  await recordSeen(tx, accountId, seen);
  await tx
    .updateTable('robloxAccounts')
    .set({ status: 'online', statusReason: null, updatedAt: new Date() })
    .where('id', '=', accountId)
    .where('status', '=', 'offline')
    .where('statusReason', '=', reason)
    .where('isActive', '=', true)
    .execute();
}

/** Off sale by the seller's wish; open orders are carried out. A status that tells of a trouble stays to be seen. */
export async function deactivate(tx: Tx, accountId: string): Promise<void> {
  await change(tx, accountId, { isActive: false });
  await tx
    .updateTable('robloxAccounts')
    .set({ status: 'offline', statusReason: null })
    .where('id', '=', accountId)
    .where('status', '=', 'online')
    .execute();
}

/** Takes what the platform said. A balance that was asked for before the last one we know is old news. */
export async function recordSeen(tx: Tx, accountId: string, seen: SeenAccount): Promise<void> {
  const { username, profilePicture } = profileOf(seen);
  await change(tx, accountId, profilePicture ? { username, profilePicture } : { username });
  await tx
    .updateTable('robloxAccounts')
    .set({ robuxBalance: seen.robuxBalance, balanceReadAt: seen.askedAt })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .where('balanceReadAt', '<', seen.askedAt)
    .execute();
}

/** Seals a fresh cookie of the same Roblox user, which ends whatever trouble the old one had. Refuses with cookie_of_another. */
export async function replaceCookie(
  tx: Tx,
  vault: Vault,
  accountId: string,
  seen: SeenCookie,
): Promise<void> {
  const { robloxUserId, isActive } = await lockAccount(tx, accountId);
  if (String(robloxUserId) !== seen.robloxUserId) refuse('cookie_of_another');
  await recordSeen(tx, accountId, seen);
  await change(tx, accountId, {
    sealedCookie: vault.seal(seen.cookie, cookieContext(accountId)),
    status: isActive ? 'online' : 'offline',
    statusReason: null,
  });
}

/** Removes an account and wipes its cookie. Refuses with open_orders while stock of it is promised. */
export async function removeAccount(tx: Tx, accountId: string): Promise<void> {
  const { reservedRobux } = await lockAccount(tx, accountId);
  if (reservedRobux > 0)
    refuse('open_orders', { hint: `${reservedRobux} Robux are promised to open orders.` });
  await tx
    .updateTable('robloxAccounts')
    .set({
      removedAt: new Date(),
      sealedCookie: null,
      isActive: false,
      status: 'offline',
      statusReason: null,
    })
    .where('id', '=', accountId)
    .execute();
}

/** Takes an account away from its seller for good, immediately or, with orders in progress, when the last of them ends. One that is gone is left alone. */
export async function withdrawAccount(tx: Tx, accountId: string, statusReason: string): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ removalDue: true, status: 'offline', statusReason })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .execute();
}

/**
 * Removes all accounts of some people and what tells whose they were; the bare rows stay for the orders that name them.
 * An account with orders in progress goes off sale now and is removed when the last of them ends.
 */
export async function forgetAccountsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ removalDue: true, status: 'offline', statusReason: null })
    .where('userId', 'in', userIds)
    .where('removedAt', 'is', null)
    .execute();
  await tx
    .updateTable('robloxAccounts')
    .set({ robloxUserId: 0, username: 'deleted', profilePicture: null, ownershipIp: '' })
    .where('userId', 'in', userIds)
    .where('removedAt', 'is not', null)
    .execute();
}

const profileOf = ({ robloxUserId, username, profilePicture }: SeenAccount) => ({
  robloxUserId: Number(robloxUserId),
  username,
  profilePicture,
});

async function lockAccount(tx: Tx, accountId: string) {
  const account = await tx
    .selectFrom('robloxAccounts')
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .select(['robloxUserId', 'isActive', 'reservedRobux'])
    .forUpdate()
    .executeTakeFirst();
  return account ?? refuse('account_not_found');
}

async function change(tx: Tx, accountId: string, values: Updateable<RobloxAccounts>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('robloxAccounts')
    .set({ ...values, updatedAt: new Date() })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('account_not_found');
}
