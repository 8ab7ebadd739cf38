import { ltcPrice } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { freshAddress } from '../../../test/payer.ts';
import { setSetting } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from './prices.jobs.ts';
import { freshMarketPrice, freshPrice } from './prices.reads.ts';
import { recordRound } from './prices.ts';

/** The owner types 8.5 instead of 85 while all sources agree on the market's price. */
let world: TestApp;
let otto: Caller;
beforeAll(async () => {
  world = await openTestApp();
  await pollPrices(world.services);
  otto = await world.signIn('otto', 'admin', true);
});
afterAll(() => world.close());

test('a price by hand that is ten times off a fresh market price of enough sources pays nobody ten times as much', async () => {
  const market = (await freshPrice(world.services.db))!;
  expect(market.isLimited).toBe(false);
  const sela = await world.signIn('sela', 'seller');
  await credit(world.services.db, sela.id, 100_000, { wallet: 'seller' });
  const usd = Math.round(market.price / 10) / 100;
  await otto.call('POST', '/api/admin/price', { usd, minutes: 60 });
  const asked = await sela.call('POST', '/api/wallet/withdraw', {
    amount: 100,
    ltcAddress: freshAddress(),
    walletType: 'seller',
  });
  const { rows } = await world.database.asOwner(
    `select state, litoshi::float8 / 1e8 * $2 as worth from withdrawals where user_id = $1`,
    [sela.id, market.price / 100],
  );
  // either the price is refused until the owner confirms the distance, or the withdrawal waits
  expect([asked.status, rows]).not.toEqual([201, [{ state: 'approved', worth: expect.closeTo(1_000, -1) }]]);
});

test('the refusal names both prices, and a confirmed price is set, even while another one lasts', async () => {
  const market = (await freshPrice(world.services.db))!.price / 100;
  const set = (usd: number, confirmed?: boolean) =>
    otto.call('POST', '/api/admin/price', { usd, minutes: 60, confirmed });
  const { status, body } = await set(market / 10);
  expect({ status, body }).toMatchObject({
    status: 409,
    body: {
      code: 'price_far_off',
      hint: `The entered price is $${(market / 10).toFixed(2)}. The market price is $${market.toFixed(2)}.`,
    },
  });
  expect((await set(market * 5)).status).toBe(200);
  expect((await set(market * 6)).body.code).toBe('price_far_off');
  expect((await set(Math.floor(market / 5) - 1, false)).body.code).toBe('price_far_off');
  expect((await set(market * 6, true)).status).toBe(200);
  expect((await freshPrice(world.services.db))!.price).toBe(market * 600);
});

test('during a held jump, a price by hand is compared with the price of the jump', async () => {
  const { db } = world.services;
  const market = (await freshMarketPrice(db))!;
  const jumped = ltcPrice(Math.round(market.price * 1.2));
  await setSetting(world.database, 'chain_guards', { enabled: true });
  const sources = market.sources.map(({ name }) => ({ name, price: jumped, at: new Date() }));
  expect(await recordRound(db, { price: jumped, sources }, new Date())).toBe(false);
  const usd = Math.round(jumped / 10) / 100;
  expect((await otto.call('POST', '/api/admin/price', { usd, minutes: 60 })).body.code).toBe('price_far_off');
});

test('without a fresh market price, a price by hand is compared with the last one', async () => {
  await world.database.asOwner(
    `update prices set first_at = first_at - interval '1 hour', as_of = as_of - interval '1 hour' where expires_at is null`,
  );
  const set = (confirmed: boolean) =>
    otto.call('POST', '/api/admin/price', { usd: 8.5, minutes: 60, confirmed });
  expect((await set(false)).body.code).toBe('price_far_off');
  expect((await set(true)).status).toBe(200);
});

test('figures use a price by hand only while it was in force', async () => {
  const priceIn = async (time: string) => {
    const { rows } = await world.database.asOwner('select price_around(now() + $1::interval)::int as price', [
      time,
    ]);
    return rows[0]!.price;
  };
  expect(await priceIn('1 minute')).toBe(850);
  expect(await priceIn('2 hours')).not.toBe(850);
});
