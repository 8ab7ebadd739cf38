import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { statusAndCode } from '../../../test/app.ts';
import { openTradeWorld, purchaseOf, type TradeWorld } from '../../../test/trade-world.ts';
import { postedOf } from '../../../test/wallets.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

const setFee = (percent: number) =>
  world.services.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ percent }) as never })
    .where('key', '=', 'marketplace_fee')
    .execute();

test('S3.03 buying a listing holds the money, and a confirmed delivery pays the seller less 5%', async () => {
  const sela = await world.seller();
  const nova = await world.buyer(10_000);
  const feesBefore = await postedOf(world.services.db, 'house:fees');
  const listing = await world.list(sela, { title: 'Sword', quantity: 3, pricePerUnit: 6.66 });
  const bought = await world.buy(nova, listing);
  expect(bought.status).toBe(201);
  expect(bought.body).toEqual({
    id: expect.any(String),
    pictures: [],
    buyerName: 'nova',
    listing: { sellerName: 'sela', description: null, pictureId: null, deliveryTime: '1 hour' },
    listingId: listing.id,
    sellerId: sela.id,
    buyerId: nova.id,
    type: 'purchase',
    title: 'Sword',
    description: 'Purchase of Sword',
    quantity: 1,
    units: 3,
    pricePerUnit: 6.66,
    totalAmount: 19.98,
    amount: 19.98,
    // 5% of 19.98 are 99.9 cents
    platformFee: '1.00',
    status: 'pending',
    stage: 'pending',
    deliverBy: expect.any(String),
    confirmAt: null,
    rating: null,
    createdAt: expect.any(String),
    endedAt: null,
    events: [
      {
        at: expect.any(String),
        by: 'buyer',
        what: 'Purchased. $19.98 is held until the buyer confirms',
        text: null,
      },
    ],
  });
  expect(await world.listingStatus(listing)).toBe('pending');
  expect(await world.wallet(nova)).toEqual({ posted: 10_000, held: 1_998, available: 8_002 });

  const id = String(bought.body.id);
  const delivered = await world.step(sela, id, 'deliver', { note: 'It is in your\ninventory' });
  expect(delivered.body).toMatchObject({
    type: 'sale',
    amount: 18.98,
    status: 'pending',
    stage: 'delivered',
  });
  expect(Date.parse(String(delivered.body.confirmAt)) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
  const confirmed = await world.step(nova, id, 'confirm');
  expect(confirmed.body).toMatchObject({ status: 'completed', stage: 'completed', confirmAt: null });
  expect(confirmed.body.events).toMatchObject([
    { by: 'buyer', what: 'Purchased. $19.98 is held until the buyer confirms' },
    { by: 'seller', what: 'Delivered', text: 'It is in your\ninventory' },
    { by: 'buyer', what: 'Confirmed. The seller was paid' },
  ]);
  expect(await world.listingStatus(listing)).toBe('sold');
  expect(await world.wallet(nova)).toEqual({ posted: 8_002, held: 0, available: 8_002 });
  expect(await world.wallet(sela, 'seller')).toEqual({ posted: 1_898, held: 0, available: 1_898 });
  expect((await postedOf(world.services.db, 'house:fees')) - feesBefore).toBe(100);
});

describe('S3.03 the fee is rounded half up to a cent, and the seller gets the exact rest', () => {
  test.each([
    [5, 0.01, 0],
    [5, 0.09, 0],
    [5, 0.1, 1],
    [5, 0.29, 1],
    [5, 0.3, 2],
    [0, 50, 0],
    [10, 0.05, 1],
    [2.7, 0.37, 1],
    [0.1, 4.99, 0],
    [0.1, 5, 1],
  ])('%s percent of %s dollars are %s cents', async (percent, price, fee) => {
    await setFee(percent);
    const sela = await world.seller();
    const nova = await world.buyer(5_000);
    const listing = await world.list(sela, { pricePerUnit: price });
    const total = Math.round(price * 100);
    const body = { ...purchaseOf(listing, percent), platformFee: (fee / 100).toFixed(2) };
    const wrong = { ...body, platformFee: ((fee + 1) / 100).toFixed(2) };
    expect(statusAndCode(await nova.call('POST', '/api/transactions', wrong))).toEqual([
      409,
      'price_mismatch',
    ]);
    const { body: trade } = await nova.call('POST', '/api/transactions', body);
    await world.step(sela, String(trade.id), 'deliver');
    expect((await world.step(nova, String(trade.id), 'confirm')).status).toBe(200);
    expect((await world.wallet(sela, 'seller')).posted).toBe(total - fee);
    expect((await world.wallet(nova)).posted).toBe(5_000 - total);
    await setFee(5);
  });
});

test('S3.03 a trade keeps the fee of its purchase', async () => {
  const sela = await world.seller();
  const nova = await world.buyer(10_000);
  const id = await world.bought(nova, await world.list(sela));
  await setFee(10);
  await world.step(sela, id, 'deliver');
  await world.step(nova, id, 'confirm');
  await setFee(5);
  expect((await world.wallet(sela, 'seller')).posted).toBe(9_500);
});

test('S3.03 of 24 concurrent buyers exactly one gets the listing', async () => {
  const listing = await world.list(await world.seller());
  const buyers = await Promise.all(Array.from({ length: 24 }, () => world.buyer(10_000)));
  const answers = await Promise.all(buyers.map((buyer) => world.buy(buyer, listing)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status !== 201) expect(statusAndCode(answer)).toEqual([409, 'listing_sold']);
  }
  const held = await Promise.all(buyers.map((buyer) => world.wallet(buyer)));
  expect(held.reduce((sum, wallet) => sum + wallet.held, 0)).toBe(10_000);
});

test('S3.03 of 16 concurrent purchases the last dollars pay one', async () => {
  const sela = await world.seller();
  const nova = await world.buyer(10_000);
  const listings = await Promise.all(Array.from({ length: 16 }, () => world.list(sela)));
  const answers = await Promise.all(listings.map((listing) => world.buy(nova, listing)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status !== 201) expect(statusAndCode(answer)).toEqual([409, 'insufficient_balance']);
  }
  expect(await world.wallet(nova)).toEqual({ posted: 10_000, held: 10_000, available: 0 });
});

test('S3.03 sixteen concurrent calls with one key buy once, and the key fits this purchase only', async () => {
  const sela = await world.seller();
  const nova = await world.buyer(30_000);
  const [listing, other] = [await world.list(sela), await world.list(sela)];
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => world.buy(nova, listing, {}, 'the-key')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(15);
  expect((await world.wallet(nova)).held).toBe(10_000);
  expect(statusAndCode(await world.buy(nova, other, {}, 'the-key'))).toEqual([409, 'key_reused']);
});

test('S3.04 buyer and seller see their own trades with status and stage, and staff can list all', async () => {
  const sela = await world.seller();
  const nova = await world.buyer(100_000);
  const stranger = await world.buyer(0);
  const ada = await world.signIn('ada', 'admin');
  const listed = async (name: string) =>
    world.bought(nova, await world.list(sela, { title: name, pricePerUnit: 10 }));
  const ids = {
    pending: await listed('Helmet a'),
    delivered: await listed('Helmet b'),
    disputed: await listed('Helmet c'),
  };
  const [completed, cancelled] = [await listed('Helmet d'), await listed('Helmet e')];
  for (const id of [ids.delivered, ids.disputed, completed]) await world.step(sela, id, 'deliver');
  await world.step(nova, ids.disputed, 'dispute', { reason: 'Nothing came' });
  await world.step(nova, completed, 'confirm');
  await world.step(sela, cancelled, 'cancel');
  const list = async (who: typeof nova, query = '') => {
    const { body, headers } = await who.call('GET', `/api/transactions${query}`);
    const rows = body as unknown as { stage: string; status: string; type: string; amount: number }[];
    return { rows, total: headers['x-total-count'] };
  };
  const own = await list(nova);
  expect(own.rows.map(({ stage, status }) => [stage, status])).toEqual([
    ['cancelled', 'cancelled'],
    ['completed', 'completed'],
    ['disputed', 'pending'],
    ['delivered', 'pending'],
    ['pending', 'pending'],
  ]);
  expect(own.rows[0]).toMatchObject({ type: 'purchase', amount: 10 });
  expect((await list(sela)).rows[0]).toMatchObject({ type: 'sale', amount: 9.5 });
  expect((await list(sela, '?role=buyer')).rows).toEqual([]);
  expect(await list(nova, '?role=buyer&status=pending&pageSize=2')).toMatchObject({
    total: '3',
    rows: [{}, {}],
  });
  expect((await list(nova, '?stage=disputed&search=HELMET')).total).toBe('1');
  expect((await list(nova, '?search=helmet%20d&sort=title')).total).toBe('1');
  expect(await list(stranger, '?all=1')).toEqual({ rows: [], total: '0' });
  expect(Number((await list(ada, '?all=1&search=helmet')).total)).toBe(5);
  expect((await list(ada)).total).toBe('0');
});
