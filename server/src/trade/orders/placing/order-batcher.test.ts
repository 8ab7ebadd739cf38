import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lockIsAwaited, openTransaction } from '../../../../test/lock-waits.ts';
import {
  idOf,
  openPlacementWorld,
  PASS,
  type PlacementWorld,
  request,
} from '../../../../test/placement-world.ts';
import { eventually } from '../../../../test/processes.ts';
import { account as ledgerAccount, lockWallet } from '../../../money/ledger/ledger.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { enqueue } from '../../../platform/jobs/queue.ts';
import type { OrderBatcher } from './order-batcher.ts';

let world: PlacementWorld;
let one: OrderBatcher;
beforeAll(async () => {
  world = await openPlacementWorld();
  [one] = world.batchers;
});
afterEach(async () => {
  expect(await world.clear()).toEqual([]);
});
afterAll(() => world.close());

const count = (got: readonly unknown[], what: unknown) => got.filter((outcome) => outcome === what).length;
const isId = (outcome: unknown) => typeof outcome === 'string' && outcome.length === 36;

test('S4.12 of 200 concurrent orders in two processes, exactly as many are placed as the balance pays', async () => {
  await world.stock(1_000_000);
  const nova = await world.buyer(2_150);
  const got = await world.place(Array.from({ length: 200 }, () => request(nova)));
  expect(got.filter(isId)).toHaveLength(7);
  expect(count(got, 'insufficient_balance')).toBe(193);
});

test('S4.12 of 200 concurrent orders in two processes, exactly as many are placed as the stock can fill', async () => {
  await world.stock(5_999);
  const buyers = await Promise.all(Array.from({ length: 20 }, () => world.buyer(10_000)));
  const got = await world.place(Array.from({ length: 200 }, (_, index) => request(buyers[index % 20]!)));
  expect(got.filter(isId)).toHaveLength(5);
  expect(count(got, 'out_of_stock')).toBe(195);
});

test('S4.11 sixteen concurrent calls with one key give one order and equal answers, in one process and in two', async () => {
  await world.stock(50_000);
  const nova = await world.buyer(10_000);
  for (const batcherOf of [() => one, (index: number) => world.batchers[index % 2]!]) {
    const key = `key ${Math.random()}`;
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => batcherOf(index).place(request(nova, 1_000, key))),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(sorted(body)))).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await world.place([request(nova, 1_000, key), request(nova, 900, key, 2)])).toEqual([
      idOf(answers[0]!),
      'key_reused',
    ]);
  }
  const { rows } = await world.database.asOwner('select count(*)::int as n from orders where buyer_id = $1', [
    nova,
  ]);
  expect(rows[0].n).toBe(2);
});

test('an order that cannot be stored does not affect the other orders of its batch', async () => {
  await world.stock(50_000);
  const nova = await world.buyer(10_000);
  const bad = { ...request(nova), order: { ...request(nova).order, pass: { ...PASS, name: 'V\u0000P' } } };
  const got = await world.place([request(nova), bad, request(nova), request(nova)], one);
  expect(got.map(isId)).toEqual([true, false, true, true]);
  expect(got[1]).toMatchObject({ code: expect.stringMatching(/^22/) });
});

test('with 2,000 waiting orders the next is refused with service_unavailable, until there is room again', async () => {
  await world.stock(50_000);
  const nova = await world.buyer(10_000);
  const { finished, release } = await openTransaction(world.database.db, (tx) =>
    lockWallet(tx, ledgerAccount.buyer(nova)),
  );
  const waiting = Array.from({ length: 2_000 }, () => one.place(request(nova, 1_000, 'one for all')));
  await expect(one.place(request(nova))).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
  release();
  await finished;
  expect(new Set((await Promise.all(waiting)).map(idOf)).size).toBe(1);
  await expect(one.place(request(nova))).resolves.toMatchObject({ status: 201 });
});

test('S4.12 two processes and many sellers: nothing is sold twice, and cheaper accounts sell first', async () => {
  for (let at = 0; at < 12; at += 1) await world.stock(3_000, 200 + 10 * (at % 3));
  const buyers = await Promise.all(Array.from({ length: 10 }, () => world.buyer(100_000)));
  const got = await world.place(
    Array.from({ length: 60 }, (_, index) => request(buyers[index % 10]!, 500 + (index % 5) * 100)),
  );
  const sold = got.filter(isId).length;
  expect(sold + count(got, 'out_of_stock')).toBe(60);
  const { rows } = await world.database.asOwner(
    'select rate_cents, sum(robux_balance - reserved_robux)::int as rest, max(robux_balance - reserved_robux)::int as most from roblox_accounts where is_active group by 1 order by 1',
  );
  // a more expensive account sells only once no cheaper one can fill the smallest order
  expect(rows[0].most).toBeLessThan(900);
  expect(sold).toBeGreaterThan(40);
});

test.each([1, 3])('stock that goes off sale while %i orders wait for it is not sold', async (together) => {
  const cheap = await world.stock(50_000, 200);
  const expensive = await world.stock(50_000, 300);
  const nova = await world.buyer(10_000);
  const { finished, release } = await openTransaction(world.database.db, async (tx) => {
    await tx.updateTable('robloxAccounts').set({ status: 'offline' }).where('id', '=', cheap).execute();
  });
  const waiting = one.place(request(nova));
  const others = Array.from({ length: together - 1 }, () => one.place(request(nova)));
  await lockIsAwaited(world.database);
  release();
  await finished;
  const got = await Promise.all([waiting, ...others]);
  expect(got.map(({ body }) => (body as { accountId: string }).accountId)).toEqual(
    Array(together).fill(expensive),
  );
});

test('the job of an order equals a job made by pg-boss, and wakes its workers', async () => {
  await world.stock(50_000);
  const nova = await world.buyer(10_000);
  const listener = new pg.Client({ connectionString: world.database.url });
  await listener.connect();
  const heard: string[] = [];
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  const jobOf = async (orderId: string) => {
    const { rows } = await world.database.asOwner(
      `select to_jsonb(j) - array['id', 'data', 'created_on', 'start_after', 'keep_until'] as job, data,
         start_after = created_on as is_immediate, keep_until - start_after as kept
       from pgboss.job j where name = 'orders.buy-gamepass' and data ->> 'orderId' = $1`,
      [orderId],
    );
    return rows;
  };
  try {
    await listener
      .query("select format('listen %I', 'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)) as text")
      .then(({ rows }) => listener.query(rows[0].text));
    const [ours] = await world.place([request(nova)]);
    await eventually(async () => heard.length > 0);
    const { sellerId } = await world.database.db
      .selectFrom('orders')
      .where('id', '=', String(ours))
      .select('sellerId')
      .executeTakeFirstOrThrow();
    const theirs = randomUUID();
    await inTransaction(world.database.db, (tx) =>
      enqueue(tx, world.queue, 'orders.buy-gamepass', { orderId: theirs, sellerId }),
    );
    await eventually(async () => heard.length > 1);
    expect(heard[1]).toBe(heard[0]);
    const shape = (await jobOf(theirs)).map((row) => ({ ...row, data: { orderId: ours, sellerId } }));
    expect(shape).toHaveLength(1);
    expect(await jobOf(String(ours))).toEqual(shape);
  } finally {
    await listener.end();
  }
});

test('each order of a batch has its own job', async () => {
  await world.stock(50_000);
  const nova = await world.buyer(10_000);
  const ids = await world.place(
    Array.from({ length: 20 }, () => request(nova)),
    one,
  );
  const { rows } = await world.database.asOwner(
    `select data ->> 'orderId' as id from pgboss.job where data ->> 'orderId' = any ($1)`,
    [ids],
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
});

test('a wallet that another transaction locks delays only its own orders', async () => {
  await world.stock(50_000);
  const [nova, zoe] = [await world.buyer(10_000), await world.buyer(100_000)];
  const { finished, release } = await openTransaction(world.database.db, (tx) =>
    lockWallet(tx, ledgerAccount.buyer(nova)),
  );
  let isNovaServed = false;
  const novas = Promise.all([one.place(request(nova)), one.place(request(nova))]).finally(() => {
    isNovaServed = true;
  });
  await lockIsAwaited(world.database);
  const zoes = await world.place(
    Array.from({ length: 20 }, () => request(zoe)),
    one,
  );
  expect(zoes.filter(isId)).toHaveLength(20);
  expect(isNovaServed).toBe(false);
  release();
  await finished;
  expect(await novas).toMatchObject([{ status: 201 }, { status: 201 }]);
});

test('a repeated call gets the order as it was placed, even after it was reassigned at another rate', async () => {
  const account = await world.stock(50_000);
  const nova = await world.buyer(10_000);
  const requests = [request(nova, 1_000, 'one'), request(nova, 1_000, 'another')];
  const first = await Promise.all(requests.map((each) => one.place(each)));
  const expensive = await world.stock(50_000, 350);
  await world.database.asOwner(
    `with moved as (update orders set account_id = $2, seller_id = a.user_id, rate_cents = 250, total_cents = 250, status = 'processing'
         from roblox_accounts a where a.id = $2 and orders.id = $1),
       reserved as (update roblox_accounts set reserved_robux = reserved_robux + case when id = $2 then 1000 else -1000 end where id in ($2, $3))
     select ledger_resize_hold('order ' || $1::uuid, 250)`,
    [idOf(first[0]!), expensive, account],
  );
  const again = await Promise.all(requests.map((each) => one.place(each)));
  expect(again).toEqual(first.map((answer) => ({ ...answer, replayed: true })));
});

const sorted = (body: unknown) =>
  Object.fromEntries(Object.entries(body as object).sort(([a], [b]) => (a < b ? -1 : 1)));
