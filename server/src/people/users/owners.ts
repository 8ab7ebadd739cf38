import { text } from '@sterling/contract/texts.ts';
import { record } from '../../platform/audit/audit.ts';
import { notify, type Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { rotateSessionsOf } from '../sessions/sessions.ts';

/** A locked row of `users`, as far as it says who is an owner. */
export interface OwnerRow {
  readonly id: string;
  readonly isOwner: boolean;
  /** Whether the panel granted the rights of an owner. The configuration does not change this. */
  readonly isOwnerGranted: boolean;
}

/**
 * Gives or takes the rights of an owner as the configuration says. `isNamed`: it names the user. Someone whom the panel made an
 * owner stays one. A change is audited, and every session of the user needs a new token. Returns whether the user is an owner now.
 */
export async function followConfiguration(tx: Tx, row: OwnerRow, isNamed: boolean): Promise<boolean> {
  const isOwner = isNamed || row.isOwnerGranted;
  if (isOwner === row.isOwner) return isOwner;
  await tx.updateTable('users').set({ isOwner }).where('id', '=', row.id).execute();
  await rotateSessionsOf(tx, row.id);
  await record(tx, {
    actorId: null,
    action: isOwner ? 'owners.named' : 'owners.removed',
    subjectId: row.id,
    before: { isOwner: row.isOwner },
    after: { isOwner },
    reason: 'OWNER_DISCORD_IDS',
  });
  await notify(tx, 'users', row.id);
  return isOwner;
}

/**
 * Runs at startup: makes the users whom the configuration names owners, and takes the rights from owners whom neither the
 * configuration nor the panel names. Banned users stay as they are. Returns the number of changed users.
 */
export async function followConfiguredOwners(tx: Tx, discordIds: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom('users')
    .where('deletedAt', 'is', null)
    .where('isBanned', '=', false)
    // no user has the id '', and SQL has no empty list
    .where((is) => is.or([is('isOwner', '=', true), is('discordId', 'in', [...discordIds, ''])]))
    .select(['id', 'discordId', 'isOwner', 'isOwnerGranted'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  let changed = 0;
  for (const row of rows) {
    const isNamed = row.discordId !== null && discordIds.includes(row.discordId);
    if ((await followConfiguration(tx, row, isNamed)) !== row.isOwner) changed += 1;
  }
  return changed;
}

/** Refuses with owner_protected if no owner would be left without this user. Locks all owners, so that two cannot leave at the same time. */
export async function refuseLastOwner(tx: Tx, userId: string): Promise<void> {
  const owners = await tx
    .selectFrom('users')
    .where('isOwner', '=', true)
    .where('deletedAt', 'is', null)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (owners.every(({ id }) => id === userId))
    refuse('owner_protected', { message: text('There must be an owner') });
}
