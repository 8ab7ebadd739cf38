import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Called, type Caller, openTestApp, statusAndCode, type TestApp } from '../../../test/app.ts';

/** Bodies whose bytes, rather than whose fields, are wrong. */
let world: TestApp;
let sela: Caller;
beforeAll(async () => {
  world = await openTestApp();
  sela = await world.signIn('sela', 'seller');
});
afterAll(() => world.close());

const LISTING = {
  title: 'Corona pequeña €',
  itemType: 'premium_items',
  quantity: 1,
  pricePerUnit: 1,
  deliveryTime: '1 hour',
};

const post = (payload: Buffer | string, type = 'application/json'): Promise<Called> =>
  sela.call('POST', '/api/listings', payload, { 'content-type': type });

test.each([
  ['Latin-1', Buffer.from(JSON.stringify({ ...LISTING, title: 'Corona pequeña' }), 'latin1')],
  ['UTF-16', Buffer.from(JSON.stringify(LISTING), 'utf16le')],
  [
    'cut UTF-8',
    Buffer.concat([Buffer.from('{"title":"'), Buffer.from('€').subarray(0, 2), Buffer.from('"}')]),
  ],
])('a body of %s is refused and not stored', async (_encoding, bytes) => {
  const answer = await post(bytes);
  expect([...statusAndCode(answer), answer.body.hint]).toEqual([
    400,
    'invalid_input',
    'The request could not be read.',
  ]);
  expect((await sela.call('GET', `/api/listings?sellerId=${sela.id}`)).body).toEqual([]);
});

test.each([
  '{"title":',
  '{"__proto__": {"isOwner": true}}',
  '{"a": {"constructor": {"prototype": {}}}}',
  '1 2',
])(
  'the unreadable body %s is named in the details, in English and in the language of the person',
  async (payload) => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'es' };
    const { status, body } = await sela.call('POST', '/api/listings', payload, headers);
    expect([status, body.details]).toEqual([400, { body: 'is not readable JSON' }]);
    expect(body.translated).toMatchObject({ details: { body: 'no es JSON legible' } });
  },
);

test.each(['iso-8859-1', 'UTF-16', '"us-ascii"', 'utf-80'])('the charset %s answers 415', async (charset) => {
  const answer = await post(JSON.stringify(LISTING), `application/json; charset=${charset}`);
  expect(statusAndCode(answer)).toEqual([415, 'unsupported_media_type']);
});

test.each(['application/json', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])(
  'a body of the type %s keeps its letters',
  async (type) => {
    const { status, body } = await post(JSON.stringify(LISTING), type);
    expect([status, body.title]).toEqual([201, LISTING.title]);
  },
);

test('a byte order mark before the JSON is accepted', async () => {
  expect((await post(`\ufeff${JSON.stringify(LISTING)}`)).status).toBe(201);
});
