import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlacementWorld, PASS, type PlacementWorld } from '../../../../test/placement-world.ts';
import { insertAccount, insertPerson } from '../../../../test/stock.ts';
import { placeAlone } from './order-batcher.ts';
import type { PlacementRequest } from './placement-request.ts';

let world: PlacementWorld;
beforeAll(async () => {
  world = await openPlacementWorld();
});
afterAll(() => world.close());

const order = (buyerId: string, amount: number): PlacementRequest => ({
  buyerId,
  // no maximum rate, which the contract allows
  order: { robuxAmount: robux(amount), pass: PASS },
  keyed: null,
  authority: null,
});

test('a large order without a maximum rate is not refused because a small one is in the same batch', async () => {
  const [small, large, alone] = [
    await world.buyer(100_000),
    await world.buyer(100_000),
    await world.buyer(100_000),
  ];
  for (let n = 0; n < 8; n += 1) await world.stock(150, 200);
  await world.stock(50_000, 300);
  const services = { db: world.database.db, queue: world.queue, vault: world.vault };
  // alone, the order is placed
  const careful = await placeAlone(services, order(alone, 20_000)).catch((error: unknown) => error);
  expect(careful).toMatchObject({ status: 201 });
  // together with an unrelated small order it is placed too
  const outcomes = await world.place([order(small, 100), order(large, 20_000)], world.batchers[0]);
  expect(outcomes).toEqual([expect.stringMatching(/-/), expect.stringMatching(/-/)]);
});

test('two orders of a batch take the two accounts that are large enough, even if many small ones are between them', async () => {
  await world.clear();
  const first = await world.stock(5_000, 300);
  for (let n = 0; n < 8; n += 1) await world.stock(150, 300);
  const second = await world.stock(5_000, 300);
  const requests = await Promise.all(
    [1_000, 1_000, 100].map(async (amount) => order(await world.buyer(100_000), amount)),
  );
  const [one, two] = await world.place(requests, world.batchers[0]);
  const { rows } = await world.database.asOwner(
    'select account_id from orders where id = any($1) order by id = $2',
    [[one, two], two],
  );
  expect(rows.map(({ account_id }) => account_id)).toEqual([first, second]);
});

test.each<[string, (buyer: string) => { owner?: string; robux?: number }, (ids: string[]) => string]>([
  ['belong to the buyer', (owner) => ({ owner }), () => ''],
  ['are too small', () => ({ robux: 999 }), () => ''],
  [
    'have bought the gamepass',
    () => ({}),
    (ids) => `set session_replication_role = replica;
      insert into purchase_attempts (order_id, account_id, pass_id, price_robux, balance_before, state, ended_at)
      select new_id(), id, 7, 1, 1, 'bought', now() from unnest('{${ids}}'::uuid[]) id`,
  ],
  ['are excluded', () => ({}), () => ''],
])('a single order finds the account after six cheaper ones that %s', async (what, account, prepare) => {
  await world.clear();
  const { database } = world;
  const buyer = await world.buyer(100_000);
  const owner = await insertPerson(database);
  const cheaper: string[] = [];
  for (let n = 0; n < 6; n += 1)
    cheaper.push(await insertAccount(database, { owner, robux: 5_000, rateCents: 200, ...account(buyer) }));
  const last = await world.stock(5_000, 300);
  await database.asOwner(prepare(cheaper));
  const excluded = what === 'are excluded' ? cheaper : [];
  const { rows } = await database.asOwner('select account_id from reserve_stock(1000, 600, $1, 7, $2)', [
    buyer,
    excluded,
  ]);
  expect(rows).toEqual([{ account_id: last }]);
});
