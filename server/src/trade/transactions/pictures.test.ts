import { MAX_PICTURE_BYTES, PICTURES_PER_MINUTE } from '@sterling/contract/pictures.ts';
import { MAX_ADDED_PICTURES } from '@sterling/contract/transaction-pictures.ts';
import type { Picture } from '@sterling/contract/transactions.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, caller, statusAndCode } from '../../../test/app.ts';
import { pngOf, slowPictureOf } from '../../../test/pictures.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { forgetPeople } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { deleteOldPictures } from './pictures.ts';

let world: TradeWorld;
let [seller, buyer, ada]: Caller[] = [];
let id: string;
beforeAll(async () => {
  world = await openTradeWorld();
  ada = await world.signIn('ada', 'admin');
});
beforeEach(async () => {
  seller = await world.seller();
  buyer = await world.buyer(10_000);
  id = await world.bought(buyer, await world.list(seller));
});
afterAll(() => world.close());

const path = (picture?: Picture) => `/api/transactions/${id}/pictures${picture ? `/${picture.id}` : ''}`;
const add = (who: Caller | undefined, file = pngOf(30, 20), key?: string) =>
  who!.call('POST', path(), { picture: file.toString('base64') }, key ? { 'idempotency-key': key } : {});
const picturesSeenBy = async (who: Caller) =>
  (await who.call('GET', `/api/transactions/${id}`)).body.pictures as Picture[];
const stored = async () => {
  const rows = world.services.db
    .selectFrom('transactionPictures')
    .where('transactionId', '=', id)
    .select('id');
  return (await rows.execute()).length;
};

describe('evidence 1: pictures', () => {
  test('of both sides are seen by both parties and by staff, small and large', async () => {
    expect((await add(seller, pngOf(900, 600))).status).toBe(201);
    const { status, body } = await add(buyer);
    expect([status, (body.events as { by: string; what: string }[]).at(-1)]).toMatchObject([
      201,
      { by: 'buyer', what: 'Picture added' },
    ]);
    for (const who of [seller!, buyer!, ada!]) {
      const pictures = await picturesSeenBy(who);
      expect(pictures).toMatchObject([
        { by: 'seller', width: 900, height: 600 },
        { by: 'buyer', width: 30, height: 20 },
      ]);
      for (const [query, width] of [
        ['', 900],
        ['?small=1', 320],
      ] as const) {
        const answer = await world.app.inject({
          url: path(pictures[0]) + query,
          headers: { cookie: who.cookie },
        });
        expect(answer.headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-disposition': 'inline; filename="evidence.webp"',
        });
        expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
      }
    }
  });

  test('are hidden from everyone else', async () => {
    await add(buyer);
    const [picture] = await picturesSeenBy(buyer!);
    const strangers = [await world.buyer(0), await world.seller(), caller(world.app, '')];
    for (const stranger of strangers) {
      const isVisitor = stranger.cookie === '';
      for (const query of ['', '?small=1'])
        expect((await stranger.call('GET', path(picture) + query)).status).toBe(isVisitor ? 401 : 404);
      expect((await add(stranger as Caller)).status).toBe(isVisitor ? 401 : 404);
      expect((await stranger.call('DELETE', path(picture))).status).toBe(isVisitor ? 401 : 404);
    }
    // a party of another trade cannot reach it under the address of that trade
    const other = await world.bought(await world.buyer(10_000), await world.list(seller!));
    const elsewhere = `/api/transactions/${other}/pictures/${picture!.id}`;
    expect((await seller!.call('GET', elsewhere)).status).toBe(404);
    expect(await stored()).toBe(1);
  });

  test('are added by the parties only, and not after the end', async () => {
    expect(statusAndCode(await add(ada))).toEqual([403, 'unauthorized']);
    await world.step(seller!, id, 'deliver');
    await world.step(buyer!, id, 'dispute', { reason: 'Nothing came' });
    expect((await add(buyer)).status).toBe(201);
    await world.step(ada!, id, 'resolve', { outcome: 'buyer', reason: 'Seen' });
    expect(statusAndCode(await add(seller))).toEqual([409, 'out_of_order']);
    const [picture] = await picturesSeenBy(buyer!);
    expect(statusAndCode(await buyer!.call('DELETE', path(picture)))).toEqual([409, 'out_of_order']);
  });

  test('are at most four a side, even when more arrive at the same time', async () => {
    await add(seller);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => add(seller, pngOf(30, 20, { grey: n }))),
    );
    const counted = answers.map(statusAndCode).sort();
    expect(counted).toEqual([...Array(3).fill([201, undefined]), [409, 'too_many_pictures']]);
    expect((await add(buyer)).status).toBe(201);
    expect(await stored()).toBe(5);
  });

  test('are added 40 times a side at most, with those that were removed', async () => {
    await world.database.asOwner(
      `insert into transaction_events (transaction_id, actor_id, what)
        select $1, $2, 'Picture added' from generate_series(1, $3)`,
      [id, seller!.id, MAX_ADDED_PICTURES - 1],
    );
    expect((await add(seller)).status).toBe(201);
    const [own] = await picturesSeenBy(seller!);
    expect((await seller!.call('DELETE', path(own))).status).toBe(200);
    expect(statusAndCode(await add(seller))).toEqual([409, 'too_many_pictures']);
    expect((await add(buyer)).status).toBe(201);
  });

  test('access 7: four of a person at the same time are all added, and the picture of another person does not wait for all of them', async () => {
    const slow = await slowPictureOf(1600);
    const answered: string[] = [];
    const adding = async (who: Caller | undefined, name: string, file?: Buffer) => {
      const { status } = await add(who, file);
      answered.push(name);
      return status;
    };
    const four = [1, 2, 3, 4].map(() => adding(seller, 'seller', slow));
    await Promise.race(four);
    expect(await adding(buyer, 'buyer')).toBe(201);
    expect(await Promise.all(four)).toEqual([201, 201, 201, 201]);
    expect(answered.at(-1)).toBe('seller');
  });

  test('access 7: are decoded a limited number of times a minute for a person, even when they are removed again', async () => {
    await world.database.asOwner('insert into writes (who) select $1 from generate_series(1, $2)', [
      `POST /api/transactions/{id}/pictures by ${seller!.id}`,
      PICTURES_PER_MINUTE - 1,
    ]);
    expect((await add(seller)).status).toBe(201);
    for (const picture of await picturesSeenBy(seller!)) await seller!.call('DELETE', path(picture));
    expect(statusAndCode(await add(seller))).toEqual([429, 'too_many_requests']);
    expect((await add(buyer)).status).toBe(201);
  });

  test('can be removed by their side while the trade is open, which makes room', async () => {
    for (let n = 0; n < 4; n += 1) await add(seller);
    const [first] = await picturesSeenBy(seller!);
    for (const who of [buyer!, ada!]) expect((await who.call('DELETE', path(first))).status).toBe(404);
    expect((await seller!.call('DELETE', path(first))).status).toBe(200);
    expect((await seller!.call('DELETE', path(first))).status).toBe(404);
    expect((await add(seller)).status).toBe(201);
    expect(await picturesSeenBy(buyer!)).toHaveLength(4);
  });

  test('with the same key are added once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => add(buyer, pngOf(30, 20), 'once')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await stored()).toBe(1);
  });
});

describe('evidence 2: a file', () => {
  test('of 2 MB is taken, and one byte more is not', async () => {
    const whole = pngOf(30, 20);
    const padded = (length: number) => Buffer.concat([whole, Buffer.alloc(length - whole.length)]);
    expect((await add(buyer, padded(MAX_PICTURE_BYTES))).status).toBe(201);
    expect(statusAndCode(await add(buyer, padded(MAX_PICTURE_BYTES + 1)))).toEqual([
      413,
      'picture_too_large',
    ]);
    expect(statusAndCode(await add(buyer, padded(2 * MAX_PICTURE_BYTES)))).toEqual([413, 'body_too_large']);
  });

  test('raises the limit of no other call', async () => {
    const large = { text: 'x'.repeat(300_000) };
    expect(statusAndCode(await buyer!.call('POST', `/api/transactions/${id}/messages`, large))).toEqual([
      413,
      'body_too_large',
    ]);
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
  ])('with the content of %s is refused', async (_what, content) => {
    expect(statusAndCode(await add(buyer, Buffer.from(content)))).toEqual([400, 'not_a_picture']);
    expect(statusAndCode(await buyer!.call('POST', path(), { picture: '!' }))).toEqual([
      400,
      'invalid_input',
    ]);
    expect(await stored()).toBe(0);
  });

  test('that is a picture and a page at the same time is stored as a picture only', async () => {
    const markup = '<script>alert(1)</script>';
    await add(buyer, Buffer.concat([pngOf(30, 20, { text: markup }), Buffer.from(markup)]));
    const { rows } = await world.database.asOwner(
      'select picture, thumbnail from transaction_pictures where transaction_id = $1',
      [id],
    );
    const [file] = rows as { picture: Buffer; thumbnail: Buffer }[];
    expect(Buffer.concat([file!.picture, file!.thumbnail]).includes('script')).toBe(false);
  });
});

describe('evidence 3: pictures are deleted', () => {
  test('90 days after the end of their trade', async () => {
    await add(buyer);
    await world.step(seller!, id, 'cancel');
    const age = (days: number) =>
      world.database.asOwner(
        `update transaction_pictures set delete_at = delete_at - interval '${days} days' where transaction_id = $1`,
        [id],
      );
    await age(89);
    await deleteOldPictures(world.services.db);
    expect(await stored()).toBe(1);
    await age(1);
    await deleteOldPictures(world.services.db);
    expect(await stored()).toBe(0);
    expect(await picturesSeenBy(buyer!)).toEqual([]);
  });

  test('with their user, and are part of the export before', async () => {
    await add(buyer);
    await add(seller);
    const [{ path: address }] = (await buyer!.call('GET', '/api/export')).body.pictures as [{ path: string }];
    expect((await buyer!.call('GET', address)).status).toBe(200);
    await world.step(seller!, id, 'cancel');
    await inTransaction(world.services.db, (tx) => forgetPeople(tx, [buyer!.id]));
    expect(await picturesSeenBy(seller!)).toMatchObject([{ by: 'seller' }]);
  });
});
