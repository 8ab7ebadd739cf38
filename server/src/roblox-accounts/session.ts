import type { GameSession } from '../outside/game-platform.ts';
import type { Services } from '../services.ts';

/** What a cookie is sealed under. */
export const cookieContext = (accountId: string): string => `roblox-account ${accountId}`;

/**
 * Opens an account's session from its sealed cookie; one that the platform rotates is sealed and stored before
 * anything goes on. Throws when the account was removed.
 */
export async function openSession(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  accountId: string,
): Promise<GameSession> {
  const { sealedCookie } = await db
    .selectFrom('robloxAccounts')
    .where('id', '=', accountId)
    .select('sealedCookie')
    .executeTakeFirstOrThrow();
  if (!sealedCookie) throw new Error(`roblox account ${accountId} was removed`);
  let stored = sealedCookie;
  return {
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
