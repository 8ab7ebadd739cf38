import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { wish } from '../../../../test/placement-requests.ts';
import { insertAccount, insertPerson } from '../../../../test/stock.ts';
import { makePerson } from '../../../../test/wallets.ts';
import { proveBooks } from '../../../money/ledger/proof.ts';
import { openCalls } from '../../../platform/db/prepared-pool.ts';
import { openQueue, type Queue } from '../../../platform/jobs/queue.ts';
import { placeBatch } from './order-batcher.ts';
import { lookAfterOrders } from './place.ts';

/** Batches whose process went away between taking stock and writing the orders (migrations/0035_orders_beside.sql). */
let database: TestDatabase;
let queue: Queue;
let buyer: string;
let account: string;
beforeAll(async () => {
  database = await openTestDatabase();
  queue = openQueue(database.url, { listen: false });
  await queue.start();
});
beforeEach(async () => {
  buyer = await makePerson(database.db, 'nova', 10_000);
  account = await insertAccount(database, {
    owner: await insertPerson(database),
    rateCents: 300,
    robux: 50_000,
  });
});
afterEach(async () => {
  expect(await proveBooks(database.db)).toEqual([]);
  await database.asOwner('update roblox_accounts set is_active = false');
});
afterAll(async () => {
  await queue.stop({ graceful: false });
  await database.close();
});

/** Two orders of one batch; with one key for both they fail after their stock was taken. */
const place = (claim: string, keys: readonly [string, string]) =>
  database.asOwner(
    `call place_plain_orders($1, array[$2]::uuid[], '{1,1}', '{1000,1000}', '{null,null}', '{x,x}', '{1,1}', '{1,1}',
       '{VIP,VIP}', '{User,User}', '{1,1}', $3, array[sha256('a'), sha256('b')], null)`,
    [claim, buyer, keys],
  );
const age = (claim: string) =>
  database.asOwner(`update stock_claims set at = at - interval '11 seconds' where id = $1`, [claim]);

async function stock(): Promise<unknown> {
  const { rows } = await database.asOwner(
    `select reserved_robux::int as reserved, last_used_at is not null as used, (select count(*)::int from stock_claims) as claims,
       (select count(*)::int from orders where account_id = a.id) as orders from roblox_accounts a where id = $1`,
    [account],
  );
  return rows[0];
}
const untouched = { reserved: 0, used: false, claims: 0, orders: 0 };

test('stock that was taken for orders nobody wrote is given back, with its turn; until then the books count it', async () => {
  const claim = randomUUID();
  await expect(place(claim, ['one', 'one'])).rejects.toMatchObject({ code: '23505' });
  const taken = { reserved: 2_000, used: true, claims: 1, orders: 0 };
  expect(await stock()).toEqual(taken);
  expect(await proveBooks(database.db)).toEqual([]);
  await lookAfterOrders(database.db, queue);
  expect(await stock()).toEqual(taken);
  await age(claim);
  await lookAfterOrders(database.db, queue);
  expect(await stock()).toEqual(untouched);
});

test('what has sold to others meanwhile keeps its place behind those that have not', async () => {
  const claim = randomUUID();
  await expect(place(claim, ['two', 'two'])).rejects.toMatchObject({ code: '23505' });
  await place(randomUUID(), ['three', 'four']);
  await age(claim);
  await lookAfterOrders(database.db, queue);
  expect(await stock()).toEqual({ reserved: 2_000, used: true, claims: 0, orders: 2 });
});

test('whoever finds everything taken under claims waits for them, and gets what is given back', async () => {
  await database.asOwner('update roblox_accounts set robux_balance = 2000 where id = $1', [account]);
  const claim = randomUUID();
  await expect(place(claim, ['six', 'six'])).rejects.toMatchObject({ code: '23505' });
  const calls = openCalls(database.url, 1);
  try {
    const got = await placeBatch({ db: database.db, calls }, [wish(buyer)], { isBeside: true });
    expect(got).toEqual([expect.objectContaining({ status: 201 })]);
  } finally {
    await calls.close();
  }
  expect(await stock()).toEqual({ reserved: 1_000, used: true, claims: 0, orders: 1 });
});

test('a claim whose orders are being written is not given back, however long that takes', async () => {
  const claim = randomUUID();
  await expect(place(claim, ['five', 'five'])).rejects.toMatchObject({ code: '23505' });
  await age(claim);
  const writing = await database.db.startTransaction().execute();
  await writing.deleteFrom('stockClaims').where('id', '=', claim).execute();
  await lookAfterOrders(database.db, queue);
  await writing.rollback().execute();
  expect(await stock()).toMatchObject({ reserved: 2_000, claims: 1 });
  await database.asOwner('select give_back_stock($1)', [claim]);
  expect(await stock()).toEqual(untouched);
});
