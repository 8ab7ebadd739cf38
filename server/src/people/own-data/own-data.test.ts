import { OwnData } from '@sterling/contract/own-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
});
afterAll(() => world.close());

test('the export has all data of the user and no data of other users', async () => {
  const [sela, nova] = [await world.seller(1_000, 3), await world.buyer(10_000)];
  const address = await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
  const order = await world.order(nova, await world.pass(500), 500);
  await world.final(nova, order);
  const listing = await sela.call('POST', '/api/listings', {
    title: 'Hat',
    itemType: 'limited_items',
    quantity: 1,
    pricePerUnit: 5,
    deliveryTime: '1 hour',
  });
  const trade = await nova.call('POST', '/api/transactions', {
    listingId: listing.body.id,
    sellerId: sela.id,
    quantity: 1,
    pricePerUnit: 5,
    totalAmount: 5,
    platformFee: '0.25',
  });
  await nova.call('POST', `/api/transactions/${trade.body.id}/messages`, { text: 'Hello there' });

  const { status, body, headers } = await nova.call('GET', '/api/export');
  expect([status, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="sterling-data.json"',
  ]);
  const data = z.parse(OwnData, body);
  expect(data.user.id).toBe(nova.id);
  expect(data.depositAddresses).toEqual([(address.body.wallet as { ltcAddress: string }).ltcAddress]);
  expect(data.orders.map(({ id }) => id)).toEqual([order.body.id]);
  expect(data.transactions.map(({ id }) => id)).toEqual([trade.body.id]);
  expect(data.messages).toMatchObject([{ transactionId: trade.body.id, text: 'Hello there' }]);
  expect(data.wallets.map(({ walletType, balance }) => [walletType, balance])).toEqual([
    ['buyer', 9_350],
    ['seller', 0],
  ]);
  // the present balance is less what the trade holds
  expect(data.walletPostings.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['correction.made', 10_000, 10_000],
    ['order.completed', -150, 9_850],
  ]);
  expect([data.sales, data.robloxAccounts, data.listings]).toEqual([[], [], []]);

  const sellers = z.parse(OwnData, (await sela.call('GET', '/api/export')).body);
  expect(sellers.robloxAccounts.map(({ id }) => id)).toEqual([sela.accountId]);
  expect(sellers.sales.map(({ id }) => id)).toEqual([order.body.id]);
  expect(sellers.listings.map(({ id }) => id)).toEqual([listing.body.id]);
  expect([sellers.orders, sellers.depositAddresses, sellers.messages]).toEqual([[], [], []]);
  expect((await world.app.inject('/api/export')).statusCode).toBe(401);
});

test('the export has all account imports, including those that the page no longer lists', async () => {
  const ines = await world.seller(1_000, 3);
  await world.database.asOwner(
    `insert into account_imports (id, user_id, ip, state, due_at)
     select gen_random_uuid(), $1, '127.0.0.1', 'done', null from generate_series(1, 60)`,
    [ines.id],
  );
  expect((await ines.call('GET', '/api/roblox-accounts/imports')).body).toHaveLength(50);
  const { accountImports } = z.parse(OwnData, (await ines.call('GET', '/api/export')).body);
  expect(new Set(accountImports.map(({ id }) => id)).size).toBe(60);
});
