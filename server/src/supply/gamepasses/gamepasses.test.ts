import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openTestSandbox,
  type SandboxAccount,
  type SandboxPass,
  type TestSandbox,
} from '../../../test/sandbox.ts';
import { openGamePlatform } from '../../outside/game-platform/game-platform.ts';
import type { GamePlatform } from '../../outside/game-platform.ts';
import { Refusal } from '../../refusal.ts';
import { askPass, askPassAtPrice, passIdOf } from './gamepasses.lookups.ts';

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
const asked = async () => (await sandbox.requests()).length;
const refusalOf = async (asking: Promise<unknown>) => {
  const error = await asking.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw error;
  return error.code;
};

describe('asking for a pass', () => {
  it('reads it as nobody in particular', async () => {
    expect(passIdOf(pass.url)).toBe(String(pass.id));
    const seen = await askPass(game, String(pass.id));
    expect(seen).toMatchObject({ id: String(pass.id), productId: String(pass.productId), priceRobux: 1_000 });
  });

  it('refuses one that is gone, off sale, no pass or not answered', async () => {
    expect(await refusalOf(askPass(game, '1'))).toBe('gamepass_not_found');
    await change({ isForSale: false });
    expect(await refusalOf(askPass(game, String(pass.id)))).toBe('gamepass_not_for_sale');
    await sandbox.control('POST', '/faults', { service: 'game-platform', kind: 'html' });
    expect(await refusalOf(askPass(game, String(pass.id)))).toBe('outside_failed');
    expect(() => passIdOf('https://rob1ox.com/game-pass/1')).toThrow('Invalid gamepass URL');
  });
});

describe('asking for a pass at a price', () => {
  const at = async (price: number) => (await askPassAtPrice(game, String(pass.id), robux(price))).priceRobux;

  it('uses what was seen within the last minute', async () => {
    await askPass(game, String(pass.id));
    expect([await at(1_000), await at(1_000), await asked()]).toEqual([1_000, 1_000, 1]);
  });

  it('asks anew where the known price is another: it may have just been corrected', async () => {
    await askPass(game, String(pass.id));
    await change({ price: 500 });
    expect([await at(500), await asked()]).toEqual([500, 2]);
    expect([await at(999), await asked()]).toEqual([500, 3]);
  });

  it('asks anew after a minute', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    await askPass(game, String(pass.id));
    await change({ price: 500 });
    vi.setSystemTime(now + 60_000);
    expect(await at(1_000)).toBe(1_000);
    vi.setSystemTime(now + 60_001);
    expect(await at(1_000)).toBe(500);
  });

  it('does not remember a pass that cannot be bought', async () => {
    await change({ isForSale: false });
    expect(await refusalOf(at(1_000))).toBe('gamepass_not_for_sale');
    await change({ isForSale: true });
    expect(await at(1_000)).toBe(1_000);
  });
});
