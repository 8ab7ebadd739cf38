import { robux } from '@sterling/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { sessionOf, troubleOf, useGameWorld } from '../../../test/game.ts';
import type { SandboxAccount } from '../../../test/sandbox.ts';

const world = useGameWorld();

describe("S4.08 setting a gamepass's price", () => {
  const wanted = (price: number, over: object = {}) => ({
    passId: String(world.pass.id),
    universeId: String(world.pass.universeId),
    price: robux(price),
    ...over,
  });

  it('sets it, puts the pass on sale and ends managed pricing', async () => {
    await world.changePass({ isForSale: false });
    expect(await world.game.setGamepassPrice(sessionOf(world.nova), wanted(1_430))).toEqual({ kind: 'set' });
    await world.change(world.sela, { regionFactor: 0.4 });
    expect(await world.game.gamepass(String(world.pass.id), sessionOf(world.sela))).toMatchObject({
      isForSale: true,
      payerPrice: 1_430,
    });
  });

  it('answers Roblox’s reason for a refusal', async () => {
    const set = (account: SandboxAccount, over: object) =>
      world.game.setGamepassPrice(sessionOf(account), wanted(5, over));
    expect(await set(world.sela, {})).toEqual({
      kind: 'refused',
      errorCode: 'UnauthorizedAccess',
    });
    expect(await set(world.nova, { passId: '1' })).toEqual({
      kind: 'refused',
      errorCode: 'PassNotFound',
    });
    expect(await set(world.nova, { price: robux(0) })).toEqual({
      kind: 'refused',
      errorCode: 'BadRequest',
    });
    await world.changePass({ activeInPO: true });
    expect(await set(world.nova, {})).toEqual({ kind: 'refused', errorCode: 'ActiveInPO' });
  });

  it('succeeds only when the new price is read back', async () => {
    await world.arm({ kind: 'status', method: 'PATCH', status: 204 });
    expect(await world.game.setGamepassPrice(sessionOf(world.nova), wanted(77))).toMatchObject({
      errorCode: 'NotApplied',
    });
    await world.arm({ kind: 'timeout-after', method: 'PATCH' });
    expect(await world.game.setGamepassPrice(sessionOf(world.nova), wanted(78))).toMatchObject({
      kind: 'unclear',
    });
    await world.arm({ kind: 'status', status: 500, path: '/creator' });
    expect(await world.game.setGamepassPrice(sessionOf(world.nova), wanted(79))).toMatchObject({
      kind: 'unclear',
    });
    await world.change(world.nova, { cookieValid: false });
    expect(await troubleOf(world.game.setGamepassPrice(sessionOf(world.nova), wanted(80)))).toEqual({
      kind: 'invalid_cookie',
    });
  });
});
