import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';

/** Off sale now; removed when no order is open (a trigger). */
export const REMOVAL = { removalDue: true, status: 'offline' } as const;

/**
 * Removes all accounts of a seller, now or when their last open orders end, and keeps the seller from adding them again. The same
 * holds for accounts that the seller removed `since` then.
 */
export async function removeForGood(
  tx: Tx,
  sellerId: string,
  { since, statusReason }: { readonly since: Date; readonly statusReason: string },
): Promise<void> {
  // an account that is being added has been added, or waits for the decision
  await tx.selectFrom('users').where('id', '=', sellerId).select('id').forNoKeyUpdate().execute();
  const disputedUserId = sql<number>`coalesce(disputed_user_id, nullif(roblox_user_id, 0))`;
  const own = tx.updateTable('robloxAccounts').where('userId', '=', sellerId);
  await own.where('removedAt', '>=', since).set({ disputedUserId }).execute();
  await own
    .where('removedAt', 'is', null)
    .set({ ...REMOVAL, statusReason, disputedUserId })
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

/**
 * Refuses with unauthorized a Roblox account that its owner's report or a decision of staff took from this seller, also from an account
 * that they deleted.
 */
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
      hint: phrase(
        'You can no longer sell with this Roblox account: its owner reported it, or our staff removed it.',
      ),
    });
}

/** So that an account that is being added is either seen by a report, or sees the report. */
async function lockRobloxUser(tx: Tx, robloxUserId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`roblox user ${robloxUserId}`}, 0))`.execute(tx);
}

/**
 * Removes all accounts and personal data of these people. The rows stay, because orders reference them. An account with open
 * orders goes off sale now and is removed when the last order ends.
 */
export async function forgetAccountsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ ...REMOVAL, statusReason: null, disputedUserId: DISPUTED_IF_BANNED })
    .where('userId', 'in', userIds)
    .where('removedAt', 'is', null)
    .execute();
  await tx
    .updateTable('robloxAccounts')
    .set({
      robloxUserId: 0,
      username: 'deleted',
      profilePicture: null,
      ownershipIp: '',
      disputedUserId: DISPUTED_IF_BANNED,
    })
    .where('userId', 'in', userIds)
    .where('removedAt', 'is not', null)
    .execute();
}

/**
 * A banned person keeps the account itself, and the ban can be lifted. What a deleted account leaves is in `identities`. A Roblox account
 * that a report names counts as disputed until staff decide, as in `disputed_user_ids_of()`.
 */
const DISPUTED_IF_BANNED = sql<number | null>`
  case when (select is_banned from users where id = roblox_accounts.user_id) then coalesce(disputed_user_id, (
    select max(r.roblox_user_id) from reports r join reviews v on v.kind = 'report' and v.subject_id = r.id and v.state = 'open'
    where r.account_id = roblox_accounts.id)) end`;
