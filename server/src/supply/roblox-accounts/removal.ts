import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';

/** Off sale now; removed when no order is open (a trigger). */
export const REMOVAL = { removalDue: true, status: 'offline' } as const;

/** Takes an account off sale and removes it: now, or when its last open order ends. Ignores removed accounts. */
export async function removeWhenFree(tx: Tx, accountId: string, statusReason: string): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ ...REMOVAL, statusReason })
    .where('id', '=', accountId)
    .where('removedAt', 'is', null)
    .execute();
}

/**
 * Takes a Roblox account off sale after its owner's report, and keeps its seller from adding it again. Open orders are completed.
 * `reportedId`: the account that the report named, which its seller may have removed since. Returns the id of the account, or
 * null if no seller has it now.
 */
export async function removeDisputed(
  tx: Tx,
  robloxUserId: number,
  { statusReason, reportedId }: { readonly statusReason: string; readonly reportedId: string | null },
): Promise<string | null> {
  await lockRobloxUser(tx, robloxUserId);
  const taken = await tx
    .updateTable('robloxAccounts')
    .set({ ...REMOVAL, statusReason, disputedUserId: robloxUserId })
    .where('robloxUserId', '=', robloxUserId)
    .where('removedAt', 'is', null)
    .where('disputedUserId', 'is', null)
    .returning('id')
    .executeTakeFirst();
  await tx
    .updateTable('robloxAccounts')
    .set({ disputedUserId: robloxUserId })
    .where('id', '=', reportedId)
    .where('robloxUserId', '=', robloxUserId)
    .execute();
  return taken?.id ?? null;
}

/** Lets the seller of a disputed account add it again, also with a new account after they deleted theirs. */
export async function liftDispute(tx: Tx, accountId: string, robloxUserId: number): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ disputedUserIds: sql<number[]>`array_remove(disputed_user_ids, ${robloxUserId}::bigint)` })
    .where(sql<boolean>`${robloxUserId} = any (disputed_user_ids)`)
    .execute();
  await sql`
    update roblox_accounts a set disputed_user_id = null from roblox_accounts reported
    where reported.id = ${accountId} and a.user_id = reported.user_id
      and a.disputed_user_id = reported.disputed_user_id`.execute(tx);
}

/** Refuses with unauthorized a Roblox account that its owner's report took from this seller, also from an account that they deleted. */
export async function refuseDisputed(tx: Tx, userId: string, robloxUserId: string): Promise<void> {
  await lockRobloxUser(tx, Number(robloxUserId));
  const disputed = await tx
    .selectFrom('robloxAccounts')
    .where('disputedUserId', '=', Number(robloxUserId))
    .where('userId', '=', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  const earlier = await tx
    .selectFrom('identities')
    .where('userId', '=', userId)
    .where(sql<boolean>`${robloxUserId}::bigint = any (disputed_user_ids)`)
    .select('id')
    .executeTakeFirst();
  if (disputed || earlier)
    refuse('unauthorized', {
      hint: phrase('Its owner has reported this Roblox account. Only staff can allow it again.'),
    });
}

/** So that an account that is being added is either seen by a report, or sees the report. */
async function lockRobloxUser(tx: Tx, robloxUserId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`roblox user ${robloxUserId}`}, 0))`.execute(tx);
}
