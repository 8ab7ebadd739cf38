import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyRow, rowsRead } from '../../../test/rows-read.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { refuseUnfinished } from './deletion.ts';
import { forgetPeople } from './users.ts';

/** A deletion holds locks for which others wait. So it reads few rows, however much others did. */
const MANY = 20_000;
const FEW = 200;
const ANY_ID = 'gen_random_uuid()';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterAll(() => world.close());

/** A dispute that staff decided. Its stored answer names both parties. */
async function decideDispute() {
  const ada = await world.signIn('ada', 'admin');
  const [buyer, seller] = [await world.buyer(10_000), await world.seller()];
  const tradeId = await world.bought(buyer, await world.list(seller));
  await world.step(seller, tradeId, 'deliver');
  await world.step(buyer, tradeId, 'dispute', { reason: 'Nothing came' });
  const { rows } = await world.database.asOwner(`select id from reviews where kind = 'dispute'`);
  const reviewId = String(rows[0].id);
  const body = { decision: 'approve', reason: 'Nothing was sent' };
  const key = { 'idempotency-key': 'decided' };
  expect((await ada.call('POST', `/api/admin/reviews/${reviewId}`, body, key)).status).toBe(200);
  return { ada, buyer, seller, tradeId, reviewId };
}

/** Orders, accounts, late purchases and stored answers of others. */
const fillTables = (answerOf: string) =>
  world.database.asOwner(`set session_replication_role = replica;
    insert into idempotency_keys (user_id, key, request_hash, status, reply)
      select ${ANY_ID}, n::text, '', 200, reply from idempotency_keys, generate_series(1, ${MANY}) n where user_id = '${answerOf}';
    insert into roblox_accounts (user_id, roblox_user_id, username, rate_cents, status, robux_balance, removed_at, is_active,
        ownership_confirmed_at, ownership_statement, ownership_ip)
      select ${ANY_ID}, n, '', 200, 'offline', 0, now(), false, now(), '', '' from generate_series(1, ${MANY}) n;
    insert into orders (buyer_id, account_id, seller_id, robux_amount, rate_cents, max_rate_cents, total_cents, gamepass_url,
        pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, status, next_check_at, ended_at)
      select ${ANY_ID}, ${ANY_ID}, ${ANY_ID}, 1000, 200, 200, 200, '', n, n, '', 'User', 1, false, 'completed', null, now()
      from generate_series(1, ${MANY}) n;
    insert into late_purchases (order_id, account_id, seller_id, pass_id, price_robux, total_cents)
      select ${ANY_ID}, ${ANY_ID}, ${ANY_ID}, n, 1000, 200 from generate_series(1, ${MANY}) n;
    analyze`);

test('S1.12 a deletion reads no table of orders, accounts, reviews or stored answers as a whole', async () => {
  const { ada, buyer, seller, tradeId, reviewId } = await decideDispute();
  const parties = { buyer_id: ANY_ID, seller_id: ANY_ID, listing_id: ANY_ID };
  await copyRow(world.database, 'transactions', tradeId, MANY, { id: ANY_ID, ...parties });
  await copyRow(world.database, 'reviews', reviewId, MANY, {
    id: ANY_ID,
    subject_id: ANY_ID,
    user_id: ANY_ID,
  });
  await fillTables(ada.id);
  for (const { id } of [buyer, seller]) {
    const read = await rowsRead(world.services.db, async (tx) => {
      await refuseUnfinished(tx, id, true);
      await forgetPeople(tx, [id]);
    });
    expect(Object.entries(read).filter(([, count]) => count > FEW)).toEqual([]);
  }
  const { rows } = await world.database.asOwner('select reply from idempotency_keys where user_id = $1', [
    ada.id,
  ]);
  expect(rows).toEqual([{ reply: { id: reviewId } }]);
});
