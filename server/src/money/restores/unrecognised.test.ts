import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Called, statusAndCode } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { eventually, startProcess } from '../../../test/processes.ts';
import { credit } from '../../../test/wallets.ts';
import { adoptIdentity } from '../../platform/db/identity.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { pollPrices } from '../prices/prices.jobs.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await pollPrices(world.services);
  await inTransaction(world.services.db, adoptIdentity);
});
afterAll(() => world.close());

/** The web server keeps running while an older copy of the database takes the place of the present one. */
const replaceDatabase = () => world.database.asOwner('update database_identity set timeline = timeline + 1');
const written = async () => {
  const { rows } = await world.database.asOwner(`
    select (select count(*) from ledger_events) as events, (select count(*) from ledger_holds) as holds,
      (select count(*) from addresses) as addresses, (select last_value from deposit_address_index) as index,
      (select count(*) from orders) as orders, (select count(*) from pre_orders) as pre_orders,
      (select count(*) from withdrawals) as withdrawals, (select count(*) from listings) as listings,
      (select count(*) from idempotency_keys) as keys`);
  return rows[0];
};

test('rare day 24: until a restore is recognised, nobody gets an address, and no call moves money', async () => {
  const sela = await world.seller(50_000, 3);
  await credit(world.services.db, sela.id, 100_000, { wallet: 'seller' });
  const nova = await world.buyer(100_000);
  const otto = await world.signIn('otto', 'admin', true);
  const item = { title: 'Golden Crown', itemType: 'premium_items', quantity: 5, pricePerUnit: 100 };
  const listing = await sela.call('POST', '/api/listings', { ...item, deliveryTime: '1 hour' });
  expect(listing.status).toBe(201);
  const [pass, other] = [await world.pass(1_000), await world.pass(1_000)];
  const trade = { listingId: listing.body.id, sellerId: sela.id, quantity: 1, pricePerUnit: 100 };
  const key = { 'idempotency-key': 'the-key-of-the-call' };
  const calls: Record<string, () => Promise<Called>> = {
    order: () => world.order(nova, pass, 1_000, { ratePerThousand: 3 }, 'the-key-of-the-order'),
    preOrder: () =>
      nova.call('POST', '/api/pre-orders', {
        robuxAmount: 1_000,
        gamepassUrl: other.url,
        maxRatePerThousand: 2,
      }),
    trade: () => nova.call('POST', '/api/transactions', { ...trade, totalAmount: 100, platformFee: 5 }, key),
    withdrawal: () =>
      sela.call('POST', '/api/wallet/withdraw', {
        amount: 25,
        ltcAddress: freshAddress(),
        walletType: 'seller',
      }),
    firstAddress: () => nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' }),
    nextAddress: () => nova.call('POST', '/api/wallet/regenerate-keys', { walletType: 'buyer' }),
    correction: () =>
      otto.call('POST', '/api/admin/corrections', {
        userId: nova.id,
        walletType: 'buyer',
        amount: 25,
        reason: 'a gift',
      }),
  };
  await replaceDatabase();
  const before = await written();
  const answers: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) answers[name] = statusAndCode(await call());
  expect(await written()).toEqual(before);
  expect(answers).toEqual(
    Object.fromEntries(Object.keys(calls).map((name) => [name, [401, 'authentication_required']])),
  );
});

test('rare day 24: a web process recognises a restore while no worker and no signer runs', {
  timeout: 120_000,
}, async () => {
  const { database, sandboxUrl, services } = world;
  await inTransaction(services.db, adoptIdentity);
  const directory = services.config.dataDir;
  const web = await startProcess('web', { databaseUrl: database.url, sandboxUrl, directory });
  try {
    await replaceDatabase();
    const restores = () => services.db.selectFrom('restores').select('cause').execute();
    expect(await eventually(async () => (await restores())[0], { withinMs: 30_000 })).toEqual({
      cause: 'timeline',
    });
    await eventually(async () => web.log().includes('everything is stopped until the owner has decided'));
    expect(await services.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  } finally {
    await web.stop();
  }
});
