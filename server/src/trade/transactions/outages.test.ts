import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { newCaller } from '../../../test/roles.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { recordHeartbeat } from '../../platform/uptime/uptime.ts';
import { STEP_TEXTS } from './transactions.rules.ts';

/** The web processes are down, and the worker goes on. */
let world: TradeWorld;
let nova: Caller;
let sela: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
});
beforeEach(async () => {
  [nova, sela] = [await world.buyer(20_000), await world.seller()];
  await world.database.asOwner('delete from trade_pauses');
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

/** The web answered until this many minutes ago. */
const downFor = (minutes: number) =>
  world.database.asOwner(
    `set session_replication_role = replica; delete from heartbeats;
     insert into heartbeats select date_trunc('minute', now()) - minutes * interval '1 minute'
       from generate_series(${minutes + 1}, ${minutes + 600}) minutes`,
  );
const returns = () => recordHeartbeat(world.services.db);
const bought = async () => world.bought(nova, await world.list(sela));
const delivered = () => world.delivered(nova, sela);
const read = async (id: string) => (await nova.call('GET', `/api/transactions/${id}`)).body;
/** Hours until a deadline, rounded to a tenth. */
const left = async (id: string, deadline: 'deliverBy' | 'confirmAt') =>
  Math.round((Date.parse(String((await read(id))[deadline])) - Date.now()) / 360_000) / 10;
const hoursPaused = async (hours: number): Promise<number> => {
  const { rows } = await world.database.asOwner(
    `select extract(epoch from paused_since(now() - $1 * interval '1 hour')) / 3600 as hours`,
    [hours],
  );
  return Math.round(Number(rows[0].hours) * 10) / 10;
};
const isPaid = async () => (await world.wallet(sela, 'seller')).posted > 0;

test('a delivery that nobody could dispute is not paid during the outage, nor in the hour after it', async () => {
  const id = await delivered();
  await world.letPass(id, 74);
  await downFor(5 * 60);
  await world.workDue();
  expect(await isPaid()).toBe(false);
  await returns();
  await world.workDue();
  expect(await isPaid()).toBe(false);
  // it was due two hours ago, and the outage took five
  expect(await left(id, 'confirmAt')).toBe(3);
  expect((await read(id)).events).toContainEqual(expect.objectContaining({ what: STEP_TEXTS.moved }));
  expect((await world.step(nova, id, 'dispute', { reason: 'Nothing came' })).status).toBe(200);
});

test('rare day 11: an outage is noticed although the clock was set back', async () => {
  const id = await delivered();
  await world.letPass(id, 74);
  await downFor(5 * 60);
  await world.database.asOwner(
    `set session_replication_role = replica;
     insert into heartbeats select date_trunc('minute', now()) + minutes * interval '1 minute' from generate_series(10, 180) minutes`,
  );
  await world.workDue();
  expect(await isPaid()).toBe(false);
});

test('a seller keeps the time to deliver that an outage took', async () => {
  const id = await bought();
  await world.letPass(id, 73);
  await downFor(2 * 60);
  await world.workDue();
  await returns();
  expect(await left(id, 'deliverBy')).toBe(1);
});

test('what was due before an outage is due', async () => {
  const id = await delivered();
  await world.letPass(id, 78);
  await downFor(5 * 60);
  await world.workDue();
  expect(await isPaid()).toBe(true);
});

test('a deploy moves nothing', async () => {
  const id = await delivered();
  await downFor(4);
  await returns();
  expect(await left(id, 'confirmAt')).toBe(72);
  expect(await hoursPaused(1)).toBe(0);
});

test('several web processes that return together record one outage', async () => {
  const id = await bought();
  await world.letPass(id, 10);
  await downFor(3 * 60);
  await Promise.all([returns(), returns(), returns()]);
  expect(await left(id, 'deliverBy')).toBe(65);
  const { rows } = await world.database.asOwner('select ended_at from trade_pauses');
  expect(rows).toEqual([{ ended_at: expect.any(Date) }]);
});

test('an outage and maintenance that overlap are one pause', async () => {
  const owner = await newCaller(world, 'owner');
  const maintain = async (enabled: boolean) =>
    expect(
      (await owner.call('PUT', '/api/admin/settings/maintenance_mode', { value: { enabled } })).status,
    ).toBe(200);
  const id = await bought();
  await world.letPass(id, 10);
  await maintain(true);
  await downFor(3 * 60);
  await returns();
  expect(await left(id, 'deliverBy')).toBe(62);
  await maintain(false);
  expect(await left(id, 'deliverBy')).toBe(65);
});

test('a wait in which a person can cancel something stands still during an outage', async () => {
  await downFor(3 * 60);
  expect(await hoursPaused(24)).toBe(3);
  expect(await hoursPaused(1)).toBe(1);
  await returns();
  expect(await hoursPaused(24)).toBe(3);
});
