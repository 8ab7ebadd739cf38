import type { Listing } from '@sterling/contract/listings.ts';
import { cents } from '@sterling/contract/money.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Called, type Caller, statusAndCode } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { pngOf } from '../../../test/pictures.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import type { OnWire } from '../../../test/wire.ts';
import { changeListing } from '../listings/listings.ts';
import { buyListing } from './buying.ts';

type ShownListing = OnWire<typeof Listing>;

let world: TradeWorld;
let sela: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  sela = await world.seller();
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

const TERMS = { title: 'Dominus, original', description: 'The real one.' };
const PICTURE = { picture: pngOf(60, 40).toString('base64') };
const change = (id: string, changed: object) => sela.call('PATCH', `/api/listings/${id}`, changed);

/** Returns the listing as its buyer sees it. */
async function shownListing(): Promise<ShownListing> {
  const { id } = await world.list(sela, TERMS);
  return (await sela.call('POST', `/api/listings/${id}/picture`, PICTURE)).body as unknown as ShownListing;
}

describe('S3.03 a buyer does not pay for a listing that became another thing after it was shown', () => {
  test.each<[string, (id: string) => Promise<Called>]>([
    ['title', (id) => change(id, { title: 'Sticker' })],
    ['description', (id) => change(id, { description: 'A picture of a Dominus.' })],
    ['removed description', (id) => change(id, { description: null })],
    ['delivery time', (id) => change(id, { deliveryTime: '30 days' })],
    ['quantity at the same total', (id) => change(id, { quantity: 2, pricePerUnit: 50 })],
    ['picture', (id) => sela.call('POST', `/api/listings/${id}/picture`, PICTURE)],
    ['removed picture', (id) => sela.call('DELETE', `/api/listings/${id}/picture`)],
  ])('by its %s', async (_name, becomes) => {
    const nova = await world.buyer(20_000);
    const shown = await shownListing();
    expect((await becomes(shown.id)).status).toBe(200);
    expect(statusAndCode(await world.buy(nova, shown))).toEqual([409, 'price_mismatch']);
    expect((await world.wallet(nova)).held).toBe(0);
    const { body } = await nova.call('GET', `/api/listings?sellerId=${sela.id}`);
    const now = (body as unknown as ShownListing[]).find(({ id }) => id === shown.id)!;
    expect((await world.buy(nova, now)).status).toBe(201);
  });
});

test('S3.03 the refusal says what to do', async () => {
  const shown = await shownListing();
  await change(shown.id, { title: 'Sticker' });
  expect((await world.buy(await world.buyer(20_000), shown)).body).toMatchObject({
    hint: 'The seller has changed this listing. Read it again before you buy it.',
    details: { termsHash: 'has changed' },
  });
});

test('S3.03 a listing that was changed and changed back, or whose sale was cancelled, is still what was shown', async () => {
  const [nova, rosa] = [await world.buyer(20_000), await world.buyer(20_000)];
  const shown = await shownListing();
  await change(shown.id, { title: 'Sticker' });
  await change(shown.id, { title: TERMS.title });
  const trade = await world.bought(nova, shown);
  await world.step(sela, trade, 'cancel');
  expect((await world.buy(rosa, shown)).status).toBe(201);
});

test('S3.03 a program of an earlier release buys without the hash', async () => {
  const shown = await shownListing();
  const answer = await world.buy(await world.buyer(20_000), shown, { termsHash: undefined });
  expect(answer.status).toBe(201);
});

test('S3.03 a change of terms and a purchase wait for each other', async () => {
  const [nova, rosa] = [await world.buyer(20_000), await world.buyer(20_000)];
  const { db } = world.services;
  const [changed, bought] = [await shownListing(), await shownListing()];
  const changing = await openTransaction(db, (tx) =>
    changeListing(tx, sela.id, changed.id, { title: 'Sticker' }),
  );
  const buying = world.buy(nova, changed);
  await lockIsAwaited(world.database);
  changing.release();
  expect(statusAndCode(await buying)).toEqual([409, 'price_mismatch']);

  const { id: listingId, sellerId, termsHash } = bought;
  const amounts = { pricePerUnit: cents(10_000), totalAmount: cents(10_000), platformFee: cents(500) };
  const purchase = await openTransaction(db, async (tx) => {
    await buyListing(tx, rosa.id, { listingId, sellerId, termsHash, ...amounts });
  });
  const late = [
    change(listingId, { title: 'Sticker' }),
    sela.call('DELETE', `/api/listings/${listingId}/picture`),
  ];
  await lockIsAwaited(world.database);
  purchase.release();
  for (const answer of await Promise.all(late))
    expect(statusAndCode(answer)).toEqual([409, 'listing_closed']);
});
