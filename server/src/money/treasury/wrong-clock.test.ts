import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { setSetting } from '../../../test/settings.ts';
import { countIfDue } from './coin-count.jobs.ts';
import { readTreasury } from './overview.reads.ts';
import { requestDueSweep } from './sweeps.ts';
import { runTreasury } from './treasury.jobs.ts';
import { proveAndStore } from './treasury.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

const DAY_SECONDS = 86_400;
const countOf = async (table: string) =>
  (await world.database.asOwner(`select count(*)::int as count from ${table}`)).rows[0].count;

test('rare day 11: the books are proven after the database’s clock was set back, and the old proof is not new', async () => {
  const { db } = world.services;
  await proveAndStore(db);
  await world.database.asOwner(`update book_proofs set at = at + interval '1 day'`);
  const { proof } = await readTreasury(db, { hotAddress: '', coldAddress: null });
  expect(Math.abs(proof!.ageSeconds - DAY_SECONDS)).toBeLessThan(60);
  const stopping = new AbortController();
  const running = runTreasury(world.services, stopping.signal);
  await expect.poll(() => countOf('book_proofs'), { timeout: 10_000 }).toBe(2);
  stopping.abort();
  await running;
  const after = await readTreasury(db, { hotAddress: '', coldAddress: null });
  expect(after.proof!.ageSeconds).toBeLessThan(60);
});

test('rare day 11: the coins are counted after the database’s clock was set back', async () => {
  await world.database.asOwner(`
    insert into coin_counts (at, took_ms, height, hash, counted_litoshi, booked_litoshi, differences)
    values (now() + interval '30 days', 1, 1, repeat('0', 64), 0, 0, '[]')`);
  const { db } = world.services;
  const { coins } = await readTreasury(db, { hotAddress: '', coldAddress: null });
  expect(coins!.ageSeconds).toBeGreaterThan(29 * DAY_SECONDS);
  const unspent = async () => {
    throw new Error('the node counts');
  };
  const counting = { ...world.services, node: { ...world.services.node, unspent } };
  await expect(countIfDue(counting, new Date())).rejects.toThrow('the node counts');
});

test('rare day 11: a sweep is requested after the database’s clock was set back, and only one', async () => {
  const { db } = world.services;
  const end = () => world.database.asOwner(`update sweeps set state = 'nothing' where state = 'requested'`);
  await setSetting(world.database, 'sweep_schedule', { everyHours: 24 });
  await requestDueSweep(db);
  await world.database.asOwner(`update sweeps set created_at = now() + interval '30 days'`);
  await end();
  await Promise.all([requestDueSweep(db), requestDueSweep(db)]);
  await end();
  await requestDueSweep(db);
  expect(await countOf('sweeps')).toBe(2);
});
