import { MAX_ADDRESSES } from '@sterling/contract/withdrawal-addresses.ts';
import { sql } from 'kysely';
import { addNews } from '../../people/inbox/inbox.ts';
import { type CurrentUser, needsCheck } from '../../people/sessions/sessions.reads.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { refuseMoreThan } from '../../platform/limits/own-rows.ts';
import { refuse } from '../../refusal.ts';
import type { NetworkName } from '../litecoin/network.ts';
import { payableAddress } from '../withdrawals/withdrawals.ts';
import { readWait } from './withdrawal-addresses.reads.ts';

/**
 * Saves an address. Its wait begins now, so that a later withdrawal to it need not wait. Tells the person. Refuses as
 * `payableAddress`, and with address_exists and too_many_addresses. The caller holds a lock on the user.
 */
export async function addAddress(
  tx: Tx,
  userId: string,
  { label, ltcAddress }: { label: string; ltcAddress: string },
  network: NetworkName,
): Promise<void> {
  const { address } = await payableAddress(tx, ltcAddress, network);
  await refuseMoreThan(tx, MAX_ADDRESSES, 'withdrawalAddresses', userId, 'too_many_addresses');
  const { hours } = await readWait(tx, userId);
  const added = await tx
    .insertInto('withdrawalAddresses')
    .values({ userId, label, address, usableAt: sql<Date>`now() + ${hours} * interval '1 hour'` })
    .onConflict((conflict) => conflict.columns(['userId', 'address']).doNothing())
    .returning('usableAt')
    .executeTakeFirst();
  if (!added) return refuse('address_exists');
  const until = added.usableAt.toISOString();
  await addNews(tx, userId, { code: 'address_added', label, address, until });
}

/** Changes the label of a saved address. Refuses with not_found. */
export async function renameAddress(tx: Tx, userId: string, id: string, label: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('withdrawalAddresses')
    .set({ label })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('not_found');
}

/** Forgets a saved address. Refuses with not_found. */
export async function removeAddress(tx: Tx, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('withdrawalAddresses')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse('not_found');
}

/**
 * Sets the person's own wait for new addresses. A longer one counts immediately, a shorter one after the present wait. The person
 * is told of a change. Refuses with step_up_required if it is one. The caller holds a lock on the user.
 */
export async function setWait(
  tx: Tx,
  user: Pick<CurrentUser, 'id' | 'hasFactor' | 'isChecked'>,
  hours: number,
): Promise<void> {
  const { ownHours, ownerHours, hours: present, next } = await readWait(tx, user.id);
  if (hours === ownHours && !next) return;
  // a longer wait too, because it keeps the person from new addresses
  if (needsCheck(user)) refuse('step_up_required');
  const isShorter = hours < ownHours;
  const nextWaitFrom = isShorter ? sql<Date>`now() + ${present} * interval '1 hour'` : null;
  const values = {
    waitHours: Math.max(hours, ownHours),
    nextWaitHours: isShorter ? hours : null,
    nextWaitFrom,
  };
  const stored = await tx
    .insertInto('withdrawalPreferences')
    .values({ userId: user.id, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .returning('nextWaitFrom')
    .executeTakeFirstOrThrow();
  const from = stored.nextWaitFrom?.toISOString();
  // the owner's setting counts if it is longer
  const counts = Math.max(hours, ownerHours);
  if (counts === present && !next) return;
  await addNews(
    tx,
    user.id,
    from ? { code: 'wait_shortened', hours: counts, from } : { code: 'wait_lengthened', hours: counts },
  );
}

/** Deletes the saved addresses of users. */
export async function forgetAddressesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('withdrawalAddresses').where('userId', 'in', userIds).execute();
}
