import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Called, Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';

/** Sends correct calls whose amounts alone are odd. The fuzz test rarely gets past the other fields. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await pollPrices(world.services);
});
afterAll(() => world.close());

const ODD = [
  ...[1e308, -1e308, 1e21, 2 ** 53, 1e-7, 0.1 + 0.2, -0, -25, 0.004],
  ...[
    '5５',
    '２５',
    '٢٥',
    '25e2',
    '0x19',
    '+25',
    ' 25',
    '25\n',
    '25,00',
    '1_000',
    '-0',
    '25.001',
    '',
    '9'.repeat(400),
  ],
  ...[null, true, [25], { valueOf: 25 }],
];

async function ledgerRows(): Promise<unknown> {
  const { rows } = await world.database.asOwner(
    'select (select count(*) from ledger_events) as events, (select count(*) from ledger_holds) as holds',
  );
  return rows;
}

/** Every odd value in place of each amount is refused and books nothing; then the correct call is accepted. */
async function expectRefused(
  who: Caller,
  path: string,
  body: object,
  amounts: readonly string[],
  values: readonly unknown[] = ODD,
): Promise<Called> {
  const before = await ledgerRows();
  for (const name of amounts)
    for (const odd of values) {
      const { status, body: answer } = await who.call('POST', path, { ...body, [name]: odd });
      expect([path, name, odd, status >= 400 && status < 500, answer]).toEqual([
        path,
        name,
        odd,
        true,
        answer,
      ]);
    }
  expect(await ledgerRows()).toEqual(before);
  const accepted = await who.call('POST', path, body);
  expect([path, accepted.status, accepted.body]).toEqual([path, 201, accepted.body]);
  return accepted;
}

test('rare day 24: odd amounts in otherwise correct calls move no money', { timeout: 60_000 }, async () => {
  const sela = await world.seller(50_000, 3);
  await credit(world.services.db, sela.id, 100_000, { wallet: 'seller' });
  const nova = await world.buyer(100_000);
  const otto = await world.signIn('otto', 'admin', true);
  const [pass, other, third] = [await world.pass(1_000), await world.pass(1_000), await world.pass(1_000)];

  const wish = { amount: 25, ltcAddress: freshAddress(), walletType: 'seller' };
  await expectRefused(sela, '/api/wallet/withdraw', wish, ['amount', 'price']);
  // a correction may be negative
  const correction = { userId: nova.id, walletType: 'buyer', amount: 25, reason: 'a gift' };
  const unsigned = ODD.filter((odd) => odd !== -25);
  await expectRefused(otto, '/api/admin/corrections', correction, ['amount'], unsigned);
  const order = { robuxAmount: 1_000, gamepassUrl: pass.url, ratePerThousand: 3 };
  await expectRefused(nova, '/api/robux/orders', order, ['robuxAmount', 'ratePerThousand']);
  const later = { robuxAmount: 1_000, gamepassUrl: other.url, maxRatePerThousand: 2 };
  await expectRefused(nova, '/api/pre-orders', later, ['robuxAmount', 'maxRatePerThousand']);
  const weekly = {
    robuxAmount: 1_000,
    gamepassUrl: third.url,
    ratePerThousand: 3,
    weekday: 3,
    hour: 9,
    tz: 'UTC',
  };
  await expectRefused(nova, '/api/standing-orders', weekly, ['robuxAmount', 'ratePerThousand']);
  const item = {
    title: 'Golden Crown',
    itemType: 'premium_items',
    quantity: 1,
    pricePerUnit: 100,
    deliveryTime: '1 hour',
  };
  const { body: listing } = await expectRefused(sela, '/api/listings', item, ['quantity', 'pricePerUnit']);
  const trade = {
    listingId: listing.id,
    sellerId: sela.id,
    quantity: 1,
    pricePerUnit: 100,
    totalAmount: 100,
    platformFee: 5,
  };
  await expectRefused(nova, '/api/transactions', trade, [
    'quantity',
    'pricePerUnit',
    'totalAmount',
    'platformFee',
  ]);
  expect(await world.differences()).toEqual([]);
});
