import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import type { Tx } from '../../platform/db/pool.ts';

/** The start of an emergency stop waits for no other transaction, and after its answer nothing is paid. */
let world: OrderWorld;
let ada: Caller;
let sela: Seller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  ada = await world.signIn('ada', 'admin');
  sela = await world.seller(5_000, 2);
});
afterEach(() => setEmergencyStop(world.database, false));
afterAll(() => world.close());

const stop = () => ada.call('POST', '/api/admin/emergency-shutdown', { enabled: true });
const TOO_LONG = Symbol('the stop waits');
const soon = (ms: number) => new Promise((done) => setTimeout(() => done(TOO_LONG), ms));

/** Starts a stop while a transaction holds its locks. */
async function stopDuring(lock: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  const busy = await openTransaction(world.services.db, async (tx) => void (await lock(tx)));
  const stopping = stop().then(({ status }) => status);
  const answer = await Promise.race([stopping, soon(5_000)]);
  busy.release();
  await Promise.all([busy.finished, stopping]);
  return answer;
}

test('while pre-orders are being matched', async () => {
  const answer = await stopDuring(async (tx) => {
    await sql`select lock_matching()`.execute(tx);
    await sql`select from roblox_accounts where id = ${sela.accountId} for update`.execute(tx);
  });
  expect(answer).toBe(200);
});

test('while an order that a seller buys by hand is changed', async () => {
  const nova = await world.buyer(1_000);
  const placed = await world.order(nova, await world.pass(1_000), 1_000);
  const id = String(placed.body.id);
  await world.database.asOwner(`set session_replication_role = replica;
    update orders set status = 'manual', manual_price_robux = 1000, store_url = 'x', manual_deadline = now() + interval '1 hour',
      next_check_at = now() + interval '1 hour' where id = '${id}'`);
  const answer = await stopDuring((tx) =>
    tx.selectFrom('orders').where('id', '=', id).select('id').forUpdate().execute(),
  );
  expect(answer).toBe(200);
});

test('an order that waited for the stock meanwhile is not placed', async () => {
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const other = await openTransaction(world.services.db, async (tx) => {
    await sql`select lock_stock()`.execute(tx);
  });
  const placing = world.order(nova, pass, 1_000);
  await lockIsAwaited(world.database);
  expect((await stop()).status).toBe(200);
  other.release();
  await other.finished;
  expect(await placing).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  expect((await world.wallet(nova)).held).toBe(0);
});
