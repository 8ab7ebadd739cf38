import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { statusAndCode } from '../../../test/app.ts';
import { setSetting } from '../../../test/settings.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

describe('S3.03 a purchase is refused without moving money, for', () => {
  test.each([
    ['another price', { totalAmount: 99.99 }, 409, 'price_mismatch'],
    ['another price per unit', { pricePerUnit: 1 }, 409, 'price_mismatch'],
    ['no fee', { platformFee: '0' }, 409, 'price_mismatch'],
    ['another seller', { sellerId: crypto.randomUUID() }, 409, 'price_mismatch'],
    ['a quantity of 2', { quantity: 2 }, 400, 'invalid_input'],
    ['a fee with a fraction of a cent', { platformFee: '5.001' }, 400, 'invalid_amount'],
    ['no total', { totalAmount: undefined }, 400, 'invalid_amount'],
    ['a listing that does not exist', { listingId: crypto.randomUUID() }, 404, 'listing_not_found'],
    ['an invalid listing id', { listingId: 'x' }, 404, 'listing_not_found'],
  ])('%s', async (_name, over, status, code) => {
    const sela = await world.seller();
    const nova = await world.buyer(10_000);
    const listing = await world.list(sela);
    expect(statusAndCode(await world.buy(nova, listing, over))).toEqual([status, code]);
    expect(await world.wallet(nova)).toEqual({ posted: 10_000, held: 0, available: 10_000 });
    expect(await world.listingStatus(listing)).toBe('active');
    expect((await nova.call('GET', '/api/transactions')).body).toEqual([]);
  });

  test('a balance that is one cent too low', async () => {
    const nova = await world.buyer(9_999);
    const listing = await world.list(await world.seller());
    const answer = await world.buy(nova, listing);
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'Insufficient balance', hint: 'This costs $100.00, and you can spend $99.99.' },
    });
    expect(await world.listingStatus(listing)).toBe('active');
  });

  test("the user's own listing, and users who are not buyers", async () => {
    const sela = await world.seller();
    const listing = await world.list(sela);
    const ada = await world.signIn('ada', 'admin');
    for (const who of [sela, ada])
      expect(statusAndCode(await world.buy(who, listing))).toEqual([403, 'unauthorized']);
    await sela.call('PUT', `/api/users/${sela.id}`, { role: 'buyer' });
    const own = await world.buy(sela, listing);
    expect([own.status, own.body.code, own.body.hint]).toEqual([
      403,
      'unauthorized',
      'You cannot buy your own listing.',
    ]);
  });

  test('a listing that is pending, sold or removed, or whose seller is banned', async () => {
    const sela = await world.seller();
    const nova = await world.buyer(30_000);
    const other = await world.buyer(30_000);
    const listing = await world.list(sela);
    const id = await world.bought(nova, listing);
    expect(statusAndCode(await world.buy(nova, listing))).toEqual([409, 'already_purchased']);
    const taken = await world.buy(other, listing);
    expect([taken.status, taken.body.message]).toEqual([409, 'This item has just been sold']);
    await world.step(sela, id, 'deliver');
    await world.step(nova, id, 'confirm');
    expect(statusAndCode(await world.buy(other, listing))).toEqual([409, 'listing_sold']);
    await sela.call('DELETE', `/api/listings/${listing.id}`);
    const gone = await world.buy(other, listing);
    expect([gone.status, gone.body.message]).toEqual([404, 'Listing not found']);
    const next = await world.list(sela);
    await world.database.asOwner('update users set is_banned = true where id = $1', [sela.id]);
    expect(statusAndCode(await world.buy(other, next))).toEqual([404, 'listing_not_found']);
  });

  test('a listing that someone else bought after the trade of this buyer was cancelled', async () => {
    const [sela, nova, other] = [await world.seller(), await world.buyer(30_000), await world.buyer(30_000)];
    const listing = await world.list(sela);
    await world.step(sela, await world.bought(nova, listing), 'cancel');
    await world.bought(other, listing);
    expect(statusAndCode(await world.buy(nova, listing))).toEqual([409, 'listing_sold']);
  });

  test('a listing above what a new buyer may still spend today', async () => {
    const [sela, nova] = [await world.seller(), await world.buyer(30_000)];
    const [first, second] = [await world.list(sela), await world.list(sela)];
    const capAt = (usd: number | null) => setSetting(world.database, 'new_buyer_cap', { usd });
    await capAt(150);
    await world.bought(nova, first);
    expect(statusAndCode(await world.buy(nova, second))).toEqual([409, 'spending_limit']);
    expect((await world.wallet(nova)).held).toBe(10_000);
    await capAt(200);
    expect((await world.buy(nova, second)).status).toBe(201);
    await capAt(null);
  });

  test('a listing that has changed since it was shown', async () => {
    const sela = await world.seller();
    const nova = await world.buyer(30_000);
    const listing = await world.list(sela);
    await sela.call('PATCH', `/api/listings/${listing.id}`, { pricePerUnit: 110 });
    const answer = await world.buy(nova, listing);
    expect([answer.status, answer.body.hint]).toEqual([
      409,
      'The price is now $110.00, including a $5.50 marketplace fee.',
    ]);
    expect(answer.body.details).toEqual({
      pricePerUnit: 'has changed',
      totalAmount: 'has changed',
      platformFee: 'has changed',
    });
  });
});
