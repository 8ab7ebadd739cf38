import type { Growth } from '@sterling/contract/business.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { orderAt } from '../../../test/past.ts';
import type { OnWire } from '../../../test/wire.ts';

type ShownGrowth = OnWire<typeof Growth>;

let world: OrderWorld;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
  await world.seller(1_000_000, 2);
});
afterAll(() => world.close());

async function read(range: string): Promise<ShownGrowth> {
  const { status, body } = await otto.call('GET', `/api/admin/growth?range=${range}`);
  expect(status).toBe(200);
  return body as unknown as ShownGrowth;
}

/** The middle of a month, some months ago. */
function monthsAgo(count: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 15, 12));
}
const monthOf = (time: Date) => time.toISOString().slice(0, 7);

async function joined(at: Date, balanceCents = 0): Promise<Caller> {
  const person = await world.buyer(balanceCents);
  await world.database.asOwner('update users set joined_at = $1 where id = $2', [at, person.id]);
  return person;
}

const newMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1));

test('S9.13 the funnel counts how far new users come, and deleted accounts still count', async () => {
  const before = await read('30d');
  await joined(new Date());
  await joined(new Date(), 500);
  const placed = await joined(new Date(), 5_000);
  expect((await world.order(placed, await world.pass(200), 200)).status).toBe(201);
  const loyal = await joined(new Date(), 10_000);
  await orderAt(world, new Date(), loyal.id, 300);
  await orderAt(world, new Date(), loyal.id, 400);
  const gone = await joined(new Date(), 60);
  await orderAt(world, new Date(), gone.id, 300);
  const deleted = await gone.call('POST', '/api/reset/delete-me');
  expect([deleted.status, deleted.body]).toEqual([200, expect.anything()]);
  // too early for the range
  await orderAt(world, new Date(), (await joined(monthsAgo(3), 5_000)).id, 200);

  const { funnel } = await read('30d');
  const grown = Object.entries(funnel).map(([step, people]) => [
    step,
    people - before.funnel[step as keyof Growth['funnel']],
  ]);
  expect(Object.fromEntries(grown)).toEqual({ joined: 5, funded: 4, ordered: 3, completed: 2, repeated: 1 });
  expect((await read('all')).funnel.joined).toBe(funnel.joined + 1);
});

test('S9.13 a cohort shows in which months after joining its users ordered', async () => {
  const [start, next] = [monthsAgo(5), monthsAgo(3)];
  const buyers = [await joined(start, 9_000), await joined(start, 9_000), await joined(start)];
  await orderAt(world, start, buyers[0]!.id, 200);
  await orderAt(world, new Date(start.getTime() + 60_000), buyers[0]!.id, 200);
  await orderAt(world, next, buyers[0]!.id, 200);
  await orderAt(world, next, buyers[1]!.id, 200);
  await orderAt(world, newMonth > new Date() ? new Date() : newMonth, buyers[1]!.id, 200);
  await joined(monthsAgo(13), 500);
  const { cohorts } = await read('30d');
  expect(cohorts.find(({ month }) => month === monthOf(start))).toEqual({
    month: monthOf(start),
    joined: 3,
    ordered: [1, 0, 2, 0, 0, 1],
  });
  const months = cohorts.map(({ month }) => month);
  expect(months).toEqual(months.toSorted());
  expect(months).not.toContain(monthOf(monthsAgo(13)));
  expect(cohorts.at(-1)).toMatchObject({ month: monthOf(new Date()), ordered: [expect.any(Number)] });
});

test('people whom a clean-up removed do not count', async () => {
  expect((await otto.call('POST', '/api/admin/clean-database', { confirm: 'CLEAN' })).status).toBe(200);
  expect(await read('all')).toEqual({
    funnel: { joined: 0, funded: 0, ordered: 0, completed: 0, repeated: 0 },
    cohorts: [],
  });
});
