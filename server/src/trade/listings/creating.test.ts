import { type Listing, MAX_LISTINGS } from '@sterling/contract/listings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import type { OnWire } from '../../../test/wire.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterAll(() => world.close());

const TERMS = { title: 'Golden Crown', itemType: 'premium_items', quantity: 1, deliveryTime: '1 hour' };

test('a listing whose answer was lost is created once, and is bought once', async () => {
  const sela = await world.seller();
  const create = () =>
    sela.call('POST', '/api/listings', { ...TERMS, pricePerUnit: 100 }, { 'idempotency-key': 'crown' });
  const [first, second] = await Promise.all([create(), create()]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const listing = first.body as unknown as OnWire<typeof Listing>;
  const buy = async () => (await world.buy(await world.buyer(10_000), listing)).status;
  expect([await buy(), await buy()]).toEqual([201, 409]);
});

test('a seller has 200 active listings at most, because each may have a picture of two megabytes', async () => {
  const sela = await world.seller();
  const { id } = await world.list(sela);
  await world.database.asOwner(
    `insert into listings (seller_id, title, item_type, quantity, price_cents, delivery_time)
      select $1, 'Crown ' || n, 'robux', 1, 100, '1 hour' from generate_series(3, $2) n`,
    [sela.id, MAX_LISTINGS],
  );
  const create = () => sela.call('POST', '/api/listings', { ...TERMS, pricePerUnit: 1 });
  const answers = await Promise.all([create(), create()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('too_many_listings');
  expect((await sela.call('DELETE', `/api/listings/${id}`)).status).toBe(200);
  expect((await create()).status).toBe(201);
});
