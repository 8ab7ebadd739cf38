import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Called, Caller } from '../../../test/app.ts';
import { pngOf } from '../../../test/pictures.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { forgetListingsOf } from './listings.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterAll(() => world.close());

const refused = ({ status, body }: Called) => [status, body.code];

test('a description has several lines, is changed and removed, and is wiped with the account', async () => {
  const sela = await world.seller();
  const description = 'Clean copy.\nTraded once.';
  const { id, description: kept } = await world.list(sela, { description: `  ${description}\n` });
  expect(kept).toBe(description);
  const change = async (changed: object) =>
    (await sela.call('PATCH', `/api/listings/${id}`, changed)).body.description;
  expect(await change({ quantity: 2 })).toBe(description);
  expect(await change({ description: null })).toBe(null);
  expect(await change({ description: 'Again' })).toBe('Again');
  await inTransaction(world.services.db, (tx) => forgetListingsOf(tx, [sela.id]));
  const wiped = world.services.db.selectFrom('listings').where('id', '=', id);
  expect(await wiped.select('description').execute()).toEqual([{ description: null }]);
});

describe('the picture of a listing', () => {
  const PICTURE = { picture: pngOf(600, 400).toString('base64') };
  const pathOf = (id: unknown) => `/api/listings/${id}/picture`;
  const read = (who: Caller, id: string, pictureId: unknown, query = '') =>
    world.app.inject({
      url: `/api/listings/${id}/pictures/${pictureId}${query}`,
      headers: { cookie: who.cookie },
    });
  const stored = async (id: string) =>
    (await world.services.db.selectFrom('listingPictures').where('listingId', '=', id).select('id').execute())
      .length;

  test('is seen by everyone who is signed in, is replaced, and is removed', async () => {
    const sela = await world.seller();
    const nova = await world.buyer(0);
    const { id } = await world.list(sela);
    const { status, body } = await sela.call('POST', pathOf(id), PICTURE);
    expect([status, typeof body.pictureId]).toEqual([200, 'string']);
    for (const query of ['', '?small=1']) {
      const answer = await read(nova, id, body.pictureId, query);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    }
    const { body: replaced } = await sela.call('POST', pathOf(id), PICTURE);
    expect(replaced.pictureId).not.toBe(body.pictureId);
    expect((await read(nova, id, body.pictureId)).statusCode).toBe(404);
    expect((await sela.call('DELETE', pathOf(id))).body.pictureId).toBe(null);
    expect(refused(await sela.call('DELETE', pathOf(id)))).toEqual([404, 'not_found']);
    expect((await read(nova, id, replaced.pictureId)).statusCode).toBe(404);
  });

  test('is set by its seller only, and only while the listing is active', async () => {
    const sela = await world.seller();
    const nova = await world.buyer(10_000);
    const listing = await world.list(sela);
    const theo = await world.seller();
    for (const method of ['POST', 'DELETE'] as const)
      expect(
        refused(await theo.call(method, pathOf(listing.id), method === 'POST' ? PICTURE : undefined)),
      ).toEqual([404, 'listing_not_found']);
    const text = { picture: Buffer.from('hello').toString('base64') };
    expect(refused(await sela.call('POST', pathOf(listing.id), text))).toEqual([400, 'not_a_picture']);
    await world.bought(nova, listing);
    expect(refused(await sela.call('POST', pathOf(listing.id), PICTURE))).toEqual([409, 'listing_closed']);
  });

  test('goes with an unsold listing and with the account of its seller', async () => {
    const sela = await world.seller();
    const [removed, left] = [await world.list(sela), await world.list(sela)];
    for (const { id } of [removed, left]) await sela.call('POST', pathOf(id), PICTURE);
    await sela.call('DELETE', `/api/listings/${removed.id}`);
    expect([await stored(removed.id), await stored(left.id)]).toEqual([0, 1]);
    await inTransaction(world.services.db, (tx) => forgetListingsOf(tx, [sela.id]));
    expect(await stored(left.id)).toBe(0);
  });
});
