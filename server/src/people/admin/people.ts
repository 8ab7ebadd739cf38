import { phrase, text } from '@sterling/contract/texts.ts';
import type { UserFlags } from '@sterling/contract/users.ts';
import { stopWithdrawalsOf } from '../../money/withdrawals/stopping.ts';
import { record } from '../../platform/audit/audit.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { refuse } from '../../refusal.ts';
import { endDecidedExclusions } from '../../supply/roblox-accounts/removal.ts';
import { lockOrdersOf, stopOrdersOf } from '../../trade/orders/stopping.ts';
import { refuseParty } from '../../trade/reviews/parties.ts';
import { closeTradesOf } from '../../trade/transactions/endings.ts';
import { endAccessOf } from '../access/access.ts';
import type { CurrentUser } from '../sessions/sessions.reads.ts';
import { countSessions, rotateSessionsOf } from '../sessions/sessions.ts';
import { refuseLastOwner } from '../users/owners.ts';
import { forgetBelongings } from '../users/users.ts';

const CONFIGURED = { hint: phrase('Remove the Discord id from OWNER_DISCORD_IDS and restart Sterling.') };
const BANNED = text('This account has been banned');

/**
 * Edits a user and writes an audit entry. A ban ends the user's sessions and refunds what was not sent or delivered yet. `isBanned: true`
 * alone also deletes the user's data and returns `deleted: true`. A field that equals the one in `before` was not edited, and keeps its
 * present value. The rights of an owner are granted and withdrawn here for users whom the configuration (`ownerDiscordIds`) does not name.
 * Refuses with user_not_found, owner_protected and owner_configured.
 */
export async function editPerson(
  tx: Tx,
  queue: Queue,
  staffId: string,
  { userId, ownerDiscordIds }: { readonly userId: string; readonly ownerDiscordIds: readonly string[] },
  { before: seen, ...fields }: Partial<UserFlags> & { readonly before?: UserFlags | undefined },
): Promise<{ deleted: boolean }> {
  const { discordId, ...before } = await lockPerson(tx, userId);
  const after = { ...before, ...editedOf(fields, seen) };
  if (after.isBanned && (before.isOwner || after.isOwner)) refuse('owner_protected');
  if (before.isOwner && !after.isOwner) {
    if (discordId !== null && ownerDiscordIds.includes(discordId)) refuse('owner_configured', CONFIGURED);
    await refuseLastOwner(tx, userId);
  }
  const granted = after.isOwner === before.isOwner ? {} : { isOwnerGranted: after.isOwner };
  await tx
    .updateTable('users')
    .set({ ...after, ...granted })
    .where('id', '=', userId)
    .execute();
  const rightsChanged = after.role !== before.role || after.isOwner !== before.isOwner;
  if (rightsChanged) await rotateSessionsOf(tx, userId);
  if (after.isBanned && !before.isBanned) await stopPerson(tx, queue, userId);
  const deleted = after.isBanned && fields.isBanned === true && Object.keys(fields).length === 1;
  if (deleted) await forgetBelongings(tx, [userId]);
  await record(tx, {
    actorId: staffId,
    action: deleted ? 'users.banned' : 'users.edited',
    subjectId: userId,
    before,
    after,
  });
  await notify(tx, 'users', userId);
  return { deleted };
}

/** The fields that differ from those that the editor saw. */
const editedOf = (fields: Partial<UserFlags>, seen: Partial<UserFlags> = {}): Partial<UserFlags> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== seen[name as keyof UserFlags]),
  );

/**
 * Signs a user out everywhere, as `endAccessOf` says, and writes an audit entry. Returns the number of sessions.
 * Refuses with user_not_found and owner_protected.
 */
export async function endSessionsByStaff(
  tx: Tx,
  staff: Pick<CurrentUser, 'id' | 'isOwner'>,
  userId: string,
): Promise<number> {
  const { isOwner } = await lockPerson(tx, userId);
  if (isOwner && !staff.isOwner) refuse('owner_protected');
  // recorded first, because staff may end their own sessions
  const sessions = await countSessions(tx, userId);
  await record(tx, {
    actorId: staff.id,
    action: 'sessions.ended',
    subjectId: userId,
    before: { sessions },
  });
  await endAccessOf(tx, userId, 'staff');
  return sessions;
}

/**
 * Lets a user add Roblox accounts again that reports or staff took by mistake, and writes an audit entry. Returns how many. Refuses with
 * unauthorized for oneself, user_not_found, and not_found if there are none or a review of them waits for its own decision.
 */
export async function allowAccounts(
  tx: Tx,
  staffId: string,
  userId: string,
  reason: string,
): Promise<number> {
  refuseParty([userId], staffId);
  await lockPerson(tx, userId);
  const robloxUserIds = await endDecidedExclusions(tx, userId);
  if (robloxUserIds.length === 0)
    refuse('not_found', { hint: phrase('If a review of these accounts is open, decide it first.') });
  await record(tx, {
    actorId: staffId,
    action: 'users.accounts_allowed',
    subjectId: userId,
    before: { robloxUserIds },
    reason,
  });
  await notify(tx, 'users', userId);
  return robloxUserIds.length;
}

/** Ends all access to the account, and its withdrawals and orders, except what was already sent outside. */
async function stopPerson(tx: Tx, queue: Queue, userId: string): Promise<void> {
  await endAccessOf(tx, userId, 'banned');
  await stopWithdrawalsOf(tx, userId, BANNED);
  // the order of locks: orders, trades, the wallets of both, and then the stock
  const orders = await lockOrdersOf(tx, userId);
  await closeTradesOf(tx, [userId], BANNED, {
    lockedWith: [userId, ...orders.map(({ buyerId }) => buyerId)],
  });
  await stopOrdersOf(tx, queue, userId, BANNED);
}

/** Locks and reads the user's flags. FOR NO KEY UPDATE, so that inserts with a foreign key to the user do not wait. */
async function lockPerson(tx: Tx, userId: string): Promise<UserFlags & { discordId: string | null }> {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .select(['discordId', 'role', 'isOwner', 'isVerified', 'isBanned'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (row as (UserFlags & { discordId: string | null }) | undefined) ?? refuse('user_not_found');
}
