import { isRate, MAX_RATE, MIN_RATE, type Rate, type Robux } from '@sterling/contract/money.ts';
import type { Fulfilment } from '@sterling/contract/roblox-accounts.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql, type Updateable } from 'kysely';
import { moment, newId, type Tx } from '../../platform/db/pool.ts';
import type { RobloxAccounts } from '../../platform/db/types.generated.ts';
import { trimmedUsd, whole } from '../../platform/formats.rules.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import { PROXY_DOWN } from '../proxies/proxies.rules.ts';
import { lockOwnProxy } from '../proxies/proxies.ts';
import { setRates } from './rates.ts';
import { refuseExcluded } from './removal.ts';
import { accountCookieContext } from './session.ts';

/** The statement of a seller who adds an account. It starts with its version, and is stored with the time and the seller's IP address. */
export const OWNERSHIP_STATEMENT = '2026-11: it is my own account, and I am 18 or older';

/** The Roblox profile and balance of an account. */
export interface SeenAccount {
  readonly robloxUserId: string;
  readonly username: string;
  readonly profilePicture: string | null;
  readonly robuxBalance: Robux;
  /** When the balance was requested. */
  readonly askedAt: Date;
}

/** A working cookie with its account. Roblox may have rotated it during the check. */
export interface SeenCookie extends SeenAccount {
  readonly cookie: string;
}

export interface NewAccount {
  readonly seen: SeenCookie;
  readonly rateCents: Rate;
  /** A proxy of the seller. Null: direct connection. */
  readonly proxyId: string | null;
  readonly ip: string;
}

/**
 * Adds an account, puts it on sale and returns its id. Refuses with account_exists if a seller already has this Roblox
 * account, with unauthorized after a report of its owner, and with invalid_proxy.
 */
export async function addAccount(tx: Tx, vault: Vault, userId: string, account: NewAccount): Promise<string> {
  const { seen, rateCents, proxyId, ip } = account;
  refuseRate(rateCents);
  await refuseGone(tx, userId);
  await refuseExcluded(tx, userId, seen.robloxUserId);
  if (proxyId !== null) await lockOwnProxy(tx, userId, proxyId);
  const id = await newId(tx);
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
      sealedCookie: vault.seal(seen.cookie, accountCookieContext(id)),
      ownershipConfirmedAt: moment,
      ownershipIp: ip,
      ownershipStatement: OWNERSHIP_STATEMENT,
      ...(await restrictionOf(tx, seen.robloxUserId)),
    })
    .onConflict((conflict) => conflict.column('robloxUserId').where('removedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) refuse('account_exists');
  return id;
}

/** The restriction by Roblox that a removed entry of the account had, if it has not ended. */
async function restrictionOf(tx: Tx, robloxUserId: string) {
  return tx
    .selectFrom('robloxAccounts')
    .where('robloxUserId', '=', Number(robloxUserId))
    .where('removedAt', 'is not', null)
    .where('restrictedUntil', '>', sql<Date>`now()`)
    .orderBy('restrictedUntil', 'desc')
    .select(['restrictedUntil', 'statusReason'])
    .limit(1)
    .executeTakeFirst();
}

/** A seller may have been deleted or banned during the check. Their cookie must not be stored. */
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

/** Refuses with invalid_amount unless Sterling allows the rate. */
export function refuseRate(rateCents: Rate): void {
  if (isRate(rateCents)) return;
  refuse('invalid_amount', {
    hint: phrase('Rate must be between {minimum} and {maximum}.', {
      minimum: () => trimmedUsd(MIN_RATE),
      maximum: () => trimmedUsd(MAX_RATE),
    }),
  });
}

/** Changes the rate for new orders. An account's price rule changes it again. */
export async function changeRate(tx: Tx, accountId: string, rateCents: Rate): Promise<void> {
  refuseRate(rateCents);
  if ((await setRates(tx, [{ id: accountId, rateCents }])) === 0) refuse('account_not_found');
}

/** Changes the account's proxy; null: direct connection. Refuses with invalid_proxy if it is not the seller's. */
export async function changeProxy(
  tx: Tx,
  userId: string,
  accountId: string,
  proxyId: string | null,
): Promise<void> {
  if (proxyId !== null) await lockOwnProxy(tx, userId, proxyId);
  await change(tx, accountId, { proxyId });
}

/** Changes who buys for new orders: the worker with the cookie, or the seller by hand. Orders in progress continue as they began. */
export async function changeFulfilment(tx: Tx, accountId: string, fulfilment: Fulfilment): Promise<void> {
  await change(tx, accountId, { fulfilment });
}

/** Without the time of a next check, so that the next reason to be off sale does not wait for it. */
const ON_SALE = { status: 'online', statusReason: null, returnDueAt: null } as const;

/** Puts an account on sale after its cookie was checked. */
export async function activate(tx: Tx, accountId: string, seen: SeenAccount): Promise<void> {
  await recordSeen(tx, accountId, seen);
  await change(tx, accountId, { ...ON_SALE, isActive: true });
}

/** Puts an account on sale after its cookie was checked, if `reason` is the only reason why it is off sale. */
export async function returnToSale(
  tx: Tx,
  accountId: string,
  reason: string,
  seen: SeenAccount,
): Promise<void> {
  await recordSeen(tx, accountId, seen);
  await tx
    .updateTable('robloxAccounts')
    .set({ ...ON_SALE, updatedAt: moment })
    .where('id', '=', accountId)
    .where('statusReason', '=', reason)
    .where('isActive', '=', true)
    .execute();
}

/** Takes an account off sale for its seller. Open orders continue. Another problem than its proxy stays visible. */
export async function deactivate(tx: Tx, accountId: string): Promise<void> {
  await change(tx, accountId, { isActive: false });
  await tx
    .updateTable('robloxAccounts')
    .set({ status: 'offline', statusReason: null })
    .where('id', '=', accountId)
    .where((is) => is.or([is('status', '=', 'online'), is('statusReason', '=', PROXY_DOWN)]))
    .execute();
}

/** Stores the profile and balance from Roblox. Ignores a balance that was requested before the stored one. */
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

/** Stores a fresh cookie and clears the status of the old one. Refuses with cookie_of_another if it belongs to another Roblox user. */
export async function replaceCookie(tx: Tx, vault: Vault, id: string, seen: SeenCookie): Promise<void> {
  const { robloxUserId, isActive } = await lockAccount(tx, id);
  if (String(robloxUserId) !== seen.robloxUserId) refuse('cookie_of_another');
  await sql`select add_account_event(${id}, 'cookie_renewed')`.execute(tx);
  await recordSeen(tx, id, seen);
  await change(tx, id, {
    sealedCookie: vault.seal(seen.cookie, accountCookieContext(id)),
    status: isActive ? 'online' : 'offline',
    statusReason: null,
  });
}

/** Removes an account and wipes its cookie. Refuses with open_orders while its stock is reserved. */
export async function removeAccount(tx: Tx, accountId: string): Promise<void> {
  const { reservedRobux } = await lockAccount(tx, accountId);
  if (reservedRobux > 0)
    refuse('open_orders', {
      hint: phrase('{robux} Robux are reserved for open orders.', {
        robux: () => whole(reservedRobux),
      }),
    });
  await tx
    .updateTable('robloxAccounts')
    .set({
      removedAt: moment,
      sealedCookie: null,
      isActive: false,
      status: 'offline',
      // that of a restriction stays, for the case that the account is added again
      statusReason: sql<string | null>`case when restricted_until > now() then status_reason end`,
    })
    .where('id', '=', accountId)
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
    .set({ ...values, updatedAt: moment })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('account_not_found');
}
