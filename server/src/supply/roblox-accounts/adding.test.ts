import { rate } from '@sterling/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useSellerWorld } from '../../../test/seller.ts';
import { forgetPeople } from '../../people/users/users.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { checkCookie } from './roblox-accounts.lookups.ts';
import { addAccount, OWNERSHIP_STATEMENT } from './roblox-accounts.ts';
import { accountCookieContext, openRobloxSession } from './session.ts';

const world = useSellerWorld();

describe('S6.01 adding an account', () => {
  it('puts it on sale immediately, with its profile from Roblox', async () => {
    const { status, body } = await world.add();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      userId: world.sela.id,
      username: world.game.username,
      robloxUserId: String(world.game.id),
      profilePicture: expect.stringMatching(/^http/),
      robuxBalance: 5_000,
      reservedRobux: 0,
      totalSold: 0,
      ratePerThousand: 3.5,
      status: 'online',
      statusReason: null,
      isActive: true,
      fulfilment: 'auto',
      proxyId: null,
      proxy: null,
      priceRule: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await world.list()).rows).toEqual([body]);
  });

  it('stores the ownership statement with time and address, and seals the cookie', async () => {
    const id = await world.added();
    const row = await world.rowOf(id);
    expect(row).toMatchObject({ ownership_statement: OWNERSHIP_STATEMENT, ownership_ip: '127.0.0.1' });
    expect(row.ownership_confirmed_at).toBeInstanceOf(Date);
    expect((row.sealed_cookie as Buffer).includes(Buffer.from(world.game.cookie.slice(-40)))).toBe(false);
    expect((await openRobloxSession(world.app.services, id)).cookie).toBe(world.game.cookie);
    await world.app.database.asOwner(
      'update roblox_accounts set sealed_cookie = (select sealed_cookie from roblox_accounts where id = $1) where id <> $1',
      [id],
    );
    const other = (
      await world.app.database.asOwner('select id from roblox_accounts where id <> $1 limit 1', [id])
    ).rows[0];
    await expect(openRobloxSession(world.app.services, other.id)).rejects.toThrow(
      'sealed with another key, or altered',
    );
  });

  it('keeps a restriction by Roblox that the account had before it was removed', async () => {
    const id = await world.added();
    await world.app.database.asOwner(
      `update roblox_accounts set restricted_until = now() + interval '1 hour', status = 'offline', status_reason = 'FraudChargeback'
       where id = $1`,
      [id],
    );
    await world.sela.call('DELETE', `/api/roblox-accounts/${id}`);
    expect((await world.add()).body).toMatchObject({ status: 'offline', statusReason: 'FraudChargeback' });
    await world.app.database.asOwner(`update roblox_accounts set restricted_until = null`);
  });

  it.each([
    ['its name', (cookie: string) => `.ROBLOSECURITY=${cookie}`],
    ['blanks', (cookie: string) => `  ${cookie}\n`],
    ['no prefix', (cookie: string) => cookie.replace(/^_\|.*\|_/, '')],
  ])('accepts the cookie with %s', async (_how, write) => {
    expect((await world.add({ cookie: write(world.game.cookie) })).status).toBe(201);
  });

  it('accepts an account whose picture cannot be read', async () => {
    await world.fault({ kind: 'status', status: 500, path: '/thumbnails', times: 9 });
    expect((await world.add()).body).toMatchObject({ profilePicture: null, status: 'online' });
  });

  it('treats a missing confirmation as a confirmation, and refuses a denied one', async () => {
    expect((await world.add({ ownershipConfirmed: false })).body).toMatchObject({
      code: 'ownership_not_confirmed',
    });
    expect((await world.add({ ownershipConfirmed: undefined })).status).toBe(201);
  });

  it.each<[name: string, over: object, status: number, code: string]>([
    ['rate 0.99', { ratePerThousand: 0.99 }, 400, 'invalid_amount'],
    ['rate 6.01', { ratePerThousand: '6.01' }, 400, 'invalid_amount'],
    ['rate with three decimals', { ratePerThousand: 3.505 }, 400, 'invalid_amount'],
    ['no rate', { ratePerThousand: undefined }, 400, 'invalid_amount'],
    ['an empty cookie', { cookie: '   ' }, 400, 'invalid_cookie'],
    ['an unknown cookie', { cookie: 'ABCDEF' }, 400, 'invalid_cookie'],
    ['a cookie that would end the header', { cookie: 'AB\u0001C' }, 400, 'invalid_cookie'],
    ['an unknown proxy', { proxyId: '0190f5d0-0000-7000-8000-000000000000' }, 400, 'invalid_proxy'],
    ['useProxy without a proxy', { useProxy: true }, 400, 'invalid_proxy'],
    ['an unknown field', { pin: '1234' }, 400, 'invalid_input'],
  ])('refuses %s and stores nothing', async (_name, over, status, code) => {
    const answer = await world.add(over);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await world.list()).rows).toEqual([]);
  });

  it.each<[name: string, arrange: () => Promise<unknown>, status: number, code: string]>([
    ['dead', () => world.change({ cookieValid: false }), 400, 'invalid_cookie'],
    ['moderated', () => world.change({ moderated: true }), 400, 'invalid_cookie'],
    [
      'challenged',
      () => world.change({ challenge: 'captcha', challengeOn: 'all' }),
      400,
      'two_factor_required',
    ],
    ['without an answer', () => world.fault({ kind: 'status', status: 500 }), 502, 'outside_failed'],
    ['unreadable', () => world.fault({ kind: 'status', status: 200, body: {} }), 502, 'outside_failed'],
  ])('refuses an account that is %s and stores nothing', async (_name, arrange, status, code) => {
    await arrange();
    const answer = await world.add();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await world.list()).rows).toEqual([]);
  });

  it('stores the cookie that Roblox rotated during the check', async () => {
    await world.fault({
      kind: 'slow',
      seconds: 0,
      path: '/currency',
      headers: { 'set-cookie': `.ROBLOSECURITY=NEW${world.game.id}; path=/` },
    });
    const { body } = await world.add();
    expect((await openRobloxSession(world.app.services, String(body.id))).cookie).toBe(`NEW${world.game.id}`);
  });

  it.each([
    ['is refused as listed already', '/users', 409],
    ['fails after the rotation', '/currency', 502],
  ])(
    'stores the rotated cookie of a listed account when its cookie is pasted again and the check %s',
    async (_how, path, status) => {
      const id = await world.added();
      const headers = { 'set-cookie': `.ROBLOSECURITY=AGAIN${world.game.id}; path=/` };
      if (status === 409) await world.fault({ kind: 'slow', seconds: 0, path, headers });
      else await world.fault({ kind: 'status', status: 500, path, headers, times: 9 });
      expect((await world.add()).status).toBe(status);
      expect((await openRobloxSession(world.app.services, id)).cookie).toBe(`AGAIN${world.game.id}`);
    },
  );

  it.each([
    ['with the first answer', '/users'],
    ['with a later answer', '/currency'],
  ])(
    'stores the rotated cookie of a listed account when another seller pastes its cookie, rotated %s',
    async (_when, path) => {
      const id = await world.added();
      const sam = await world.app.signIn('sam', 'seller');
      const headers = { 'set-cookie': `.ROBLOSECURITY=OTHER${world.game.id}; path=/` };
      await world.fault({ kind: 'slow', seconds: 0, path, headers });
      expect((await world.add({}, sam)).body).toMatchObject({ code: 'account_exists' });
      expect((await openRobloxSession(world.app.services, id)).cookie).toBe(`OTHER${world.game.id}`);
    },
  );

  it('keeps the cookie of a listed account when another seller pastes a different one of it that is rotated', async () => {
    const id = await world.added();
    const sam = await world.app.signIn('sam', 'seller');
    await world.app.database.asOwner('update roblox_accounts set sealed_cookie = $2 where id = $1', [
      id,
      world.app.services.vault.seal('OWN', accountCookieContext(id)),
    ]);
    const headers = { 'set-cookie': `.ROBLOSECURITY=THEIRS${world.game.id}; path=/` };
    await world.fault({ kind: 'slow', seconds: 0, path: '/users', headers });
    expect((await world.add({}, sam)).body).toMatchObject({ code: 'account_exists' });
    expect((await openRobloxSession(world.app.services, id)).cookie).toBe('OWN');
  });

  it('accepts a Roblox account from one seller only, even when two add it at the same time', async () => {
    const sam = await world.app.signIn('sam', 'seller');
    const answers = await Promise.all([world.add(), world.add({}, sam), world.add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused!.body).toMatchObject({ code: 'account_exists' });
  });

  it('refuses buyers, and other sellers cannot reach the account', async () => {
    const nova = await world.app.signIn('nova');
    expect((await world.add({}, nova)).body).toMatchObject({ code: 'seller_required' });
    const id = await world.added();
    const sam = await world.app.signIn('sam', 'seller');
    for (const [method, path, body] of [
      ['PUT', '', { status: 'offline' }],
      ['PATCH', '/cookie', { cookie: world.game.cookie }],
      ['POST', '/balance', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await sam.call(method, `/api/roblox-accounts/${id}${path}`, body);
      expect([answer.status, answer.body.code]).toEqual([404, 'account_not_found']);
    }
  });

  it('does not store the cookie of a seller who was deleted during the check', async () => {
    const { services } = world.app;
    const { db, vault } = services;
    const seen = await checkCookie(services, world.sela.id, world.game.cookie, { proxyUrl: null });
    await inTransaction(db, (tx) => forgetPeople(tx, [world.sela.id]));
    const account = { seen, rateCents: rate(300), proxyId: null, ip: '127.0.0.1' };
    const late = inTransaction(db, (tx) => addAccount(tx, vault, world.sela.id, account));
    await expect(late).rejects.toMatchObject({ code: 'authentication_required' });
  });
});
