import type { ApiCredential } from '@sterling/contract/api-credentials.ts';
import type { ApiScope } from '@sterling/contract/endpoint.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import type { ApiCredentials } from '../../platform/db/types.generated.ts';

/** The columns for `shownCredential`. */
export const SHOWN = ['id', 'name', 'scopes', 'networks', 'createdAt', 'expiresAt', 'lastUsedAt'] as const;

/** A user's credentials without the revoked ones, newest first. Expired ones stay until they are revoked. */
export async function listCredentials(db: Db, userId: string): Promise<ApiCredential[]> {
  const rows = await db
    .selectFrom('apiCredentials')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .select(SHOWN)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(shownCredential);
}

/** A credential as its user sees it, without its hash. */
export const shownCredential = ({
  scopes,
  ...row
}: Pick<Selectable<ApiCredentials>, (typeof SHOWN)[number]>): ApiCredential => ({
  ...row,
  scopes: scopes as ApiScope[],
});
