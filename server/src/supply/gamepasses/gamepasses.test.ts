import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openTestSandbox,
  type SandboxAccount,
  type SandboxPass,
  type TestSandbox,
} from '../../../test/sandbox.ts';
import { openGamePlatform } from '../../outside/game-platform/open.ts';
import type { GamePlatform } from '../../outside/game-platform.ts';
import { Refusal } from '../../refusal.ts';
import { passIdOf, readPass, readPassAtPrice } from './gamepasses.lookups.ts';

let sandbox: TestSandbox;
let game: GamePlatform;
let nova: SandboxAccount;
let pass: SandboxPass;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  nova = await sandbox.account('nova', 0);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  vi.useRealTimers();
  game = openGamePlatform(sandbox.config);
  pass = await sandbox.pass(nova.id, 1_000);
  await sandbox.forget();
});

const change = (values: object) => sandbox.control('PATCH', `/game/passes/${pass.id}`, values);
const requestCount = async () => (await sandbox.requests()).length;
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw error;
  return error.code;
};

describe('reading a pass', () => {
  it('reads a pass without a cookie', async () => {
    expect(passIdOf(pass.url)).toBe(String(pass.id));
    const seen = await readPass(game, String(pass.id));
    expect(seen).toMatchObject({ id: String(pass.id), productId: String(pass.productId), priceRobux: 1_000 });
  });

  it('refuses a pass that does not exist, is off sale, cannot be read or has an invalid address', async () => {
    expect(await refusalOf(readPass(game, '1'))).toBe('gamepass_not_found');
    await change({ isForSale: false });
    expect(await refusalOf(readPass(game, String(pass.id)))).toBe('gamepass_not_for_sale');
    await expect(readPass(game, String(pass.id))).rejects.toMatchObject({
      hint: 'This gamepass is not on sale. Put it on sale and try again.',
    });
    await sandbox.control('POST', '/faults', { service: 'game-platform', kind: 'html' });
    expect(await refusalOf(readPass(game, String(pass.id)))).toBe('outside_failed');
    expect(() => passIdOf('https://rob1ox.com/game-pass/1')).toThrow('Invalid gamepass URL');
  });
});

describe('reading a pass at an expected price', () => {
  const at = async (price: number) => (await readPassAtPrice(game, String(pass.id), robux(price))).priceRobux;

  it('uses a pass that was read within the last minute', async () => {
    await readPass(game, String(pass.id));
    expect([await at(1_000), await at(1_000), await requestCount()]).toEqual([1_000, 1_000, 1]);
  });

  it('reads the pass again when the cached price differs from the expected price', async () => {
    await readPass(game, String(pass.id));
    await change({ price: 500 });
    expect([await at(500), await requestCount()]).toEqual([500, 2]);
    expect([await at(999), await requestCount()]).toEqual([500, 3]);
  });

  it('reads the pass again after a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    await readPass(game, String(pass.id));
    await change({ price: 500 });
    vi.advanceTimersByTime(60_000);
    expect(await at(1_000)).toBe(1_000);
    vi.advanceTimersByTime(1);
    expect(await at(1_000)).toBe(500);
  });

  it('does not cache a pass that cannot be bought', async () => {
    await change({ isForSale: false });
    expect(await refusalOf(at(1_000))).toBe('gamepass_not_for_sale');
    await change({ isForSale: true });
    expect(await at(1_000)).toBe(1_000);
  });
});
