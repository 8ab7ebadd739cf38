import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';

const MAX_AT_ONCE = 100;

/** Some reports whose account nobody has looked up yet, the oldest first. */
export async function reportsToLookUp(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .where('lookedUpAt', 'is', null)
    .orderBy('createdAt')
    .limit(MAX_AT_ONCE)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface ProofTarget {
  readonly code: string;
  readonly robloxUsername: string;
  /** The account's id at Roblox; null if no account of that name is here. */
  readonly robloxUserId: string | null;
}

/** The code of a report and the Roblox account whose profile must contain it. Refuses with not_found. */
export async function readProofTarget(db: Db, id: string): Promise<ProofTarget> {
  const row = await db
    .selectFrom('reports as r')
    .leftJoin('robloxAccounts as a', (join) =>
      join
        .on('a.removedAt', 'is', null)
        .on((is) =>
          is.or([
            is('a.id', '=', is.ref('r.accountId')),
            is.and([
              is('r.lookedUpAt', 'is', null),
              sql<boolean>`lower(a.username) = lower(r.roblox_username)`,
            ]),
          ]),
        ),
    )
    .where('r.id', '=', id)
    .select(['r.code', 'r.robloxUsername', 'a.robloxUserId'])
    .executeTakeFirst();
  if (!row) return refuse('not_found');
  return { ...row, robloxUserId: row.robloxUserId === null ? null : String(row.robloxUserId) };
}
