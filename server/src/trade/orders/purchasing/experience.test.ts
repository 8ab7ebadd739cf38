import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Called } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../../test/order-world.ts';
import type { SandboxAccount, SandboxPass, SandboxRequest } from '../../../../test/sandbox.ts';
import { stepNow } from '../../../../test/steps.ts';
import { withAccountLock } from '../../../supply/roblox-accounts/account-lock.ts';

/** The search for a pass's experience. No worker runs here. */
let world: OrderWorld;
let made = 0;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(async () => {
  await world.clear();
});
afterAll(() => world.close());

test('rare day 8: the search for the experience of a pass makes at most 20 calls', async () => {
  const sela = await manualSeller();
  const owner = await ownerOf(60);
  const placed = await anOrder(await passIn(owner.id, owner.last));
  await world.control('DELETE', '/requests');
  await stepNow(world.orderServices, String(placed.body.id));
  expect((await searchCalls()).length).toBe(20);
  expect(await manualOrderOf(sela)).toMatchObject({ storeUrl: expect.stringContaining('/game-pass/') });
});

test('rare day 8: the search ends after 10 seconds, and it is not repeated', async () => {
  const sela = await manualSeller();
  const owner = await ownerOf(10);
  const placed = await anOrder(await passIn(owner.id, owner.last));
  await world.control('DELETE', '/requests');
  await slow('/game-passes?passView', 4);
  const began = Date.now();
  await stepNow(world.orderServices, String(placed.body.id));
  expect(Date.now() - began).toBeLessThan(14_000);
  const before = (await searchCalls()).length;
  await stepNow(world.orderServices, String(placed.body.id));
  expect((await searchCalls()).length).toBe(before);
  expect(await manualOrderOf(sela)).toBeDefined();
}, 40_000);

test('rare day 8: the account is not locked during the search for the experience', async () => {
  const sela = await manualSeller();
  const owner = await ownerOf(2);
  const placed = await anOrder(await passIn(owner.id, owner.last));
  await world.control('DELETE', '/requests');
  await slow('/v2/users/', 2);
  const working = stepNow(world.orderServices, String(placed.body.id));
  await expect.poll(async () => (await searchCalls()).length, { timeout: 5_000 }).toBeGreaterThan(0);
  expect(await withAccountLock(world.services.db, sela.accountId, async () => undefined)).toBe(true);
  await working;
  const { storeUrl } = (await manualOrderOf(sela))!;
  expect(storeUrl).toBe(`https://www.roblox.com/games/${owner.placeId}#!/store`);
});

test('rare day 8: an order with a cookie sets the price of a pass that the search found, and searches once', async () => {
  const sela = await world.seller(5_000, 3);
  const owner = await ownerOf(5);
  const pass = await passIn(owner.id, owner.last, 40);
  await world.control('DELETE', '/requests');
  const placed = await anOrder(pass, { buyerCookie: owner.cookie });
  await stepNow(world.orderServices, String(placed.body.id));
  expect((await searchCalls()).length).toBe(6);
  expect((await world.gameAccount(sela)).owns).toContain(pass.id);
  expect(await world.differences()).toEqual([]);
});

interface Owner extends SandboxAccount {
  /** The last experience in the owner's list. */
  readonly last: number;
  readonly placeId: number;
}

async function ownerOf(experiences: number): Promise<Owner> {
  made += 1;
  const username = `builder_${made}`;
  const owner = await world.control<SandboxAccount>('POST', '/game/accounts', { username, robux: 0 });
  const list = await world.control<{ id: number; placeId: number }[]>('POST', '/game/experiences', {
    ownerId: owner.id,
    count: experiences,
  });
  const last = list.at(-1)!;
  return { ...owner, last: last.id, placeId: last.placeId };
}

const passIn = (ownerId: number, universeId: number, price = 1_000) =>
  world.control<SandboxPass>('POST', '/game/passes', { ownerId, price, name: 'VIP', universeId });

async function manualSeller(): Promise<Seller> {
  const sela = await world.seller(5_000, 3);
  const put = await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, { fulfilment: 'manual' });
  expect(put.body.fulfilment).toBe('manual');
  return sela;
}

async function anOrder(pass: SandboxPass, more: object = {}): Promise<Called> {
  const nova = await world.buyer(1_000);
  const placed = await world.order(nova, pass, 1_000, more);
  expect(placed.status).toBe(201);
  return placed;
}

async function searchCalls(): Promise<SandboxRequest[]> {
  const requests = await world.control<SandboxRequest[]>('GET', '/requests?service=game-platform');
  return requests.filter(({ path }) => /\/v2\/users\/\d+\/games|\/game-passes\?passView/.test(path));
}

async function manualOrderOf(seller: Seller): Promise<{ storeUrl: string | null } | undefined> {
  return world.services.db
    .selectFrom('orders')
    .where('accountId', '=', seller.accountId)
    .where('status', '=', 'manual')
    .select('storeUrl')
    .executeTakeFirst();
}

const slow = (path: string, seconds: number) =>
  world.control('POST', '/faults', { service: 'game-platform', kind: 'slow', path, seconds, times: 100 });
