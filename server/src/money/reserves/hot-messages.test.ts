import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReservesWorld, type ReservesWorld } from '../../../test/reserves-world.ts';
import { openPool, SIGNER_ROLE } from '../../platform/db/pool.ts';
import { openSigning } from '../signer/signer.jobs.ts';
import { signHotMessages } from './hot-messages.jobs.ts';

let world: ReservesWorld;
beforeAll(async () => {
  world = await openReservesWorld();
  await world.publish(true);
  await world.snapshot();
});
afterAll(() => world.close());

/** What someone who runs SQL as the application can write. */
async function forgedSnapshot(hash: string): Promise<string> {
  const { db } = world.services;
  const latest = db.selectFrom('reserveSnapshots').selectAll().orderBy('at', 'desc');
  const { id: _, ...values } = await latest.executeTakeFirstOrThrow();
  const forged = db.insertInto('reserveSnapshots').values({ ...values, hash, at: new Date() });
  return (await forged.returning('id').executeTakeFirstOrThrow()).id;
}

test('access 20: only the signer adds the signature of a hot address', async () => {
  const { db } = world.services;
  const forged = { message: 'forged', signature: 'forged' };
  const change = db.updateTable('reserveAddresses').set(forged).execute();
  await expect(change).rejects.toThrow('permission denied');
  const { address, litoshi } = await db.selectFrom('reserveAddresses').selectAll().executeTakeFirstOrThrow();
  const snapshotId = await forgedSnapshot('ab'.repeat(32));
  const add = db
    .insertInto('reserveAddresses')
    .values({ snapshotId, address, litoshi, ...forged })
    .execute();
  await expect(add).rejects.toThrow('permission denied');
  await db.deleteFrom('reserveSnapshots').where('id', '=', snapshotId).execute();
});

test('access 20: a forged row cannot make the signer sign another text, and delays no other row', async () => {
  const { db, config, node, log } = world.services;
  const { address, litoshi } = await db
    .selectFrom('reserveAddresses as r')
    .innerJoin('addresses as a', 'a.address', 'r.address')
    .where('a.account', '=', 'hot')
    .select(['r.address', 'r.litoshi'])
    .executeTakeFirstOrThrow();
  const snapshotId = await forgedSnapshot('and Sterling owes Mallory all of it');
  await db.insertInto('reserveAddresses').values({ snapshotId, address, litoshi }).execute();
  await world.database.asOwner('update reserve_addresses set message = null, signature = null');
  const pool = openPool(world.database.url, { max: 1, role: SIGNER_ROLE });
  const signing = openSigning(config, { db: pool.db, node, log });
  await expect(signHotMessages(signing)).rejects.toThrow('names no block');
  signing.journal.close();
  await pool.close();
  const forged = db.selectFrom('reserveAddresses').where('snapshotId', '=', snapshotId);
  expect(await forged.select('signature').execute()).toEqual([{ signature: null }]);
  const honest = db.selectFrom('reserveAddresses').where('address', '=', address);
  const signed = honest.where('snapshotId', '<>', snapshotId).select('signature');
  expect(await signed.execute()).toEqual([{ signature: expect.any(String) }]);
  await db.deleteFrom('reserveSnapshots').where('id', '=', snapshotId).execute();
});
