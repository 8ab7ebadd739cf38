import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../test/app.ts';
import type { SandboxAccount } from '../../test/sandbox.ts';
import { inTransaction } from '../db/pool.ts';
import { forgetAccountsOf, OWNERSHIP_STATEMENT } from './roblox-accounts.ts';
import { openSession } from './session.ts';

let test: TestApp;
let sela: Caller;
let game: SandboxAccount;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await control('DELETE', '/faults');
  sela = await test.signIn('sela', 'seller');
  game = await gameAccount(5_000);
});

async function control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
  const answer = await fetch(`${test.sandboxUrl}/control${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`control ${path}: ${answer.status}`);
  return (await answer.json().catch(() => null)) as Answer;
}
const names = (function* () {
  for (let made = 1; ; made += 1) yield `game_${made}`;
})();
const gameAccount = (robux: number) =>
  control<SandboxAccount>('POST', '/game/accounts', { username: names.next().value, robux });
const change = (values: object) => control('PATCH', `/game/accounts/${game.id}`, values);
const fault = (values: object) => control('POST', '/faults', { service: 'game-platform', ...values });

const add = (over: object = {}, who = sela) =>
  who.call('POST', '/api/roblox-accounts', {
    cookie: game.cookie,
    ratePerThousand: 3.5,
    ownershipConfirmed: true,
    ...over,
  });
const added = async (): Promise<string> => String((await add()).body.id);
const list = async (query = '', who = sela) => {
  const { body, headers } = await who.call('GET', `/api/roblox-accounts${query}`);
  return { rows: body as unknown as Record<string, unknown>[], total: headers['x-total-count'] };
};
const rowOf = async (id: string) =>
  (await test.database.asOwner('select * from roblox_accounts where id = $1', [id])).rows[0];

describe('adding an account', () => {
  it('puts it up for sale at once, with what the platform says about it', async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      userId: sela.id,
      username: game.username,
      robloxUserId: String(game.id),
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
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await list()).rows).toEqual([body]);
  });

  it('keeps the statement with time and address, and the cookie sealed', async () => {
    const id = await added();
    const row = await rowOf(id);
    expect(row).toMatchObject({ ownership_statement: OWNERSHIP_STATEMENT, ownership_ip: '127.0.0.1' });
    expect(row.ownership_confirmed_at).toBeInstanceOf(Date);
    expect(row.sealed_cookie.includes(Buffer.from(game.cookie.slice(-40)))).toBe(false);
    expect((await openSession(test.services, id)).cookie).toBe(game.cookie);
    await test.database.asOwner(
      'update roblox_accounts set sealed_cookie = (select sealed_cookie from roblox_accounts where id = $1) where id <> $1',
      [id],
    );
    const other = (await test.database.asOwner('select id from roblox_accounts where id <> $1 limit 1', [id]))
      .rows[0];
    await expect(openSession(test.services, other.id)).rejects.toThrow();
  });

  it.each([
    ['its name', (cookie: string) => `.ROBLOSECURITY=${cookie}`],
    ['blanks', (cookie: string) => `  ${cookie}\n`],
    ['no prefix', (cookie: string) => cookie.replace(/^_\|.*\|_/, '')],
  ])('takes the cookie with %s', async (_how, write) => {
    expect((await add({ cookie: write(game.cookie) })).status).toBe(201);
  });

  it('takes an account whose portrait cannot be had', async () => {
    await fault({ kind: 'status', status: 500, path: '/thumbnails', times: 9 });
    expect((await add()).body).toMatchObject({ profilePicture: null, status: 'online' });
  });

  it('missing confirmation is the standing statement; a denied one is refused', async () => {
    expect((await add({ ownershipConfirmed: false })).body).toMatchObject({
      code: 'ownership_not_confirmed',
    });
    expect((await add({ ownershipConfirmed: undefined })).status).toBe(201);
  });

  it.each<[name: string, over: object, status: number, code: string]>([
    ['rate 0.99', { ratePerThousand: 0.99 }, 400, 'invalid_amount'],
    ['rate 6.01', { ratePerThousand: '6.01' }, 400, 'invalid_amount'],
    ['rate with three decimals', { ratePerThousand: 3.505 }, 400, 'invalid_amount'],
    ['no rate', { ratePerThousand: undefined }, 400, 'invalid_amount'],
    ['an empty cookie', { cookie: '   ' }, 400, 'invalid_cookie'],
    ['a cookie of nobody', { cookie: 'ABCDEF' }, 400, 'invalid_cookie'],
    ['a cookie that would end the header', { cookie: 'AB\u0001C' }, 400, 'invalid_cookie'],
    ['a proxy', { proxyId: '0190f5d0-0000-7000-8000-000000000000' }, 400, 'invalid_proxy'],
    ['useProxy', { useProxy: true }, 400, 'invalid_proxy'],
    ['an unknown field', { pin: '1234' }, 400, 'invalid_input'],
  ])('%s is refused and nothing is kept', async (_name, over, status, code) => {
    const answer = await add(over);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await list()).rows).toEqual([]);
  });

  it.each<[name: string, arrange: () => Promise<unknown>, status: number, code: string]>([
    ['dead', () => change({ cookieValid: false }), 400, 'invalid_cookie'],
    ['moderated', () => change({ moderated: true }), 400, 'invalid_cookie'],
    ['challenged', () => change({ challenge: 'captcha', challengeOn: 'all' }), 400, 'two_factor_required'],
    ['unanswered', () => fault({ kind: 'status', status: 500 }), 502, 'outside_failed'],
    ['odd', () => fault({ kind: 'status', status: 200, body: {} }), 502, 'outside_failed'],
  ])('an account that is %s is refused and nothing is kept', async (_name, arrange, status, code) => {
    await arrange();
    const answer = await add();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await list()).rows).toEqual([]);
  });

  it('keeps the cookie that the platform rotated while it was tried', async () => {
    await fault({
      kind: 'slow',
      seconds: 0,
      path: '/currency',
      headers: { 'set-cookie': `.ROBLOSECURITY=NEW${game.id}; path=/` },
    });
    const { body } = await add();
    expect((await openSession(test.services, String(body.id))).cookie).toBe(`NEW${game.id}`);
  });

  it('one Roblox account is in one seller’s hands, also when both add it at once', async () => {
    const sam = await test.signIn('sam', 'seller');
    const answers = await Promise.all([add(), add({}, sam), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused!.body).toMatchObject({ code: 'account_exists' });
  });

  it('buyers and strangers have no accounts', async () => {
    const nova = await test.signIn('nova');
    expect((await add({}, nova)).body).toMatchObject({ code: 'seller_required' });
    const id = await added();
    const sam = await test.signIn('sam', 'seller');
    for (const [method, path, body] of [
      ['PUT', '', { status: 'offline' }],
      ['PATCH', '/cookie', { cookie: game.cookie }],
      ['POST', '/balance', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await sam.call(method, `/api/roblox-accounts/${id}${path}`, body);
      expect([answer.status, answer.body.code]).toEqual([404, 'account_not_found']);
    }
  });
});

describe('changing an account', () => {
  const put = (id: string, body: object) => sela.call('PUT', `/api/roblox-accounts/${id}`, body);

  it('goes off sale and on again, with the balance of that moment', async () => {
    const id = await added();
    expect((await put(id, { status: 'offline' })).body).toMatchObject({ status: 'offline', isActive: false });
    await change({ robux: 777 });
    const { status, body } = await put(id, { status: 'online' });
    expect([status, body.status, body.isActive, body.robuxBalance]).toEqual([200, 'online', true, 777]);
  });

  it('sells at another rate, within the limits', async () => {
    const id = await added();
    expect((await put(id, { ratePerThousand: '2.25' })).body).toMatchObject({ ratePerThousand: 2.25 });
    for (const ratePerThousand of [0.5, 7, -3, 'x']) {
      expect((await put(id, { ratePerThousand })).body).toMatchObject({ code: 'invalid_amount' });
    }
    expect((await put(id, {})).body).toMatchObject({ code: 'invalid_input' });
    expect((await list()).rows[0]).toMatchObject({ ratePerThousand: 2.25 });
  });

  it('is not activated with a cookie that is dead, and says so from then on', async () => {
    const id = await added();
    await put(id, { status: 'offline' });
    await change({ cookieValid: false });
    expect((await put(id, { status: 'online' })).body).toMatchObject({ code: 'invalid_cookie' });
    expect((await list()).rows[0]).toMatchObject({ status: 'invalid_cookie', isActive: false });
    await change({ cookieValid: true });
    expect((await put(id, { status: 'online' })).body).toMatchObject({
      status: 'online',
      statusReason: null,
    });
  });

  it('that meets a challenge is off sale with the type as its reason', async () => {
    const id = await added();
    await change({ challenge: 'twostepverification', challengeOn: 'all' });
    expect((await put(id, { status: 'online' })).body).toMatchObject({ code: 'two_factor_required' });
    const [row] = (await list()).rows;
    expect(row).toMatchObject({
      status: '2fa_required',
      statusReason: expect.stringContaining('twostepverification'),
    });
  });

  it('changes nothing when the platform does not answer', async () => {
    const id = await added();
    await put(id, { status: 'offline' });
    await fault({ kind: 'status', status: 503 });
    expect((await put(id, { status: 'online' })).status).toBe(502);
    expect((await list()).rows[0]).toMatchObject({ status: 'offline', isActive: false });
  });
});

describe('a fresh cookie', () => {
  const patch = (id: string, cookie: string) =>
    sela.call('PATCH', `/api/roblox-accounts/${id}/cookie`, { cookie });

  it('ends the trouble of the old one', async () => {
    const id = await added();
    await change({ cookieValid: false });
    await sela.call('POST', `/api/roblox-accounts/${id}/balance`);
    await change({ cookieValid: true });
    expect((await patch(id, game.cookie)).body).toMatchObject({ status: 'online', statusReason: null });
  });

  it('of another Roblox user, or of nobody, is refused and the old one stays', async () => {
    const id = await added();
    const before = await rowOf(id);
    const other = await gameAccount(1);
    expect(await patch(id, other.cookie)).toMatchObject({ status: 409, body: { code: 'cookie_of_another' } });
    expect(await patch(id, 'NOBODY')).toMatchObject({ status: 400, body: { code: 'invalid_cookie' } });
    expect(await rowOf(id)).toEqual(before);
  });

  it('does not put an account on sale that its owner took off', async () => {
    const id = await added();
    await sela.call('PUT', `/api/roblox-accounts/${id}`, { status: 'offline' });
    expect((await patch(id, game.cookie)).body).toMatchObject({ status: 'offline', isActive: false });
  });
});

describe('a balance refresh', () => {
  const refresh = (id: string) => sela.call('POST', `/api/roblox-accounts/${id}/balance`);

  it('reads the balance anew', async () => {
    const id = await added();
    await change({ robux: 123 });
    expect((await refresh(id)).body).toMatchObject({ robuxBalance: 123, status: 'online' });
  });

  it('that finds a dead cookie is a 200 that says so', async () => {
    const id = await added();
    await change({ cookieValid: false });
    expect(await refresh(id)).toMatchObject({
      status: 200,
      body: { status: 'invalid_cookie', robuxBalance: 5_000 },
    });
  });

  it('persists a rotated cookie, so that the next call works', async () => {
    const id = await added();
    await fault({
      kind: 'slow',
      seconds: 0,
      headers: { 'set-cookie': `.ROBLOSECURITY=TURN${game.id}; path=/` },
    });
    expect((await refresh(id)).status).toBe(200);
    expect((await openSession(test.services, id)).cookie).toBe(`TURN${game.id}`);
    expect((await refresh(id)).body).toMatchObject({ status: 'online' });
  });

  it('goes on with a cookie that somebody else had rotated meanwhile', async () => {
    const id = await added();
    const rotate = async () => {
      const session = await openSession(test.services, id);
      await fault({
        kind: 'slow',
        seconds: 0,
        path: '/users',
        headers: { 'set-cookie': `.ROBLOSECURITY=TWICE${game.id}; path=/` },
      });
      await test.services.game.whoAmI(session);
    };
    // the first call is under way with the old cookie while another one has it rotated
    await fault({ kind: 'slow', seconds: 0.4, path: '/users' });
    const [answer] = await Promise.all([
      refresh(id),
      new Promise((done) => setTimeout(done, 150)).then(rotate),
    ]);
    expect(answer.body).toMatchObject({ status: 'online' });
  });
});

describe('removing an account', () => {
  const remove = (id: string) => sela.call('DELETE', `/api/roblox-accounts/${id}`);

  it('wipes the cookie, and the Roblox account may come back', async () => {
    const id = await added();
    expect(await remove(id)).toMatchObject({ status: 200, body: { success: true } });
    expect(await rowOf(id)).toMatchObject({
      sealed_cookie: null,
      is_active: false,
      removed_at: expect.any(Date),
    });
    expect((await remove(id)).status).toBe(404);
    expect((await add()).status).toBe(201);
  });

  it('waits for open orders', async () => {
    const id = await added();
    await test.database.asOwner('update roblox_accounts set reserved_robux = 100 where id = $1', [id]);
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'open_orders' } });
    expect((await list()).rows).toHaveLength(1);
  });

  it('is for good: the database refuses to bring one back', async () => {
    const id = await added();
    await remove(id);
    for (const set of ['removed_at = null', "sealed_cookie = 'x'", 'is_active = true']) {
      const revived = test.database.asOwner(`update roblox_accounts set ${set} where id = $1`, [id]);
      await expect(revived).rejects.toThrow(/is removed/);
    }
  });

  it('forgetting a person leaves bare rows', async () => {
    const first = await added();
    await remove(first);
    const id = await added();
    await inTransaction(test.services.db, (tx) => forgetAccountsOf(tx, sela.id));
    for (const one of [first, id]) {
      const bare = { username: 'deleted', profile_picture: null, ownership_ip: '', sealed_cookie: null };
      expect(await rowOf(one)).toMatchObject({ ...bare, roblox_user_id: 0 });
    }
  });
});

describe('the list', () => {
  it('is paged, searched and sorted, own accounts only, newest first', async () => {
    for (const robux of [300, 100, 200]) {
      game = await gameAccount(robux);
      await add();
    }
    const newest = await list();
    expect(newest.rows.map((row) => row.robuxBalance)).toEqual([200, 100, 300]);
    expect(Number(newest.total)).toBe(3);
    const page = await list('?sort=robuxBalance&dir=desc&page=2&pageSize=2');
    expect(page.rows.map((row) => row.robuxBalance)).toEqual([100]);
    expect(Number(page.total)).toBe(3);
    const found = await list(`?search=${game.username.toUpperCase()}`);
    expect(found.rows.map((row) => row.username)).toEqual([game.username]);
    expect((await list(`?search=${game.id}`)).rows).toHaveLength(1);
    expect((await list('?search=%25')).rows).toEqual([]);
    expect((await list('?page=0')).rows).toMatchObject({ code: 'invalid_input' });
  });
});

it('no cookie is ever in a log', () => {
  expect(test.log()).toContain('/api/roblox-accounts');
  expect(test.log()).not.toContain('WARNING:-DO-NOT-SHARE');
  expect(test.log()).not.toContain(game.cookie.slice(-60));
});
