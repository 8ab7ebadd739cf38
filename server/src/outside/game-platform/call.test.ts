import { setTimeout as sleep } from 'node:timers/promises';
import { robux } from '@sterling/contract/money.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { errors, sessionOf, troubleOf, useGameWorld } from '../../../test/game.ts';
import type { GameSession } from '../game-platform.ts';

const world = useGameWorld();

describe('S6.01 the session', () => {
  it('gets its CSRF token once and keeps it', async () => {
    const session = sessionOf(world.sela);
    expect(await world.game.buyGamepass(session, world.purchase({ expectedPrice: robux(1) }))).toMatchObject({
      reason: 'PriceChanged',
    });
    expect(await world.game.buyGamepass(session, world.purchase({ expectedPrice: robux(2) }))).toMatchObject({
      reason: 'PriceChanged',
    });
    expect((await world.sandbox.requests()).map(({ status }) => status)).toEqual([403, 200, 200]);
  });

  it('replaces a stale token, and repeats the call only once', async () => {
    const session = sessionOf(world.sela);
    session.csrf = 'stale';
    await world.arm({
      kind: 'status',
      status: 403,
      headers: { 'x-csrf-token': 'other' },
      body: errors(0, 'XSRF token invalid'),
    });
    expect(await troubleOf(world.game.buyGamepass(session, world.purchase()))).toEqual({ kind: 'protocol' });
    expect((await world.purchasesSeen()).map(({ status }) => status)).toEqual([403, 403]);
    expect((await world.look(world.sela)).robux).toBe(5_000);
  });

  it('stores a rotated cookie before it continues, even after an error', async () => {
    const session = sessionOf(world.sela);
    await world.arm({
      kind: 'status',
      status: 500,
      headers: { 'set-cookie': '.ROBLOSECURITY=ROTATED-1; path=/; secure' },
    });
    expect(await troubleOf(world.game.whoAmI(session))).toEqual({ kind: 'unavailable' });
    expect([session.cookie, session.persisted]).toEqual(['ROTATED-1', ['ROTATED-1']]);
    expect(await world.game.whoAmI(session)).toMatchObject({ id: String(world.sela.id) });
    expect(await troubleOf(world.game.whoAmI(sessionOf(world.sela)))).toEqual({ kind: 'invalid_cookie' });
  });

  it('stores a rotated cookie from an unreadable answer', async () => {
    const session = sessionOf(world.sela);
    await world.arm({ kind: 'huge', headers: { 'set-cookie': '.ROBLOSECURITY=ROTATED-2; path=/' } });
    expect(await troubleOf(world.game.whoAmI(session))).toEqual({ kind: 'protocol' });
    expect(session.persisted).toEqual(['ROTATED-2']);
  });

  it('does not use a cookie that could not be stored', async () => {
    const session: GameSession = {
      ...sessionOf(world.sela),
      rotated: () => Promise.reject(new Error('no database')),
    };
    await world.arm({
      kind: 'slow',
      seconds: 0,
      headers: { 'set-cookie': '.ROBLOSECURITY=ROTATED-3; path=/' },
    });
    await expect(world.game.whoAmI(session)).rejects.toThrow('no database');
    expect(session.cookie).toBe(world.sela.cookie);
  });
});

describe('S6.07 a proxy', () => {
  let user = 0;
  let url: string;
  const proxyUrl = () => url;
  /** Each test has its own proxy that no call has used before. */
  beforeEach(() => {
    user += 1;
    url = world.sandbox.url.replace('http://', `http://ann${user}:secret@`);
  });
  const direct = async () => (await world.sandbox.requests()).filter(({ via }) => via === null);

  it('carries every call of its session', async () => {
    expect(await world.game.robuxBalance(sessionOf(world.sela, proxyUrl()))).toBe(5_000);
    const [request] = await world.sandbox.requests();
    expect(request!.via).toMatch(new RegExp(`^ann${user}@`));
  });

  it.each([
    ['wants another password', { kind: 'status', status: 407 }],
    ['hangs up', { kind: 'reset-before' }],
    ['says nothing', { kind: 'timeout-before' }],
    ['breaks in the middle', { kind: 'reset-after' }],
  ])('that %s gives a proxy error, and nothing goes out directly', async (_name, fault) => {
    await world.sandbox.control('POST', '/faults', { service: 'proxy', ...fault });
    expect(await troubleOf(world.game.whoAmI(sessionOf(world.sela, proxyUrl())))).toEqual({ kind: 'proxy' });
    expect(await direct()).toEqual([]);
  });

  it('that breaks during a purchase leaves it unclear', async () => {
    const session = sessionOf(world.sela, proxyUrl());
    await world.game.buyGamepass(session, world.purchase({ expectedPrice: robux(1) }));
    url = url.replace(':secret', ':other');
    const other = { ...sessionOf(world.sela, proxyUrl()), csrf: session.csrf };
    await world.sandbox.control('POST', '/faults', { service: 'proxy', kind: 'reset-after' });
    expect(await world.game.buyGamepass(other, world.purchase())).toMatchObject({ kind: 'unclear' });
    expect((await world.look(world.sela)).robux).toBe(4_000);
  });

  it('has one shared agent, and a new one after a failure; running calls finish', async () => {
    const tunnels = async () =>
      (await world.sandbox.control<unknown[]>('GET', '/requests?service=proxy')).length;
    await world.game.robuxBalance(sessionOf(world.sela, proxyUrl()));
    await sleep(50);
    await world.game.robuxBalance(sessionOf(world.nova, proxyUrl()));
    expect(await tunnels()).toBe(1);
    await world.arm({ kind: 'slow', seconds: 1, path: '/currency' });
    const slow = world.game.robuxBalance(sessionOf(world.sela, proxyUrl()));
    await expect.poll(async () => (await world.sandbox.requests()).length).toBe(3);
    await world.arm({ kind: 'reset-before', path: '/authenticated' });
    expect(await troubleOf(world.game.whoAmI(sessionOf(world.nova, proxyUrl())))).toEqual({ kind: 'proxy' });
    expect(await slow).toBe(5_000);
    const before = await tunnels();
    await world.game.robuxBalance(sessionOf(world.nova, proxyUrl()));
    expect(await tunnels()).toBe(before + 1);
  });

  it('is reported as failed when it lets nothing through, but not when Roblox refuses', async () => {
    const failed: string[] = [];
    const through = (proxy: string) => ({
      ...sessionOf(world.sela, proxy),
      proxyFailed: async () => void failed.push(proxy),
    });
    await world.arm({ kind: 'status', status: 500 });
    await troubleOf(world.game.whoAmI(through(proxyUrl())));
    expect(failed).toEqual([]);
    await troubleOf(world.game.whoAmI(through('http://127.0.0.1:1')));
    expect(failed).toEqual(['http://127.0.0.1:1']);
  });

  it('also carries requests for portraits, which have no cookie', async () => {
    await world.game.headshots([String(world.sela.id)], { proxyUrl: proxyUrl() });
    const requests = await world.sandbox.requests();
    expect(requests.map(({ via, headers }) => [via === null, headers.cookie])).toEqual(
      requests.map(() => [false, undefined]),
    );
    expect(requests.length).toBeGreaterThan(0);
  });

  it.each([
    ['works', null, null],
    [
      'wants another password',
      { kind: 'status', status: 407 },
      'The proxy rejected the username and password.',
    ],
    ['refuses this destination', { kind: 'status', status: 403 }, 'The proxy refused to connect to Roblox.'],
    ['hangs up', { kind: 'reset-before' }, 'No response.'],
  ])('that %s is tested, and the reason of a failure is given in words', async (_name, fault, why) => {
    if (fault) await world.sandbox.control('POST', '/faults', { service: 'proxy', ...fault });
    expect(await world.game.whyUnreachable(proxyUrl())).toBe(why);
    expect(await direct()).toEqual([]);
  });

  it('with an address that is not public is never connected', async () => {
    const inside = "Private addresses aren't allowed.";
    for (const host of ['127.0.0.1:1', '[::1]:1', '169.254.169.254:80', '10.0.0.1:3128']) {
      expect(await world.game.whyUnreachable(`http://${host}`)).toBe(inside);
    }
  });
});
