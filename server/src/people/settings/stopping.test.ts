import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { readSetting } from './settings.reads.ts';
import { stopEverything } from './settings.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

test('a stop of the system is not lost if an owner lifts the stop at the same moment', async () => {
  const { db } = world.services;
  await inTransaction(db, (tx) => stopEverything(tx, 'The first reason'));
  const lifted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const lifting = inTransaction(db, async (tx) => {
    const value = JSON.stringify({ enabled: false });
    await tx.updateTable('settings').set({ value }).where('key', '=', 'emergency_shutdown').execute();
    lifted.resolve();
    await released.promise;
  });
  await lifted.promise;
  const stopping = inTransaction(db, (tx) => stopEverything(tx, 'A deep reorganisation'));
  await expect
    .poll(async () => {
      const waiting = "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'";
      return (await world.database.asOwner(`${waiting} and datname = current_database()`)).rows[0].count;
    })
    .toBe(1);
  released.resolve();
  await Promise.all([lifting, stopping]);
  expect(await readSetting(db, 'emergency_shutdown')).toMatchObject({
    enabled: true,
    reason: 'A deep reorganisation',
  });
});
