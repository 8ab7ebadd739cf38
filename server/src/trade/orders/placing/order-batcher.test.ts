import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { held, somebodyWaits } from '../../../../test/lock-waits.ts';
import { PASS, wish } from '../../../../test/placement-requests.ts';
import { eventually } from '../../../../test/processes.ts';
import { insertAccount, insertPerson } from '../../../../test/stock.ts';
import { makePerson } from '../../../../test/wallets.ts';
import { account as ledgerAccount, lockWallet } from '../../../money/ledger/ledger.ts';
import { proveBooks } from '../../../money/ledger/proof.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { type Calls, openCalls } from '../../../platform/db/prepared-pool.ts';
import type { Answer } from '../../../platform/idempotency/answers.ts';
import { enqueue, openQueue, type Queue } from '../../../platform/jobs/queue.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { Refusal } from '../../../refusal.ts';
import { type OrderLane, openOrderLane } from './order-batcher.ts';
import type { Member } from './placement-request.ts';

/** Two lanes on one database, as two web processes have them. */
let database: TestDatabase;
let queue: Queue;
let calls: Calls;
let lanes: readonly [OrderLane, OrderLane];
beforeAll(async () => {
  database = await openTestDatabase();
  queue = openQueue(database.url, { listen: false });
  await queue.start();
  // as many for each lane as it may have under way
  calls = openCalls(database.url, 4);
  const open = () => openOrderLane({ db: database.db, queue, vault: {} as Vault, calls });
  lanes = [open(), open()];
});
afterEach(async () => {
  expect(await proveBooks(database.db)).toEqual([]);
  await database.asOwner('update roblox_accounts set is_active = false');
});
afterAll(async () => {
  for (const lane of lanes) await lane.close();
  await queue.stop({ graceful: false });
  await calls.close();
  await database.close();
});

const buyer = (cents: number) => makePerson(database.db, 'nova', cents);
const stock = async (amount: number, rateCents = 300) =>
  insertAccount(database, { owner: await insertPerson(database), rateCents, robux: amount });
const idOf = ({ body }: Answer) => (body as { id: string }).id;
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error);

/** What each got: an id, or the code that it was refused with. */
async function placed(
  members: readonly Member[],
  laneOf = (index: number) => lanes[index % 2]!,
): Promise<unknown[]> {
  const answers = members.map((member, index) => laneOf(index).place(member).then(idOf, codeOf));
  return Promise.all(answers);
}
const count = (got: readonly unknown[], what: unknown) => got.filter((one) => one === what).length;
const isId = (one: unknown) => typeof one === 'string' && one.length === 36;

test('S4.14 200 at once for one balance, through two processes: as many as it pays', async () => {
  await stock(1_000_000);
  const nova = await buyer(2_150);
  const got = await placed(Array.from({ length: 200 }, () => wish(nova)));
  expect(got.filter(isId)).toHaveLength(7);
  expect(count(got, 'insufficient_balance')).toBe(193);
});

test('S4.14 200 at once for one stock, through two processes: as many as it holds', async () => {
  await stock(5_999);
  const buyers = await Promise.all(Array.from({ length: 20 }, () => buyer(10_000)));
  const got = await placed(Array.from({ length: 200 }, (_, index) => wish(buyers[index % 20]!)));
  expect(got.filter(isId)).toHaveLength(5);
  expect(count(got, 'out_of_stock')).toBe(195);
});

test('sixteen under one key at once are one order and sixteen equal answers, in one process and in two', async () => {
  await stock(50_000);
  const nova = await buyer(10_000);
  for (const laneOf of [() => lanes[0], (index: number) => lanes[index % 2]!]) {
    const key = `key ${Math.random()}`;
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => laneOf(index).place(wish(nova, 1_000, key))),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(sorted(body)))).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await placed([wish(nova, 1_000, key), wish(nova, 900, key, 2)])).toEqual([
      idOf(answers[0]!),
      'key_reused',
    ]);
  }
  const { rows } = await database.asOwner('select count(*)::int as n from orders where buyer_id = $1', [
    nova,
  ]);
  expect(rows[0].n).toBe(2);
});

test('among those that are placed together one whose order cannot be stored hurts nobody else', async () => {
  await stock(50_000);
  const nova = await buyer(10_000);
  const bad = { ...wish(nova), order: { ...wish(nova).order, pass: { ...PASS, name: 'V\u0000P' } } };
  const got = await placed([wish(nova), bad, wish(nova), wish(nova)], () => lanes[0]);
  expect(got.map(isId)).toEqual([true, false, true, true]);
  expect(got[1]).toMatchObject({ code: expect.stringMatching(/^22/) });
});

test('with 2,000 waiting the next is refused as service_unavailable at once, and there is room again afterwards', async () => {
  await stock(50_000);
  const nova = await buyer(10_000);
  const [lane] = lanes;
  const { holding, letGo } = await held(database.db, (tx) => lockWallet(tx, ledgerAccount.buyer(nova)));
  const waiting = Array.from({ length: 2_000 }, () => lane.place(wish(nova, 1_000, 'one for all')));
  await expect(lane.place(wish(nova))).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
  letGo();
  await holding;
  expect(new Set((await Promise.all(waiting)).map(idOf)).size).toBe(1);
  await expect(lane.place(wish(nova))).resolves.toMatchObject({ status: 201 });
});

test('two lanes and a market of many sellers: nothing is sold twice, and the cheap goes before the dear', async () => {
  for (let at = 0; at < 12; at += 1) await stock(3_000, 200 + 10 * (at % 3));
  const buyers = await Promise.all(Array.from({ length: 10 }, () => buyer(100_000)));
  const got = await placed(
    Array.from({ length: 60 }, (_, index) => wish(buyers[index % 10]!, 500 + (index % 5) * 100)),
  );
  const sold = got.filter(isId).length;
  expect(sold + count(got, 'out_of_stock')).toBe(60);
  const { rows } = await database.asOwner(
    'select rate_cents, sum(robux_balance - reserved_robux)::int as rest, max(robux_balance - reserved_robux)::int as most from roblox_accounts where is_active group by 1 order by 1',
  );
  // a dearer account sells only once no cheaper one holds the smallest order
  expect(rows[0].most).toBeLessThan(900);
  expect(sold).toBeGreaterThan(40);
});

test.each([1, 3])('stock that goes away while %i orders wait for it is not sold', async (together) => {
  const cheap = await stock(50_000, 200);
  const dear = await stock(50_000, 300);
  const nova = await buyer(10_000);
  const { holding, letGo } = await held(database.db, async (tx) => {
    await tx.updateTable('robloxAccounts').set({ status: 'offline' }).where('id', '=', cheap).execute();
  });
  const waiting = lanes[0].place(wish(nova));
  const others = Array.from({ length: together - 1 }, () => lanes[0].place(wish(nova)));
  await somebodyWaits(database, 'sterling-calls');
  letGo();
  await holding;
  const got = await Promise.all([waiting, ...others]);
  expect(got.map(({ body }) => (body as { accountId: string }).accountId)).toEqual(
    Array(together).fill(dear),
  );
});

test("an order's job is what pg-boss makes of it, and wakes its workers", async () => {
  await stock(50_000);
  const nova = await buyer(10_000);
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const heard: string[] = [];
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  const jobOf = async (orderId: string) => {
    const { rows } = await database.asOwner(
      `select to_jsonb(j) - array['id', 'data', 'created_on', 'start_after', 'keep_until'] as job, data,
         start_after = created_on as at_once, keep_until - start_after as kept
       from pgboss.job j where name = 'orders.buy-gamepass' and data -> 'orderIds' ? $1`,
      [orderId],
    );
    return rows;
  };
  try {
    await listener
      .query("select format('listen %I', 'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)) as text")
      .then(({ rows }) => listener.query(rows[0].text));
    const theirs = randomUUID();
    await inTransaction(database.db, (tx) =>
      enqueue(tx, queue, 'orders.buy-gamepass', { orderIds: [theirs] }),
    );
    await eventually(async () => heard.length > 0);
    const [ours] = await placed([wish(nova)]);
    await eventually(async () => heard.length > 1);
    expect(heard[1]).toBe(heard[0]);
    const shape = (await jobOf(theirs)).map((row) => ({ ...row, data: { orderIds: [ours] } }));
    expect(shape).toHaveLength(1);
    expect(await jobOf(String(ours))).toEqual(shape);
  } finally {
    await listener.end();
  }
});

test('orders that were placed together have a job for each eight of them', async () => {
  await stock(50_000);
  const nova = await buyer(10_000);
  const ids = await placed(
    Array.from({ length: 20 }, () => wish(nova)),
    () => lanes[0],
  );
  const { rows } = await database.asOwner(
    `select id, data -> 'orderIds' as orders from pgboss.job where data -> 'orderIds' ?| $1 order by id`,
    [ids],
  );
  expect(rows).toEqual(
    [ids.slice(0, 8), ids.slice(8, 16), ids.slice(16)].map((orders) => ({ id: orders[0], orders })),
  );
});

const sorted = (body: unknown) =>
  Object.fromEntries(Object.entries(body as object).sort(([a], [b]) => (a < b ? -1 : 1)));
