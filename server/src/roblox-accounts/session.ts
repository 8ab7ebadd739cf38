import type { GameSession } from '../outside/game-platform.ts';
import type { Services } from '../services.ts';
import { PACES, pauseCalls, takeCall } from './pace.ts';

/** What a cookie is sealed under. */
export const cookieContext = (accountId: string): string => `roblox-account ${accountId}`;

/**
 * Opens an account's session from its sealed cookie; one that the platform rotates is sealed and stored before
 * anything goes on, and its calls keep the account's pace. Throws when the account was removed.
 */
export async function openSession(
  { config, db, vault }: Pick<Services, 'config' | 'db' | 'vault'>,
  accountId: string,
): Promise<GameSession> {
  const { sealedCookie } = await db
    .selectFrom('robloxAccounts')
    .where('id', '=', accountId)
    .select('sealedCookie')
    .executeTakeFirstOrThrow();
  if (!sealedCookie) throw new Error(`roblox account ${accountId} was removed`);
  let stored = sealedCookie;
  const pace = PACES[config.mode];
  return {
    waitFor: async (mostMs) => (pace ? takeCall(db, accountId, pace, mostMs) : 0),
    slowDown: async (seconds) => {
      if (pace) await pauseCalls(db, accountId, seconds);
    },
    cookie: vault.open(sealedCookie, cookieContext(accountId)),
    csrf: null,
    proxyUrl: null,
    rotated: async (cookie) => {
      const sealed = vault.seal(cookie, cookieContext(accountId));
      // a cookie that the seller gave meanwhile, or another session's, is newer than what ours was made from
      await db
        .updateTable('robloxAccounts')
        .set({ sealedCookie: sealed })
        .where('id', '=', accountId)
        .where('sealedCookie', '=', stored)
        .execute();
      stored = sealed;
    },
  };
}
