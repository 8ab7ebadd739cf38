import { sql } from 'kysely';
import type { ProxyRoute } from '../../outside/game-platform.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { urlOf } from './proxies.rules.ts';

/** What a proxy's password is sealed under. */
export const passwordContext = (proxyId: string): string => `proxy ${proxyId}`;

const DIRECT: ProxyRoute = { proxyUrl: null };

/**
 * The way of an account's calls: its seller's proxy, or direct without one. A proxy that lets no call through is tried
 * soon by the worker, which knows what to do. Refuses with invalid_proxy when the person has no such proxy.
 */
export async function openProxyRoute(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  userId: string,
  proxyId: string | null,
): Promise<ProxyRoute> {
  if (proxyId === null) return DIRECT;
  const row = await db
    .selectFrom('proxies')
    .where('id', '=', proxyId)
    .where('userId', '=', userId)
    .select(['host', 'port', 'username', 'sealedPassword'])
    .executeTakeFirst();
  if (!row) refuse('invalid_proxy', { hint: 'You have no such proxy.' });
  return {
    proxyUrl: urlOf({ ...row, password: openPassword(vault, proxyId, row.sealedPassword) }),
    proxyFailed: () => tryWhenFree(db, proxyId),
  };
}

export const openPassword = (vault: Vault, proxyId: string, sealed: Buffer | null): string | null =>
  sealed && vault.open(sealed, passwordContext(proxyId));

/** One that fails already is tried in its turn: it does not fail more by being asked. */
async function tryWhenFree(db: Db, proxyId: string): Promise<void> {
  await db
    .updateTable('proxies')
    .set({ checkDueAt: sql<Date>`now()` })
    .where('id', '=', proxyId)
    .where('status', '<>', 'failing')
    .execute();
}
