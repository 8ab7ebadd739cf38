import { robux } from '@sterling/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { errors, sessionOf, troubleOf, useGameWorld } from '../../../test/game.ts';
import type { GameSession } from '../game-platform.ts';

const world = useGameWorld();

describe('the session', () => {
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

  it('gets another token when the kept one is stale, and repeats once only', async () => {
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

  it('persists a rotated cookie before it goes on, on an error too', async () => {
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

  it('persists one that came with an answer that cannot be read', async () => {
    const session = sessionOf(world.sela);
    await world.arm({ kind: 'huge', headers: { 'set-cookie': '.ROBLOSECURITY=ROTATED-2; path=/' } });
    expect(await troubleOf(world.game.whoAmI(session))).toEqual({ kind: 'protocol' });
    expect(session.persisted).toEqual(['ROTATED-2']);
  });

  it('does not go on with a cookie that could not be persisted', async () => {
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

describe('a proxy', () => {
  const proxyUrl = () => world.sandbox.url.replace('http://', 'http://ann:secret@');
  const direct = async () => (await world.sandbox.requests()).filter(({ via }) => via === null);

  it('is the way of every call of its session', async () => {
    expect(await world.game.robuxBalance(sessionOf(world.sela, proxyUrl()))).toBe(5_000);
    const [request] = await world.sandbox.requests();
    expect(request!.via).toMatch(/^ann@/);
  });

  it.each([
    ['wants another password', { kind: 'status', status: 407 }],
    ['hangs up', { kind: 'reset-before' }],
    ['says nothing', { kind: 'timeout-before' }],
    ['breaks in the middle', { kind: 'reset-after' }],
  ])('that %s is a proxy trouble, and nothing goes direct', async (_name, fault) => {
    await world.sandbox.control('POST', '/faults', { service: 'proxy', ...fault });
    expect(await troubleOf(world.game.whoAmI(sessionOf(world.sela, proxyUrl())))).toEqual({ kind: 'proxy' });
    expect(await direct()).toEqual([]);
  });

  it('that breaks under a purchase leaves it unclear', async () => {
    const session = sessionOf(world.sela, proxyUrl());
    await world.game.buyGamepass(session, world.purchase({ expectedPrice: robux(1) }));
    const other = { ...sessionOf(world.sela, proxyUrl()), csrf: session.csrf };
    await world.sandbox.control('POST', '/faults', { service: 'proxy', kind: 'reset-after' });
    expect(await world.game.buyGamepass(other, world.purchase())).toMatchObject({ kind: 'unclear' });
    expect((await world.look(world.sela)).robux).toBe(4_000);
  });
});
