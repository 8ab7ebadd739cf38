import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';

/** An emergency stop begins while trades are locked, such as by someone who adds a picture. */
let world: TradeWorld;
let otto: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  otto = await world.signIn('otto', 'admin', true);
});
afterEach(() => setEmergencyStop(world.database, false));
afterAll(() => world.close());

const stop = () => otto.call('POST', '/api/admin/emergency-shutdown', { enabled: true });
const lockTrade = (id: string) =>
  openTransaction(world.services.db, async (tx) => {
    await tx.selectFrom('transactions').where('id', '=', id).select('id').forUpdate().execute();
  });

async function delivered() {
  const [nova, sela] = [await world.buyer(20_000), await world.seller()];
  return { nova, sela, id: await world.delivered(nova, sela) };
}

test('a confirmation that waited meanwhile pays nothing', async () => {
  const { nova, sela, id } = await delivered();
  const busy = await lockTrade(id);
  const confirming = world.step(nova, id, 'confirm');
  await lockIsAwaited(world.database);
  expect((await stop()).status).toBe(200);
  busy.release();
  await busy.finished;
  expect((await confirming).status).toBe(503);
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
});

test('a stop does not wait while the end of maintenance waits for a trade', async () => {
  const maintain = (enabled: boolean) =>
    otto.call('PUT', '/api/admin/settings/maintenance_mode', { value: { enabled } });
  const { id } = await delivered();
  expect((await maintain(true)).status).toBe(200);
  const busy = await lockTrade(id);
  const ending = maintain(false);
  await lockIsAwaited(world.database);
  const stopping = stop().then(({ status }) => status);
  const answer = await Promise.race([stopping, new Promise((done) => setTimeout(done, 5_000, 'it waits'))]);
  busy.release();
  await Promise.all([busy.finished, ending, stopping]);
  expect(answer).toBe(200);
});
