import type { Role } from '@sterling/contract/users.ts';
import { stopWithdrawalsOf } from '../../money/withdrawals/stopping.ts';
import { record } from '../../platform/audit/audit.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { refuse } from '../../refusal.ts';
import { stopOrdersOf } from '../../trade/orders/stopping.ts';
import { closeTradesOf } from '../../trade/transactions/endings.ts';
import { endSessionsOf, rotateSessionsOf } from '../sessions/sessions.ts';
import { forgetBelongings } from '../users/users.ts';

export interface Staff {
  readonly id: string;
  readonly ip: string;
}

/** What the edit dialog sets. */
export interface Standing {
  readonly role: Role;
  readonly isOwner: boolean;
  readonly isVerified: boolean;
  readonly isBanned: boolean;
}

const BARRED = 'This account has been barred';

/**
 * Edits a person, on record. `isBanned: true` alone is the ban that also deletes what is theirs, and answers true; beside
 * other fields it only bars. Either ends their sessions and gives back what was not sent yet.
 * Refuses with user_not_found and owner_protected.
 */
export async function editPerson(
  tx: Tx,
  queue: Queue,
  staff: Staff,
  userId: string,
  changes: Partial<Standing>,
): Promise<{ deleted: boolean }> {
  const before = await lockPerson(tx, userId);
  const after = { ...before, ...changes };
  if (after.isBanned && (before.isOwner || after.isOwner)) refuse('owner_protected');
  if (before.isOwner && !after.isOwner) await refuseLastOwner(tx, userId);
  await tx.updateTable('users').set(after).where('id', '=', userId).execute();
  const mayDoOther = after.role !== before.role || after.isOwner !== before.isOwner;
  if (mayDoOther) await rotateSessionsOf(tx, userId);
  if (after.isBanned && !before.isBanned) await stopPerson(tx, queue, userId);
  const deleted = changes.isBanned === true && Object.keys(changes).length === 1;
  if (deleted) {
    await closeTradesOf(tx, [userId], BARRED);
    await forgetBelongings(tx, [userId]);
  }
  await record(tx, {
    actorId: staff.id,
    action: deleted ? 'users.banned' : 'users.edited',
    subjectId: userId,
    before,
    after,
    ip: staff.ip,
  });
  await notify(tx, 'users', userId);
  return { deleted };
}

/** Ends someone's sessions and what they have in progress, as far as nothing of it has left the house. */
async function stopPerson(tx: Tx, queue: Queue, userId: string): Promise<void> {
  await endSessionsOf(tx, [userId]);
  await stopWithdrawalsOf(tx, userId, BARRED);
  await stopOrdersOf(tx, queue, userId, BARRED);
}

/** The person's standing, which nobody else changes until the transaction ends; the keys that others point to stay free. */
async function lockPerson(tx: Tx, userId: string): Promise<Standing> {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .select(['role', 'isOwner', 'isVerified', 'isBanned'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (row as Standing | undefined) ?? refuse('user_not_found');
}

async function refuseLastOwner(tx: Tx, userId: string): Promise<void> {
  const owners = await tx
    .selectFrom('users')
    .where('isOwner', '=', true)
    .where('deletedAt', 'is', null)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (owners.every(({ id }) => id === userId))
    refuse('owner_protected', { message: 'There must be an owner' });
}
