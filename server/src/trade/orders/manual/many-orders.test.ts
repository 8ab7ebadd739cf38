import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HandOrder, type ManualWorld, openManualWorld } from '../../../../test/manual-world.ts';
import { copyRow, rowsRead } from '../../../../test/rows-read.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { lockOpen } from '../order.ts';
import { decideLatePurchase, recordLook, watchLatePurchase } from './late-purchases.ts';
import { beginByHand } from './manual.ts';

/** What is asked about one account and one gamepass reads few rows, whatever the account and the gamepass did before. */
const MANY = 20_000;
const FEW = 50;

let world: ManualWorld;
let handed: HandOrder;
let lateId: string;
beforeAll(async () => {
  world = await openManualWorld();
  const { asOwner, db } = world.database;
  const bought = await world.handOrder();
  await world.bought(bought.sela, bought.pass);
  await world.check(bought.id);
  handed = await world.handOrder();
  const { rows } = await asOwner('select id from purchase_attempts where order_id = $1', [bought.id]);
  await inTransaction(db, async (tx) => watchLatePurchase(tx, (await lockOpen(tx, handed.id))!));
  const { id } = await db
    .selectFrom('latePurchases')
    .where('orderId', '=', handed.id)
    .select('id')
    .executeTakeFirstOrThrow();
  lateId = id;
  // half of them are other gamepasses of this account, half are the same gamepass by other accounts
  const account = `case when n % 2 = 0 then '${handed.sela.accountId}'::uuid else gen_random_uuid() end`;
  const pass = `case when n % 2 = 0 then n else ${handed.pass.id} end`;
  const own = { id: 'gen_random_uuid()', account_id: account, pass_id: pass };
  await copyRow(world.database, 'orders', bought.id, MANY, own);
  const attempt = { ...own, order_id: 'gen_random_uuid()', idempotency_key: 'gen_random_uuid()' };
  await copyRow(world.database, 'purchase_attempts', rows[0].id, MANY, attempt);
  const late = { ...own, order_id: 'gen_random_uuid()', next_look_at: 'null' };
  await copyRow(world.database, 'late_purchases', lateId, MANY, late);
});
afterAll(() => world.close());

const expectFew = (read: Readonly<Record<string, number>>) =>
  expect(Object.entries(read).filter(([, count]) => count > FEW)).toEqual([]);

test('a hand-over looks for other orders that one purchase may serve', async () => {
  const { asOwner, db } = world.database;
  // as it was before it was handed over
  await asOwner(`set session_replication_role = replica; delete from manual_orders where order_id = '${handed.id}';
    update orders set status = 'processing', manual_deadline = null, manual_price_robux = null where id = '${handed.id}'`);
  const terms = { priceRobux: 1_000, balanceBefore: 5_000, storeUrl: handed.pass.url, minutes: 30 };
  let isGiven = false;
  const read = await rowsRead(db, async (tx) => {
    isGiven = await beginByHand(tx, (await lockOpen(tx, handed.id))!, terms as never);
  });
  expect(isGiven).toBe(true);
  expectFew(read);
});

test('a look for a late purchase, and the decision about it', async () => {
  const { db } = world.database;
  const finding = { owns: false, paidRobux: null, areRecordsRead: true };
  expectFew(await rowsRead(db, (tx) => recordLook(tx, lateId, finding)));
  await world.database.asOwner(
    `update orders set status = 'processing', manual_deadline = null, manual_price_robux = null where id = '${handed.id}'`,
  );
  expectFew(await rowsRead(db, (tx) => decideLatePurchase(tx, lateId, 'approve')));
});
