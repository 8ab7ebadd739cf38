import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { recordRestore } from '../../money/restores/restores.ts';
import { inTransaction } from '../../platform/db/pool.ts';

/** The database is restored to a moment before a buyer disputed a delivery. */
let world: TradeWorld;
let nova: Caller;
let sela: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
});
beforeEach(async () => {
  [nova, sela] = [await world.buyer(20_000), await world.seller()];
});
afterAll(() => world.close());

const delivered = () => world.delivered(nova, sela);

/** What happened after the backup is lost, and so are all sessions. An owner lifts the stop. */
async function restore(): Promise<void> {
  await inTransaction(world.services.db, (tx) => recordRestore(tx, { cause: 'copy' }));
  await setEmergencyStop(world.database, false);
}

test('after a restore, a delivered trade is not paid before its buyer had time to dispute it again', async () => {
  const id = await delivered();
  // the backup is four days old: the buyer disputed on the third, and the restored database has no trace of that
  await world.letPass(id, 96);
  await restore();
  // everyone was signed out, Discord messages and webhooks are off
  await world.letPass(id, 2);
  await world.workDue();
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
  expect((await world.wallet(nova)).held).toBe(10_000);
});

test('after a restore, the parties of a delivered trade are told to look at it', async () => {
  const id = await delivered();
  await world.letPass(id, 96);
  await world.database.asOwner('delete from inbox_entries where user_id = $1', [nova.id]);
  await restore();
  const { rows } = await world.database.asOwner('select code from inbox_entries where user_id = $1', [
    nova.id,
  ]);
  expect(rows).not.toEqual([]);
});
