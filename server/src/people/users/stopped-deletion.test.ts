import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterEach(() => setEmergencyStop(world.database, false));
afterAll(() => world.close());

test('during an emergency stop no account with money is deleted, because that moves it to the house', async () => {
  const nova = await world.signIn('nova');
  await credit(world.services.db, nova.id, 100_000);
  await setEmergencyStop(world.database, true);
  const { status } = await nova.call('POST', '/api/reset/delete-me', { forfeit: true });
  const { rows } = await world.database.asOwner(`select kind from ledger_events where key like $1`, [
    `forfeit ${nova.id} %`,
  ]);
  expect([status, rows]).toEqual([503, []]);
});
