import { phrase, text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { lockName } from '../../platform/db/lock-name.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';

/** Off sale now; removed when no order is open (a trigger). */
export const REMOVAL = { removalDue: true, status: 'offline' } as const;

/**
 * Removes all accounts of a seller, now or when their last open orders end, and keeps the seller from adding them again. The same
 * holds for accounts that the seller removed `since` then. `reviewId`: the review with which staff decided it.
 */
export async function removeForGood(
  tx: Tx,
  sellerId: string,
  {
    reviewId,
    since,
    statusReason,
  }: { readonly reviewId: string; readonly since: Date; readonly statusReason: string },
): Promise<void> {
  // an account that is being added has been added, or waits for the decision
  await tx.selectFrom('users').where('id', '=', sellerId).select('id').forNoKeyUpdate().execute();
  // an account that a report took has its Roblox id in the report only
  await sql`
    insert into account_exclusions (user_id, roblox_user_id, source_id)
    select distinct a.user_id, taken.id, ${reviewId}::uuid
    from roblox_accounts a left join reports r on r.account_id = a.id,
      lateral (select coalesce(nullif(a.roblox_user_id, 0), r.roblox_user_id) as id) taken
    where a.user_id = ${sellerId} and (a.removed_at is null or a.removed_at >= ${since}) and taken.id is not null
    on conflict do nothing`.execute(tx);
  await tx
    .updateTable('robloxAccounts')
    .set({ ...REMOVAL, statusReason })
    .where('userId', '=', sellerId)
    .where('removedAt', 'is', null)
    .execute();
}

export interface ReportedAccount {
  readonly robloxUserId: number;
  readonly reportId: string;
  /** The seller whom the report named, who may have removed the account since. Null if it named none. */
  readonly sellerId: string | null;
}

const USED_WITHOUT_PERMISSION = text('It was reported as used without permission');

/**
 * Takes a Roblox account off sale after its owner's report, and keeps its sellers from adding it again. Open orders are completed.
 * Returns the id of the account, or null if it was taken before or no seller has it now.
 */
export async function removeReported(
  tx: Tx,
  { robloxUserId, reportId, sellerId }: ReportedAccount,
): Promise<string | null> {
  await lockRobloxUser(tx, robloxUserId);
  const taken = await tx
    .updateTable('robloxAccounts')
    .set({ ...REMOVAL, statusReason: USED_WITHOUT_PERMISSION })
    .where('robloxUserId', '=', robloxUserId)
    .where('removedAt', 'is', null)
    .returning(['id', 'userId'])
    .executeTakeFirst();
  const isNew =
    taken !== undefined && (await excludeReported(tx, { robloxUserId, reportId, sellerId: taken.userId }));
  if (sellerId !== null) await excludeReported(tx, { robloxUserId, reportId, sellerId });
  return isNew ? taken.id : null;
}

/** Keeps a seller from adding a reported account. Returns false if the report does so already, or the seller deleted their account. */
export async function excludeReported(
  tx: Tx,
  { robloxUserId, reportId, sellerId }: ReportedAccount & { readonly sellerId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_exclusions (user_id, roblox_user_id, source_id)
    select id, ${robloxUserId}, ${reportId} from users where id = ${sellerId} and deleted_at is null
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Ends what one report or review did, including for people who deleted their account since. Other reports and decisions of staff stay. */
export async function endExclusionsBy(tx: Tx, sourceId: string): Promise<void> {
  await tx.deleteFrom('accountExclusions').where('sourceId', '=', sourceId).execute();
}

/** Lets a seller add accounts again that a decided review kept from them. Those of open reviews stay refused. Returns their ids at Roblox. */
export async function endDecidedExclusions(tx: Tx, userId: string): Promise<number[]> {
  const { rows } = await sql<{ robloxUserId: number }>`
    delete from account_exclusions e where user_id = ${userId} and not exists (
      select from reviews v where v.state = 'open' and (v.kind = 'report' and v.subject_id = e.source_id or v.id = e.source_id))
    returning roblox_user_id`.execute(tx);
  return [...new Set(rows.map(({ robloxUserId }) => robloxUserId))];
}

/**
 * Refuses with unauthorized a Roblox account that its owner's report or a decision of staff took from this seller, including from an account
 * that they deleted.
 */
export async function refuseExcluded(tx: Tx, userId: string, robloxUserId: string): Promise<void> {
  await lockRobloxUser(tx, Number(robloxUserId));
  const exclusion = await tx
    .selectFrom('accountExclusions')
    .where('userId', '=', userId)
    .where('robloxUserId', '=', Number(robloxUserId))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (exclusion)
    refuse('unauthorized', {
      hint: phrase(
        'You can no longer sell with this Roblox account: its owner reported it, or our staff removed it.',
      ),
    });
}

/** So that an account that is being added is either seen by a report, or sees the report. */
const lockRobloxUser = (tx: Tx, robloxUserId: number) => lockName(tx, `roblox user ${robloxUserId}`);

/**
 * Removes all accounts and personal data of these people. The rows stay, because orders reference them. An account with open
 * orders goes off sale now and is removed when the last order ends.
 */
export async function forgetAccountsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('robloxAccounts')
    .set({ ...REMOVAL, statusReason: null })
    .where('userId', 'in', userIds)
    .where('removedAt', 'is', null)
    .execute();
  await sql`select exclude_undecided(a) from roblox_accounts a
    where user_id = any (${userIds}::uuid[]) and removed_at is not null`.execute(tx);
  await tx
    .updateTable('robloxAccounts')
    .set({
      robloxUserId: 0,
      username: 'deleted',
      profilePicture: null,
      ownershipIp: '',
    })
    .where('userId', 'in', userIds)
    .where('removedAt', 'is not', null)
    .execute();
  await tx
    .updateTable('latePurchases')
    .set({ robloxUserId: null })
    .where('sellerId', 'in', userIds)
    .execute();
}
