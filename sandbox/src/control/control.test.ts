import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type GameAccount, openTestSandbox, type TestSandbox } from '../test-kit.ts';

interface World {
  people: { username: string }[];
  accounts: GameAccount[];
  passes: { id: number; productId: number; price: number }[];
  height: number;
  price: Record<string, string>;
  clock: { offsetSeconds: number };
}

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

test('the seed has the demo people, a dozen accounts with stock, gamepass creators and a mature chain', async () => {
  const world = await state();
  expect(world.people.map(({ username }) => username)).toEqual(['nova', 'sela', 'ada', 'otto']);
  expect(world.accounts.filter(({ robux }) => robux >= 2_000 && robux <= 250_000)).toHaveLength(12);
  expect(world.accounts.some(({ id }) => id > 10_000_000_000)).toBe(true);
  expect(world.accounts.every(({ cookie }) => cookie.startsWith('_|WARNING:-DO-NOT-SHARE-THIS.--'))).toBe(
    true,
  );
  expect(world.passes.map(({ price }) => price)).toEqual(expect.arrayContaining([100, 500, 1_000, 5_000]));
  expect(world.height).toBeGreaterThan(120);
});

test('every new gamepass has its own product id', async () => {
  const { passes } = await state();
  const taken = new Set(passes.map(({ productId }) => productId));
  for (let made = 0; made < 300; made++) {
    const pass = { ownerId: 156_402_338, price: 10, name: 'One of many' };
    const { productId } = await sandbox.control<{ productId: number }>('POST', '/game/passes', pass);
    expect(taken.has(productId)).toBe(false);
    taken.add(productId);
  }
});

test('two new sandboxes have the same seed', async () => {
  const other = await openTestSandbox();
  await sandbox.control('POST', '/reset');
  const [here, there] = [await state(), await other.control<World>('GET', '/state')];
  await other.close();
  expect(there.accounts.map(({ cookie }) => cookie)).toEqual(here.accounts.map(({ cookie }) => cookie));
  expect(there.passes.map(({ id }) => id)).toEqual(here.passes.map(({ id }) => id));
});

test('a reset restores the seed, keeps the chain and never reuses an id', async () => {
  const before = await state();
  const made = await account('soon_gone');
  await sandbox.control('POST', '/price', { usd: 1 });
  await sandbox.control('POST', '/clock', { advanceSeconds: 99 });
  await sandbox.control('POST', '/litecoin/mine', { blocks: 2 });
  await sandbox.control('PATCH', `/game/accounts/${before.accounts[0]?.id}`, {
    robux: 3,
    cookieValid: false,
  });
  await sandbox.control('POST', '/faults', { service: 'discord', kind: 'html' });
  await sandbox.control('POST', '/reset');

  const after = await state();
  const stillSeeded = ({ id, robux, cookie }: GameAccount) => ({ id, robux, cookie });
  expect(after.accounts.map(stillSeeded)).toEqual(before.accounts.map(stillSeeded));
  expect(after.price.kraken).toBe('85.00');
  expect(after.clock.offsetSeconds).toBe(0);
  expect(after.height).toBe(before.height + 2);
  expect(await sandbox.control('GET', '/faults')).toEqual([]);
  expect((await account('soon_gone')).id).not.toBe(made.id);
});

describe('refusals of the control API', () => {
  test.each([
    ['POST', '/litecoin/mine', { blocks: 0 }, 'blocks'],
    ['POST', '/litecoin/mine', { block: 1 }, 'blocks'],
    ['POST', '/litecoin/mine', { blocks: 1, now: true }, 'now'],
    ['POST', '/litecoin/send', { address: 'rltc1x', ltc: '0.000000001' }, 'ltc'],
    ['POST', '/litecoin/send', { address: 'rltc1x', ltc: -1 }, 'ltc'],
    ['POST', '/litecoin/send', { outputs: [{ address: 'rltc1x' }] }, 'outputs.0.ltc'],
    ['POST', '/litecoin/send', { address: 'not an address', ltc: 1 }, 'address'],
    ['POST', '/price', { usd: 'much' }, 'usd'],
    ['POST', '/price', { usd: 1, source: 'binance' }, 'source'],
    ['POST', '/clock', { advanceSeconds: -5 }, 'advanceSeconds'],
    ['POST', '/game/accounts', { username: 'x', robux: 5 }, 'username'],
    ['POST', '/game/accounts', { username: 'fine', robux: 1.5 }, 'robux'],
    ['PATCH', '/game/accounts/318204771', { challenge: 'riddle' }, 'challenge'],
    ['POST', '/game/passes', { ownerId: 5, price: 5, name: 'n' }, 'ownerId'],
    ['POST', '/faults', { service: 'paypal', kind: 'html' }, 'service'],
    ['POST', '/faults', { service: 'discord', kind: 'rain' }, 'kind'],
    ['PATCH', '/tips', { behind: -1 }, 'behind'],
    ['GET', '/requests?service=paypal', undefined, 'service'],
  ])('%s %s %j is a 400 that names the wrong field', async (method, path, body, field) => {
    const answer = await call(`${sandbox.url}/control${path}`, method, body);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { field, message: expect.stringContaining(field) } },
    });
  });

  test('invalid JSON is a 400, and an empty JSON request has no body', async () => {
    const headers = { 'content-type': 'application/json' };
    const broken = await fetch(`${sandbox.url}/control/price`, { method: 'POST', headers, body: '{"usd":' });
    expect(broken.status).toBe(400);
    const empty = await fetch(`${sandbox.url}/control/reset`, { method: 'POST', headers });
    expect(empty.status).toBe(200);
  });

  test('a taken username is a 409, and an unknown call is a 404', async () => {
    const taken = await call(`${sandbox.url}/control/game/accounts`, 'POST', {
      username: 'selavault',
      robux: 1,
    });
    expect(taken).toMatchObject({ status: 409, body: { error: { field: 'username' } } });
    expect((await call(`${sandbox.url}/control/nothing`, 'POST', {})).status).toBe(404);
  });
});

test('the second tip source agrees, lags, forks or stops answering as configured', async () => {
  const { height } = await state();
  const tip = async () => (await call(`${sandbox.url}/tips`)).body;
  const honest = await tip();
  expect(honest.height).toBe(height);
  await sandbox.control('PATCH', '/tips', { behind: 4 });
  expect((await tip()).height).toBe(height - 4);
  await sandbox.control('PATCH', '/tips', { behind: 0, fork: true });
  expect((await tip()).hash).not.toBe(honest.hash);
  await sandbox.control('PATCH', '/tips', { fork: false, silent: true });
  await expect(fetch(`${sandbox.url}/tips`, { signal: AbortSignal.timeout(150) })).rejects.toThrow();
  await sandbox.control('PATCH', '/tips', { silent: false });
  expect(await (await fetch(`${sandbox.url}/tips/blocks/tip/hash`)).text()).toBe(honest.hash);
});

test('the sandbox serves its web page', async () => {
  for (const [path, type] of [
    ['/', 'text/html'],
    ['/page.css', 'text/css'],
    ['/page.js', 'text/javascript'],
    ['/rows.js', 'text/javascript'],
  ] as const) {
    expect((await call(sandbox.url + path)).headers.get('content-type')).toContain(type);
  }
});

function state(): Promise<World> {
  return sandbox.control('GET', '/state');
}

function account(username: string): Promise<GameAccount> {
  return sandbox.control('POST', '/game/accounts', { username, robux: 10 });
}
