import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { openReservesWorld, type ReservesWorld } from '../../../test/reserves-world.ts';
import { credit } from '../../../test/wallets.ts';
import { deleteUser, forgetBelongings } from '../../people/users/users.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { readSnapshotData } from './snapshot-data.reads.ts';
import { storeSnapshot } from './snapshots.ts';
import { buildTree } from './tree.ts';

let world: ReservesWorld;
beforeAll(async () => {
  world = await openReservesWorld();
  await world.publish(true);
});
afterAll(() => world.close());

describe('access 20: a share is not stored for an account that goes while the snapshot is taken', () => {
  const prepare = async () => {
    const { db } = world.services;
    const dora = await world.signIn('dora');
    await credit(db, dora.id, 5_00);
    await world.passDay();
    const data = (await readSnapshotData(db))!;
    const tree = await buildTree(data.balances);
    expect(data.balances.map(({ userId }) => userId)).toContain(dora.id);
    const store = (tx: Tx) => storeSnapshot(tx, data, tree);
    return { db, dora, store };
  };
  /** As `editPerson` does, which needs a call of staff. */
  const ban = async (tx: Tx, id: string) => {
    await tx.updateTable('users').set({ isBanned: true }).where('id', '=', id).execute();
    await forgetBelongings(tx, [id]);
  };
  const remove = (tx: Tx, id: string) => deleteUser(tx, world.services.vault, id, { forfeit: true });
  const sharesOf = async ({ id }: Caller) =>
    (await world.services.db.selectFrom('reserveShares').where('userId', '=', id).selectAll().execute())
      .length;

  test.each([
    ['deleted', remove],
    ['banned', ban],
  ] as const)('%s before it is stored', async (_what, end) => {
    const { db, dora, store } = await prepare();
    await inTransaction(db, async (tx) => void (await end(tx, dora.id)));
    expect(await inTransaction(db, store)).toBe(true);
    expect(await sharesOf(dora)).toBe(0);
  });

  test.each([
    ['deleted', remove],
    ['banned', ban],
  ] as const)('%s at the same time, first', async (_what, end) => {
    const { db, dora, store } = await prepare();
    const ending = await openTransaction(db, async (tx) => void (await end(tx, dora.id)));
    const storing = inTransaction(db, store);
    await lockIsAwaited(world.database);
    ending.release();
    await ending.finished;
    expect([await storing, await sharesOf(dora)]).toEqual([true, 0]);
  });

  test.each([
    ['deleted', remove],
    ['banned', ban],
  ] as const)('%s at the same time, after it', async (_what, end) => {
    const { db, dora, store } = await prepare();
    const storing = await openTransaction(db, async (tx) => void (await store(tx)));
    const ending = inTransaction(db, async (tx) => void (await end(tx, dora.id)));
    await lockIsAwaited(world.database);
    storing.release();
    await Promise.all([storing.finished, ending]);
    expect(await sharesOf(dora)).toBe(0);
  });
});
