import type { GameSession } from '../../outside/game-platform.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { openProxyRoute } from '../proxies/proxy-route.ts';
import { replaceInOrders } from './order-cookies.ts';
import { PACES, pauseCalls, takeCall } from './pace.ts';

/** The vault context of the cookie of an account. */
export const accountCookieContext = (accountId: string): string => `roblox-account ${accountId}`;

/**
 * Opens an account's session from its sealed cookie. Its calls use the account's rate limit and its proxy, or `proxyId`
 * instead. A rotated cookie is stored before the call continues, including in the seller's own orders. Refuses with account_not_found if
 * the account was removed.
 */
export async function openRobloxSession(
  { config, db, vault }: Pick<Services, 'config' | 'db' | 'vault'>,
  accountId: string,
  { proxyId: otherProxyId }: { proxyId?: string | null | undefined } = {},
): Promise<GameSession> {
  const { sealedCookie, userId, proxyId } = await db
    .selectFrom('robloxAccounts')
    .where('id', '=', accountId)
    .select(['sealedCookie', 'userId', 'proxyId'])
    .executeTakeFirstOrThrow();
  if (!sealedCookie) refuse('account_not_found');
  const context = accountCookieContext(accountId);
  let stored = { cookie: vault.open(sealedCookie, context), sealed: sealedCookie };
  const pace = PACES[config.mode];
  return {
    ...(await openProxyRoute({ db, vault }, userId, otherProxyId === undefined ? proxyId : otherProxyId)),
    waitFor: async (mostMs) => (pace ? takeCall(db, accountId, pace, mostMs) : 0),
    slowDown: async (seconds) => {
      if (pace) await pauseCalls(db, accountId, seconds);
    },
    cookie: stored.cookie,
    csrf: null,
    rotated: async (cookie) => {
      const fresh = { cookie, sealed: vault.seal(cookie, context) };
      await replaceIfUnchanged({ db, vault }, accountId, { from: stored, to: fresh.sealed });
      await replaceInOrders({ db, vault }, userId, stored.cookie, cookie);
      stored = fresh;
    },
  };
}

/** The listed accounts that may have a cookie: one Roblox account of any seller, or all accounts of one user. */
type Holder = { readonly robloxUserId: string } | { readonly userId: string };

/**
 * Stores a cookie that Roblox rotated while someone used a pasted one, in the listed account that has the old one. Its stored
 * cookie would be dead otherwise.
 */
export async function replacePasted(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  holder: Holder,
  from: string,
  to: string,
): Promise<void> {
  const listed = await db
    .selectFrom('robloxAccounts')
    .where((is) =>
      'userId' in holder
        ? is('userId', '=', holder.userId)
        : is('robloxUserId', '=', Number(holder.robloxUserId)),
    )
    .where('removedAt', 'is', null)
    .select(['id', 'sealedCookie'])
    .execute();
  for (const { id, sealedCookie: sealed } of listed) {
    if (!sealed || vault.open(sealed, accountCookieContext(id)) !== from) continue;
    const replaced = { from: { cookie: from, sealed }, to: vault.seal(to, accountCookieContext(id)) };
    await replaceIfUnchanged({ db, vault }, id, replaced);
  }
}

interface Stored {
  readonly cookie: string;
  readonly sealed: Buffer;
}

/** Stores a rotated cookie, unless the seller or another session has stored a newer one meanwhile. */
async function replaceIfUnchanged(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  accountId: string,
  { from, to }: { from: Stored; to: Buffer },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('robloxAccounts')
      .where('id', '=', accountId)
      .select('sealedCookie')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row?.sealedCookie) return;
    // A key rotation may have sealed the same cookie again.
    const wasResealed = () =>
      !vault.isCurrent(from.sealed) &&
      vault.open(row.sealedCookie!, accountCookieContext(accountId)) === from.cookie;
    if (!row.sealedCookie.equals(from.sealed) && !wasResealed()) return;
    await tx.updateTable('robloxAccounts').set({ sealedCookie: to }).where('id', '=', accountId).execute();
  });
}
