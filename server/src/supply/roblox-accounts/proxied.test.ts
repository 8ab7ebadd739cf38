import { beforeEach, describe, expect, test } from 'vitest';
import type { Called } from '../../../test/app.ts';
import type { SandboxRequest } from '../../../test/sandbox.ts';
import { useSellerWorld } from '../../../test/seller.ts';
import { openRobloxSession } from './session.ts';

const world = useSellerWorld();
let proxy: Called['body'];
let user = 0;
beforeEach(async () => {
  user += 1;
  proxy = (await addProxy()).body;
  await world.control('DELETE', '/requests');
});

const addProxy = (username = `ann${user}`, who = world.sela) =>
  who.call('POST', '/api/proxies', {
    host: '127.0.0.1',
    port: Number(new URL(world.app.sandboxUrl).port),
    username,
    password: 'secret',
  });
const put = (id: unknown, body: object) => world.sela.call('PUT', `/api/roblox-accounts/${id}`, body);
/** The proxy users of all calls with a cookie. Null stands for a direct call. */
async function routesWithCookie(): Promise<(string | null)[]> {
  const requests = await world.control<SandboxRequest[]>('GET', '/requests?service=game-platform');
  const vias = requests.filter(({ headers }) => headers.cookie).map(({ via }) => via?.split('@')[0] ?? null);
  return [...new Set(vias)];
}
async function allRoutes(): Promise<(string | null)[]> {
  const requests = await world.control<SandboxRequest[]>('GET', '/requests?service=game-platform');
  return [...new Set(requests.map(({ via }) => via?.split('@')[0] ?? null))];
}
const down = () =>
  world.control('POST', '/faults', { service: 'proxy', kind: 'status', status: 407, times: 50 });

describe('S6.07 an account with a proxy', () => {
  test('is added through its proxy and uses no other route', async () => {
    const { status, body } = await world.add({ proxyId: proxy.id });
    expect([status, body]).toMatchObject([
      201,
      {
        proxyId: proxy.id,
        proxy: { host: '127.0.0.1', port: proxy.port, username: `ann${user}`, status: 'active' },
      },
    ]);
    expect(await allRoutes()).toEqual([`ann${user}`]);
    await world.sela.call('POST', `/api/roblox-accounts/${body.id}/balance`);
    await put(body.id, { status: 'offline' });
    await put(body.id, { status: 'online' });
    await world.sela.call('PATCH', `/api/roblox-accounts/${body.id}/cookie`, { cookie: world.game.cookie });
    expect(await allRoutes()).toEqual([`ann${user}`]);
  });

  test('without a proxy connects directly', async () => {
    const { body } = await world.add({ proxyId: null });
    expect([body.proxyId, body.proxy, await routesWithCookie()]).toEqual([null, null, [null]]);
  });

  test('with useProxy gets the active proxy with the fewest accounts', async () => {
    const other = (await addProxy('zoe')).body;
    const first = await world.add({ useProxy: true });
    world.app.internet.resolved.length = 0;
    const game = await world.gameAccount(10);
    const second = await world.add({ useProxy: true, cookie: game.cookie });
    expect([first.body.proxyId, second.body.proxyId]).toEqual([proxy.id, other.id]);
  });

  test('with useProxy is refused if no proxy is active', async () => {
    await world.app.database.asOwner(
      `update proxies set status = 'failing', status_reason = 'x', checked_at = now() where user_id = $1`,
      [world.sela.id],
    );
    const { status, body } = await world.add({ useProxy: true });
    expect([status, body]).toMatchObject([400, { code: 'invalid_proxy', hint: 'You have no active proxy.' }]);
    expect((await world.add({ useProxy: false })).status).toBe(201);
  });

  test('is refused with another seller’s proxy, without a call to Roblox', async () => {
    const mira = await world.app.signIn('mira', 'seller');
    const foreign = (await addProxy('mira', mira)).body;
    await world.control('DELETE', '/requests');
    const { status, body } = await world.add({ proxyId: foreign.id });
    expect([status, body.code, await allRoutes()]).toEqual([400, 'invalid_proxy', []]);
    const id = await world.added();
    expect((await put(id, { proxyId: foreign.id })).body).toMatchObject({ code: 'invalid_proxy' });
    expect((await world.rowOf(id)).proxy_id).toBe(null);
  });

  test('is not added while its proxy is down, and its cookie is not sent', async () => {
    const fresh = (await addProxy('fresh')).body;
    await world.app.database.asOwner(`update proxies set check_due_at = now() + interval '1 hour'`);
    await world.control('DELETE', '/requests');
    await down();
    const another = (await addProxy('another')).body;
    expect(another.status).toBe('failing');
    const { status, body } = await world.add({ proxyId: another.id });
    expect([status, body]).toMatchObject([
      400,
      { code: 'invalid_proxy', hint: 'The proxy does not let us through to Roblox.' },
    ]);
    expect(await allRoutes()).toEqual([]);
    expect(fresh.status).toBe('active');
  });
});

describe('S6.07 the proxy of an account', () => {
  test('can be changed to another working proxy, and removed', async () => {
    const { body } = await world.add({ proxyId: proxy.id });
    const other = (await addProxy('zoe')).body;
    expect((await put(body.id, { proxyId: other.id })).body).toMatchObject({ proxyId: other.id });
    await world.control('DELETE', '/requests');
    await world.sela.call('POST', `/api/roblox-accounts/${body.id}/balance`);
    expect(await routesWithCookie()).toEqual(['zoe']);
    expect((await put(body.id, { proxyId: null })).body).toMatchObject({ proxyId: null, proxy: null });
    expect((await openRobloxSession(world.app.services, String(body.id))).proxyUrl).toBe(null);
  });

  test('is checked before the change, and an activation in the same call uses it', async () => {
    const id = await world.added();
    await put(id, { status: 'offline' });
    await world.control('DELETE', '/requests');
    const { body } = await put(id, { proxyId: proxy.id, status: 'online' });
    expect([body.proxyId, body.status, await allRoutes()]).toEqual([proxy.id, 'online', [`ann${user}`]]);
    await down();
    const dead = (await addProxy('dead')).body;
    const refused = await put(id, { proxyId: dead.id });
    expect(refused.body).toMatchObject({
      code: 'invalid_proxy',
      hint: 'The proxy rejected the username and password.',
    });
    expect((await world.rowOf(id)).proxy_id).toBe(proxy.id);
  });

  test('is released when the account is removed', async () => {
    const { body } = await world.add({ proxyId: proxy.id });
    await world.sela.call('DELETE', `/api/roblox-accounts/${body.id}`);
    expect((await world.rowOf(String(body.id))).proxy_id).toBe(null);
  });
});
