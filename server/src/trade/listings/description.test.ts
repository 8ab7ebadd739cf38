import type { Listing } from '@sterling/contract/listings.ts';
import { PICTURES_PER_MINUTE } from '@sterling/contract/pictures.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCredential } from '../../../test/api-credentials.ts';
import { type Caller, statusAndCode } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { pngOf } from '../../../test/pictures.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import type { OnWire } from '../../../test/wire.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { forgetListingsOf } from './listings.ts';

type ShownListing = OnWire<typeof Listing>;

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterAll(() => world.close());

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

const PICTURE = { picture: pngOf(600, 400).toString('base64') };
const pathOf = (id: unknown) => `/api/listings/${id}/picture`;

describe('access listings: what a seller said and showed goes with their account', () => {
  const TEXTS = { title: 'Golden Crown', description: 'Call me on 555', deliveryTime: 'ask @sela' };
  const forget = (who: Caller) => inTransaction(world.services.db, (tx) => forgetListingsOf(tx, [who.id]));
  const shown = async (who: Caller) => {
    const { id } = await world.list(who, TEXTS);
    return (await who.call('POST', pathOf(id), PICTURE)).body as unknown as ShownListing;
  };
  /** Title, description, delivery time and number of pictures. */
  const kept = async ({ id }: { id: string }) => {
    const { rows } = await world.database.asOwner(
      `select title, description, delivery_time, (select count(*)::int from listing_pictures where listing_id = l.id) as pictures
        from listings l where id = $1`,
      [id],
    );
    return Object.values(rows[0] as object);
  };

  test('for a sold listing, even if it was removed before, and the buyer keeps the trade', async () => {
    const sela = await world.seller();
    const nova = await world.buyer(20_000);
    const sold = [await shown(sela), await shown(sela)];
    const trades = [];
    for (const listing of sold) {
      const trade = await world.bought(nova, listing);
      await world.step(sela, trade, 'deliver');
      await world.step(nova, trade, 'confirm');
      trades.push(trade);
    }
    await sela.call('DELETE', `/api/listings/${sold[0]!.id}`);
    expect(await kept(sold[0]!)).toEqual([TEXTS.title, TEXTS.description, TEXTS.deliveryTime, 1]);
    await forget(sela);
    for (const [nth, listing] of sold.entries()) {
      expect(await kept(listing)).toEqual([TEXTS.title, null, TEXTS.deliveryTime, 0]);
      expect((await nova.call('GET', `/api/transactions/${trades[nth]}`)).body).toMatchObject({
        title: TEXTS.title,
        listing: { description: null, pictureId: null },
      });
    }
  });

  test('for a listing that was removed unsold', async () => {
    const sela = await world.seller();
    const removed = await shown(sela);
    await sela.call('DELETE', `/api/listings/${removed.id}`);
    await forget(sela);
    expect(await kept(removed)).toEqual(['deleted', null, 'deleted', 0]);
  });

  test.each(['buyer', 'seller'])(
    'for a disputed trade when it is decided for the %s, not before',
    async (outcome) => {
      const [sela, nova, ada] = [
        await world.seller(),
        await world.buyer(10_000),
        await world.signIn('ada', 'admin'),
      ];
      const listing = await shown(sela);
      const trade = await world.bought(nova, listing);
      await world.step(sela, trade, 'deliver');
      await world.step(nova, trade, 'dispute', { reason: 'Not as described' });
      await forget(sela);
      expect(await kept(listing)).toEqual([TEXTS.title, TEXTS.description, TEXTS.deliveryTime, 1]);
      expect((await world.step(ada, trade, 'resolve', { outcome, reason: 'Checked' })).status).toBe(200);
      expect(await kept(listing)).toEqual([TEXTS.title, null, TEXTS.deliveryTime, 0]);
    },
  );

  test('and nobody can put other texts into a listing that is not active', async () => {
    const sela = await world.seller();
    const { id } = await shown(sela);
    await sela.call('DELETE', `/api/listings/${id}`);
    const change = (to: string) => world.database.asOwner(`update listings set ${to} where id = $1`, [id]);
    for (const to of [`title = 'other'`, `description = 'other'`, 'quantity = 7'])
      await expect(change(to)).rejects.toThrow('a listing does not change');
    await expect(change(`status = 'active'`)).rejects.toThrow('was removed');
  });
});

describe('the picture of a listing', () => {
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
    expect(statusAndCode(await sela.call('DELETE', pathOf(id)))).toEqual([404, 'not_found']);
    expect((await read(nova, id, replaced.pictureId)).statusCode).toBe(404);
  });

  test('is set by its seller only, and only while the listing is active', async () => {
    const sela = await world.seller();
    const nova = await world.buyer(10_000);
    const listing = await world.list(sela);
    const theo = await world.seller();
    for (const method of ['POST', 'DELETE'] as const)
      expect(
        statusAndCode(await theo.call(method, pathOf(listing.id), method === 'POST' ? PICTURE : undefined)),
      ).toEqual([404, 'listing_not_found']);
    const text = { picture: Buffer.from('hello').toString('base64') };
    expect(statusAndCode(await sela.call('POST', pathOf(listing.id), text))).toEqual([400, 'not_a_picture']);
    await world.bought(nova, listing);
    expect(statusAndCode(await sela.call('POST', pathOf(listing.id), PICTURE))).toEqual([
      409,
      'listing_closed',
    ]);
  });

  test('is decoded a limited number of times a minute for a person, even with tokens', async () => {
    const sela = await world.seller();
    const { id } = await world.list(sela);
    await enrolApp(sela);
    const bot = await createCredential(world, sela, ['trade']);
    await world.database.asOwner('insert into writes (who) select $1 from generate_series(1, $2)', [
      `POST /api/listings/{id}/picture by ${sela.id}`,
      PICTURES_PER_MINUTE - 1,
    ]);
    expect((await bot.call('POST', pathOf(id), PICTURE)).status).toBe(200);
    for (const who of [bot, sela])
      expect(statusAndCode(await who.call('POST', pathOf(id), PICTURE))).toEqual([429, 'too_many_requests']);
  });

  test('is seen by strangers only while its listing is on the marketplace, and later by the trade and staff', async () => {
    const sela = await world.seller();
    const nova = await world.buyer(10_000);
    const [ada, theo] = [await world.signIn('ada', 'admin'), await world.signIn('theo')];
    const listing = await world.list(sela);
    const shown = (await sela.call('POST', pathOf(listing.id), PICTURE)).body as unknown as ShownListing;
    const { pictureId } = shown;
    const statuses = async () =>
      Promise.all(
        [sela, nova, ada, theo].map(async (who) => (await read(who, listing.id, pictureId)).statusCode),
      );
    const ban = (isBanned: boolean) =>
      world.services.db.updateTable('users').set({ isBanned }).where('id', '=', sela.id).execute();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await ban(true);
    expect((await statuses()).slice(1)).toEqual([404, 200, 404]);
    await ban(false);
    await world.bought(nova, shown);
    expect(await statuses()).toEqual([200, 200, 200, 404]);
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
