import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { ProxyRoute } from '../../outside/game-platform.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { urlOf } from './proxies.rules.ts';

/** The vault context of a proxy's password. */
export const passwordContext = (proxyId: string): string => `proxy ${proxyId}`;

const DIRECT: ProxyRoute = { proxyUrl: null };

/**
 * The route of an account's calls: the proxy of its seller, or a direct connection if it has none. After a failed call
 * the worker checks the proxy soon. Refuses with invalid_proxy if the person has no such proxy.
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
  if (!row) refuse('invalid_proxy', { hint: phrase("This proxy isn't in your list.") });
  return {
    proxyUrl: urlOf({ ...row, password: openPassword(vault, proxyId, row.sealedPassword) }),
    proxyFailed: () => scheduleCheck(db, proxyId),
  };
}

/** The password of a proxy. Null if it has none. */
export const openPassword = (vault: Vault, proxyId: string, sealed: Buffer | null): string | null =>
  sealed && vault.open(sealed, passwordContext(proxyId));

/** Schedules a check now. A failing proxy keeps its normal check schedule. */
async function scheduleCheck(db: Db, proxyId: string): Promise<void> {
  await db
    .updateTable('proxies')
    .set({ checkDueAt: sql<Date>`now()` })
    .where('id', '=', proxyId)
    .where('status', '<>', 'failing')
    .execute();
}
