import { expect, test } from 'vitest';
import { newsOf } from '../../../test/news.ts';
import { useSellerWorld } from '../../../test/seller.ts';
import { forgetPeople } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { notifyLowStock } from './stock-alerts.ts';

const world = useSellerWorld();

const read = async () => (await world.sela.call('GET', '/api/roblox-accounts/stock-alert')).body;
const set = (robux: unknown) => world.sela.call('PUT', '/api/roblox-accounts/stock-alert', { robux });
const look = () => notifyLowStock(world.app.services.db);
const news = () => newsOf(world.sela);
/** Changes what an account can sell. */
const stock = (id: string, balance: number, reserved = 0) =>
  world.app.database.asOwner(
    'update roblox_accounts set robux_balance = $2, reserved_robux = $3 where id = $1',
    [id, balance, reserved],
  );

test('S9.08 low stock is news once, and again only after it was enough', async () => {
  const first = await world.added();
  const { cookie } = await world.gameAccount(1_000);
  await world.add({ cookie });
  expect(await read()).toEqual({ robux: null, forSale: 6_000, isLow: false });
  expect((await set('3000')).body).toEqual({ robux: 3_000, forSale: 6_000, isLow: false });
  await look();
  expect(await news()).toEqual([]);
  await stock(first, 5_000, 3_200);
  await Promise.all([look(), look(), look()]);
  await look();
  const low = 'Low stock: Your accounts have 2,800 Robux for sale, less than 3,000.';
  expect([await news(), await read()]).toEqual([[low], { robux: 3_000, forSale: 2_800, isLow: true }]);
  await stock(first, 2_000);
  await look();
  expect(await read()).toMatchObject({ isLow: false });
  await world.sela.call('PUT', `/api/roblox-accounts/${first}`, { status: 'offline' });
  await look();
  expect(await news()).toEqual(['Low stock: Your accounts have 1,000 Robux for sale, less than 3,000.', low]);
});

test('S9.08 the rest of an account that is too small for an order is no stock', async () => {
  const first = await world.added();
  const { cookie } = await world.gameAccount(1_000);
  await world.add({ cookie });
  await set(1_050);
  await stock(first, 100);
  await look();
  expect([await news(), await read()]).toMatchObject([[], { forSale: 1_100, isLow: false }]);
  await stock(first, 99);
  await look();
  expect(await news()).toEqual(['Low stock: Your accounts have 1,000 Robux for sale, less than 1,050.']);
});

test('S9.08 stock that is low when the alert is set is no news, and null ends the alert', async () => {
  await world.added();
  expect((await set(10_000)).body).toMatchObject({ isLow: true });
  await look();
  expect(await news()).toEqual([]);
  expect((await set(null)).body).toMatchObject({ robux: null, isLow: false });
  for (const wrong of [0, -1, 1.5, 'x', 2_000_000_000]) expect((await set(wrong)).status).toBe(400);
});

test('S9.08 low stock reaches webhooks, and a deleted seller has no alert', async () => {
  const id = await world.added();
  const url = `${world.app.sandboxUrl}/receiver/low-stock`;
  expect((await world.sela.call('POST', '/api/webhooks', { url, kinds: ['accounts'] })).status).toBe(201);
  await set(5_000);
  await stock(id, 4_999);
  await look();
  const { rows } = await world.app.database.asOwner(
    `select d.code, d.details from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id where w.user_id = $1`,
    [world.sela.id],
  );
  expect(rows).toEqual([{ code: 'stock_low', details: { robux: 4_999, threshold: 5_000 } }]);
  await inTransaction(world.app.services.db, (tx) => forgetPeople(tx, [world.sela.id]));
  const left = await world.app.database.asOwner('select from stock_alerts where user_id = $1', [
    world.sela.id,
  ]);
  expect(left.rows).toEqual([]);
});
