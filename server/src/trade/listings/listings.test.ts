import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, statusAndCode } from '../../../test/app.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { forgetListingsOf } from './listings.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

const TERMS = {
  title: 'Golden Crown',
  itemType: 'limited_items',
  quantity: 3,
  pricePerUnit: '12.50',
  deliveryTime: '1 hour',
};

async function titles(who: Caller, query = ''): Promise<string[]> {
  const { body } = await who.call('GET', `/api/listings${query}`);
  return (body as unknown as { title: string }[]).map(({ title }) => title);
}

test('S3.06 only sellers and admins create listings', async () => {
  const sela = await world.seller();
  const created = await sela.call('POST', '/api/listings', TERMS);
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    sellerId: sela.id,
    userId: sela.id,
    sellerName: 'sela',
    sellerRating: null,
    title: 'Golden Crown',
    description: null,
    pictureId: null,
    itemType: 'limited_items',
    quantity: 3,
    pricePerUnit: 12.5,
    totalPrice: 37.5,
    status: 'active',
    deliveryTime: '1 hour',
    termsHash: expect.stringMatching(/^[\w-]{43}$/),
    tradeId: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const ada = await world.signIn('ada', 'admin');
  expect((await ada.call('POST', '/api/listings', TERMS)).status).toBe(201);
  const nova = await world.buyer(0);
  expect(statusAndCode(await nova.call('POST', '/api/listings', TERMS))).toEqual([403, 'seller_required']);
});

describe('an invalid listing is refused with the name of the field', () => {
  test.each([
    ['an empty title', { title: '  ' }, 'invalid_input', 'title'],
    ['a title of 101 characters', { title: 'x'.repeat(101) }, 'invalid_input', 'title'],
    ['a title with a line break', { title: 'a\nb' }, 'invalid_input', 'title'],
    ['a title with a control character for text direction', { title: 'a\u202eb' }, 'invalid_input', 'title'],
    ['half a character', { title: 'a\ud83d' }, 'invalid_input', 'title'],
    ['a description of 1,001 characters', { description: 'x'.repeat(1001) }, 'invalid_input', 'description'],
    ['a type that does not exist', { itemType: 'cars' }, 'invalid_input', 'itemType'],
    ['a delivery time of 51 characters', { deliveryTime: 'x'.repeat(51) }, 'invalid_input', 'deliveryTime'],
    ['a quantity of 0', { quantity: 0 }, 'invalid_amount', 'quantity'],
    ['a fractional quantity', { quantity: 1.5 }, 'invalid_amount', 'quantity'],
    ['a price of 0', { pricePerUnit: 0 }, 'invalid_amount', 'pricePerUnit'],
    ['a negative price', { pricePerUnit: -1 }, 'invalid_amount', 'pricePerUnit'],
    ['a fraction of a cent', { pricePerUnit: 1.005 }, 'invalid_amount', 'pricePerUnit'],
    ['a field that does not exist', { status: 'sold' }, 'invalid_input', 'status'],
  ])('%s', async (_name, over, code, field) => {
    const sela = await world.seller();
    const answer = await sela.call('POST', '/api/listings', { ...TERMS, ...over });
    expect(statusAndCode(answer)).toEqual([400, code]);
    expect(Object.keys(answer.body.details as object)).toEqual([field]);
  });

  test('more than a billion dollars', async () => {
    const sela = await world.seller();
    const price = { pricePerUnit: 1_000_000 };
    expect((await sela.call('POST', '/api/listings', { ...TERMS, ...price, quantity: 1_000 })).status).toBe(
      201,
    );
    const more = await sela.call('POST', '/api/listings', { ...TERMS, ...price, quantity: 1_001 });
    expect(statusAndCode(more)).toEqual([400, 'invalid_amount']);
    expect(
      statusAndCode(await sela.call('POST', '/api/listings', { ...TERMS, quantity: 900_000_000_000_000 })),
    ).toEqual([400, 'invalid_amount']);
  });
});

test('S3.02 the marketplace shows active listings of sellers who are not banned, and filters by title and type', async () => {
  const [sela, other] = [await world.seller(), await world.seller()];
  const nova = await world.buyer(10_000);
  await world.list(sela, { title: 'Market Robux 100%', itemType: 'robux' });
  await world.list(sela, { title: 'MARKET sword' });
  const sold = await world.list(sela, { title: 'market taken' });
  await world.list(other, { title: 'market of another' });
  await world.bought(nova, sold);
  expect(await titles(nova, '?status=active&search=mArKeT')).toEqual([
    'market of another',
    'MARKET sword',
    'Market Robux 100%',
  ]);
  expect(await titles(nova, '?search=100%25')).toEqual(['Market Robux 100%']);
  expect(await titles(nova, '?search=%20robux%20100%20')).toEqual(['Market Robux 100%']);
  expect(await titles(nova, '?search=market&itemType=robux')).toEqual(['Market Robux 100%']);
  expect(await titles(nova, `?sellerId=${sela.id}`)).toEqual(['MARKET sword', 'Market Robux 100%']);
  expect(await titles(nova, '?search=market&status=pending')).toEqual([]);
  expect(await titles(sela, '?search=market&others=1')).toEqual(['market of another']);
  expect(await titles(nova, '?search=market&sort=title')).toEqual([
    'market of another',
    'Market Robux 100%',
    'MARKET sword',
  ]);
  const page = await nova.call('GET', '/api/listings?search=market&page=2&pageSize=2');
  expect((page.body as unknown as { title: string }[]).map(({ title }) => title)).toEqual([
    'Market Robux 100%',
  ]);
  expect(page.headers['x-total-count']).toBe('3');
  await world.database.asOwner('update users set is_banned = true where id = $1', [other.id]);
  expect(await titles(nova, '?search=market')).toEqual(['MARKET sword', 'Market Robux 100%']);
  expect(await titles(nova, `?sellerId=${other.id}`)).toEqual([]);
});

test('S3.01 sellers see all of their own listings in every status, and their figures', async () => {
  const sela = await world.seller();
  const nova = await world.buyer(100_000);
  await world.list(sela, { title: 'one', quantity: 40, pricePerUnit: 1 });
  await world.list(sela, { title: 'two', quantity: 2 });
  const [buying, sold] = [
    await world.list(sela, { title: 'three' }),
    await world.list(sela, { title: 'four' }),
  ];
  await world.bought(nova, buying);
  const trade = await world.bought(nova, sold);
  await world.step(sela, trade, 'deliver');
  await world.step(nova, trade, 'confirm');
  expect(await titles(sela, `?sellerId=${sela.id}`)).toEqual(['four', 'three', 'two', 'one']);
  expect(await titles(sela, `?sellerId=${sela.id}&status=sold`)).toEqual(['four']);
  expect((await sela.call('GET', '/api/listings/figures?tz=Europe/Berlin')).body).toEqual({
    activeListings: 2,
    pendingOrders: 1,
    soldThisMonth: 1,
    totalInventory: 42,
  });
  expect((await sela.call('GET', '/api/listings/figures?tz=Nowhere')).status).toBe(400);
});

test('S3.01 only its seller can change and remove an active listing', async () => {
  const [sela, other] = [await world.seller(), await world.seller()];
  const listing = await world.list(sela);
  const path = `/api/listings/${listing.id}`;
  const changed = await sela.call('PATCH', path, {
    title: ' Silver Crown ',
    quantity: 2,
    pricePerUnit: 0.07,
  });
  expect(changed.body).toMatchObject({
    title: 'Silver Crown',
    quantity: 2,
    pricePerUnit: 0.07,
    totalPrice: 0.14,
  });
  expect(statusAndCode(await sela.call('PATCH', path, {}))).toEqual([400, 'invalid_input']);
  expect(statusAndCode(await sela.call('PATCH', path, { itemType: 'robux' }))).toEqual([
    400,
    'invalid_input',
  ]);
  expect(statusAndCode(await other.call('PATCH', path, { title: 'mine' }))).toEqual([
    404,
    'listing_not_found',
  ]);
  expect(statusAndCode(await other.call('DELETE', path))).toEqual([404, 'listing_not_found']);
  expect((await sela.call('DELETE', path)).body).toEqual({ success: true });
  expect(statusAndCode(await sela.call('DELETE', path))).toEqual([404, 'listing_not_found']);
  expect(await titles(sela, `?sellerId=${sela.id}`)).toEqual([]);
});

test('S3.01 a listing with an open trade cannot be changed or removed; a sold listing can be removed only', async () => {
  const sela = await world.seller();
  const nova = await world.buyer(10_000);
  const listing = await world.list(sela);
  const trade = await world.bought(nova, listing);
  const path = `/api/listings/${listing.id}`;
  expect(statusAndCode(await sela.call('PATCH', path, { pricePerUnit: 1 }))).toEqual([409, 'listing_closed']);
  expect(statusAndCode(await sela.call('DELETE', path))).toEqual([409, 'open_orders']);
  await world.step(sela, trade, 'deliver');
  await world.step(nova, trade, 'confirm');
  expect(statusAndCode(await sela.call('PATCH', path, { pricePerUnit: 1 }))).toEqual([409, 'listing_closed']);
  expect((await sela.call('DELETE', path)).status).toBe(200);
  expect((await nova.call('GET', `/api/transactions/${trade}`)).body).toMatchObject({
    title: 'Golden Crown',
  });
});

test('deleting a person removes their listings and texts, except a listing with an open trade', async () => {
  const sela = await world.seller();
  const nova = await world.buyer(10_000);
  const listing = await world.list(sela, { title: 'call me on 555' });
  const buying = await world.list(sela, { title: 'Sword' });
  const trade = await world.bought(nova, buying);
  await world.step(sela, trade, 'deliver');
  await inTransaction(world.services.db, (tx) => forgetListingsOf(tx, [sela.id]));
  expect(await titles(sela, `?sellerId=${sela.id}`)).toEqual(['Sword']);
  const { rows } = await world.database.asOwner('select title, status from listings where id = $1', [
    listing.id,
  ]);
  expect(rows).toEqual([{ title: 'deleted', status: 'cancelled' }]);
  expect((await world.step(nova, trade, 'confirm')).status).toBe(200);
});

describe('the database refuses', () => {
  test.each([
    ['to mark a listing as sold that was never bought', "set status = 'sold'", 'does not become sold'],
    [
      'to give a listing to another seller',
      'set seller_id = (select id from users where username = $$nova$$ limit 1)',
      'does not change',
    ],
    ['to remove an active listing without cancelling it', 'set removed_at = now()', 'check constraint'],
  ])('%s', async (_name, change, message) => {
    const listing = await world.list(await world.seller());
    const changing = world.database.asOwner(`update listings ${change} where id = '${listing.id}'`);
    await expect(changing).rejects.toThrow(message);
  });

  test('to start a listing as sold, to delete one, and to bring a removed one back', async () => {
    const { id } = await world.list(await world.seller());
    const invented = world.database.asOwner(`insert into listings (status) values ('sold')`);
    await expect(invented).rejects.toThrow('starts as active');
    await expect(world.database.asOwner(`delete from listings where id = '${id}'`)).rejects.toThrow(
      'never deleted',
    );
    await world.database.asOwner(
      `update listings set status = 'cancelled', removed_at = now() where id = '${id}'`,
    );
    const back = world.database.asOwner(`update listings set removed_at = null where id = '${id}'`);
    await expect(back).rejects.toThrow('was removed');
  });
});
