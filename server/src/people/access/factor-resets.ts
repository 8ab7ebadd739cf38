import type { FactorReset } from '@sterling/contract/factors.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import { isStaff } from '@sterling/contract/users.ts';
import { sql } from 'kysely';
import { record } from '../../platform/audit/audit.ts';
import { inTransaction, notify, type Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readReset } from '../factors/factors.reads.ts';
import { dropCodesOf } from '../factors/recovery-codes.ts';
import { addNews } from '../inbox/inbox.ts';
import type { CurrentUser } from '../sessions/sessions.reads.ts';
import { readSetting } from '../settings/settings.reads.ts';
import { endAccessOf } from './access.ts';

/**
 * Requests that the factors of a person are removed after the owner's waiting time, and tells the person, who can cancel it.
 * Refuses with unauthorized for oneself, owner_required for staff, user_not_found, no_factor and reset_waiting.
 */
export async function requestReset(
  tx: Tx,
  staff: Pick<CurrentUser, 'id' | 'isOwner'>,
  userId: string,
  reason: string,
): Promise<FactorReset> {
  if (userId === staff.id)
    refuse('unauthorized', { hint: phrase('Another member of the staff has to reset your second factor.') });
  const person = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .select(['role', 'isOwner', 'hasFactor'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) return refuse('user_not_found');
  if (isStaff(person) && !staff.isOwner) refuse('owner_required');
  if (!person.hasFactor) refuse('no_factor');
  if (await readReset(tx, userId)) refuse('reset_waiting');
  const { hours } = await readSetting(tx, 'factor_reset_wait');
  await tx
    .insertInto('factorResets')
    .values({ userId, requestedBy: staff.id, reason, dueAt: sql<Date>`now() + ${hours} * interval '1 hour'` })
    .execute();
  const reset = (await readReset(tx, userId))!;
  const after = { dueAt: reset.dueAt };
  await record(tx, {
    actorId: staff.id,
    action: 'factors.reset_requested',
    subjectId: userId,
    after,
    reason,
  });
  await addNews(tx, userId, { code: 'factor_reset_requested', until: reset.dueAt.toISOString() });
  return reset;
}

/** Cancels a reset that waits, by the person or by staff. Refuses with not_found. */
export async function cancelReset(tx: Tx, byId: string, userId: string): Promise<void> {
  if (!(await cancelWaiting(tx, userId, { actorId: byId }))) refuse('not_found');
}

/**
 * Cancels the resets that wait in a restored database, because some of them had been cancelled since the backup. Tells these people.
 * Returns how many.
 */
export async function cancelRestoredResets(tx: Tx): Promise<number> {
  const waiting = await tx
    .selectFrom('factorResets')
    .where('state', '=', 'waiting')
    .orderBy('userId')
    .select('userId')
    .execute();
  for (const { userId } of waiting)
    await cancelWaiting(tx, userId, {
      actorId: null,
      reason: text('The database was restored. Request the reset again'),
    });
  return waiting.length;
}

/**
 * Carries out the resets whose waiting time is over, without pauses (`paused_since()`), and returns their number. Cancels the reset of a
 * person who became staff, unless an owner requested it. One that fails is tried again and delays no other.
 */
export async function applyDueResets({ db, log }: Pick<Services, 'db' | 'log'>): Promise<number> {
  const due = await db
    .selectFrom('factorResets')
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', sql<Date>`now() - paused_since(requested_at)`)
    .select('userId')
    .orderBy('dueAt')
    .limit(100)
    .execute();
  for (const { userId } of due) {
    const resetting = inTransaction(db, (tx) => applyDueReset(tx, userId));
    await resetting.catch((err) => log.error({ err, userId }, 'could not reset the second factors'));
  }
  return due.length;
}

async function applyDueReset(tx: Tx, userId: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['role', 'isOwner'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (isStaff(person) && !(await isRequestedByOwner(tx, userId)))
    await cancelWaiting(tx, userId, {
      actorId: null,
      reason: text('The person became staff. Only an owner may request it now'),
    });
  else if (await endReset(tx, userId, 'done'))
    await removeFactorsOf(tx, userId, text('The waiting time is over'));
}

async function isRequestedByOwner(tx: Tx, userId: string): Promise<boolean> {
  const reset = await tx
    .selectFrom('factorResets as r')
    .innerJoin('users as u', 'u.id', 'r.requestedBy')
    .where('r.userId', '=', userId)
    .where('r.state', '=', 'waiting')
    .select('u.isOwner')
    .executeTakeFirst();
  return reset?.isOwner === true;
}

/** Cancels the reset that waits, and tells the person. Returns false if there is none. */
async function cancelWaiting(
  tx: Tx,
  userId: string,
  by: { readonly actorId: string | null; readonly reason?: string },
): Promise<boolean> {
  if (!(await endReset(tx, userId, 'cancelled'))) return false;
  await record(tx, { ...by, action: 'factors.reset_cancelled', subjectId: userId });
  await addNews(tx, userId, { code: 'factor_reset_cancelled' });
  return true;
}

/** Removes all factors of a user and ends all access to the account, because some of it may belong to someone else. */
async function removeFactorsOf(tx: Tx, userId: string, reason: string): Promise<void> {
  await tx.deleteFrom('factors').where('userId', '=', userId).execute();
  await dropCodesOf(tx, [userId]);
  await endAccessOf(tx, userId, 'factor_reset');
  await record(tx, { actorId: null, action: 'factors.reset', subjectId: userId, reason });
  await addNews(tx, userId, { code: 'factor_reset_done' });
  await notify(tx, 'users', userId);
}

/** Ends the reset that waits. Returns false without one. A concurrent end waits for the first. */
async function endReset(tx: Tx, userId: string, state: 'done' | 'cancelled'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factorResets')
    .set({ state, endedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes the factors of the user with a Discord id immediately, for the operator of the server. Audited as the system. */
export async function resetFromServer(tx: Tx, discordId: string): Promise<'done' | 'unknown' | 'no factor'> {
  const user = await tx
    .selectFrom('users')
    .where('discordId', '=', discordId)
    .select(['id', 'hasFactor'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) return 'unknown';
  if (!user.hasFactor) return 'no factor';
  await endReset(tx, user.id, 'done');
  await removeFactorsOf(tx, user.id, text('Reset by a command on the server'));
  return 'done';
}
