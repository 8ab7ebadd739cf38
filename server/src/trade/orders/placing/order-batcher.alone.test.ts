import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { held, somebodyWaits } from '../../../../test/lock-waits.ts';
import { wish } from '../../../../test/placement-requests.ts';
import { insertAccount, insertPerson } from '../../../../test/stock.ts';
import { makePerson } from '../../../../test/wallets.ts';
import { account as ledgerAccount, lockWallet } from '../../../money/ledger/ledger.ts';
import { proveBooks } from '../../../money/ledger/proof.ts';
import { type Calls, openCalls } from '../../../platform/db/prepared-pool.ts';
import { openQueue, type Queue } from '../../../platform/jobs/queue.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { type OrderLane, openOrderLane, placeBatch } from './order-batcher.ts';
import type { Member } from './placement-request.ts';

/** Batches that go alone, which take their stock last (migrations/0041_choose_hold_take.sql). */
let database: TestDatabase;
let queue: Queue;
let calls: Calls;
let lane: OrderLane;
let nova: string;
let account: string;
beforeAll(async () => {
  database = await openTestDatabase();
  queue = openQueue(database.url, { listen: false });
  await queue.start();
  calls = openCalls(database.url, 2);
  lane = openOrderLane({ db: database.db, queue, vault: {} as Vault, calls });
});
beforeEach(async () => {
  nova = await makePerson(database.db, 'nova', 10_000);
  account = await stock(300);
});
afterEach(async () => {
  expect(await proveBooks(database.db)).toEqual([]);
  await database.asOwner('update roblox_accounts set is_active = false');
});
afterAll(async () => {
  await lane.close();
  await calls.close();
  await queue.stop({ graceful: false });
  await database.close();
});

const stock = async (rateCents: number) =>
  insertAccount(database, { owner: await insertPerson(database), rateCents, robux: 50_000 });
const waitsForLock = () => somebodyWaits(database, 'sterling-calls');
const alone = (members: readonly Member[], met?: () => void) =>
  placeBatch({ db: database.db, calls }, members, { isBeside: false, ...(met && { met }) });

test('a batch alone whose stock was used meanwhile is decided anew, and says so', async () => {
  let meetings = 0;
  const { holding, letGo } = await held(database.db, async (tx) => {
    await tx
      .updateTable('robloxAccounts')
      .set({ lastUsedAt: new Date() })
      .where('id', '=', account)
      .execute();
  });
  const placing = alone([wish(nova), wish(nova)], () => {
    meetings += 1;
  });
  await waitsForLock();
  letGo();
  await holding;
  expect(await placing).toMatchObject([{ status: 201 }, { status: 201 }]);
  expect(meetings).toBe(1);
});

test('a batch alone that cannot hold what it has chosen for leaves nothing behind, and the rest of it is placed', async () => {
  const poor = await makePerson(database.db, 'poor', 300);
  const { holding, letGo } = await held(database.db, (tx) => lockWallet(tx, ledgerAccount.buyer(poor)));
  const first = alone([wish(poor), wish(nova)]);
  await waitsForLock();
  const second = alone([wish(nova), wish(poor)]);
  letGo();
  await holding;
  const got = [...(await first), ...(await second)];
  expect(got.filter((one) => one && 'status' in one && one.status === 201)).toHaveLength(3);
  expect(got.filter((one) => one && 'code' in one && one.code === 'insufficient_balance')).toHaveLength(1);
});

test('a wallet that somebody holds for long keeps its own orders waiting, and nobody else', async () => {
  const zoe = await makePerson(database.db, 'zoe', 100_000);
  const { holding, letGo } = await held(database.db, (tx) => lockWallet(tx, ledgerAccount.buyer(nova)));
  let isNovaServed = false;
  const novas = Promise.all([lane.place(wish(nova)), lane.place(wish(nova))]).finally(() => {
    isNovaServed = true;
  });
  await waitsForLock();
  const began = performance.now();
  const zoes = await Promise.all(Array.from({ length: 20 }, () => lane.place(wish(zoe))));
  expect(zoes.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(isNovaServed).toBe(false);
  // after 15 seconds she would have given way
  expect(performance.now() - began).toBeLessThan(10_000);
  letGo();
  await holding;
  expect(await novas).toMatchObject([{ status: 201 }, { status: 201 }]);
});

test('S4.14 an order is told again as it was placed, whoever serves it by then and at what rate', async () => {
  const members = [wish(nova, 1_000, 'one'), wish(nova, 1_000, 'another')];
  const first = await alone(members);
  const dear = await stock(350);
  const { id } = (first[0] as { body: { id: string } }).body;
  await database.asOwner(
    `with moved as (update orders set account_id = $2, seller_id = a.user_id, rate_cents = 250, total_cents = 250, status = 'processing'
         from roblox_accounts a where a.id = $2 and orders.id = $1),
       reserved as (update roblox_accounts set reserved_robux = reserved_robux + case when id = $2 then 1000 else -1000 end where id in ($2, $3))
     select ledger_resize_hold('order ' || $1::uuid, 250)`,
    [id, dear, account],
  );
  const again = await alone(members);
  expect(again).toEqual(first.map((answer) => ({ ...answer, replayed: true })));
  expect(await Promise.all(members.map((member) => lane.place(member)))).toEqual(again);
});
