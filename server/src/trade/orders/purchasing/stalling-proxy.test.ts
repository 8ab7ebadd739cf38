import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Called, Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../../test/order-world.ts';
import { openGamePlatform } from '../../../outside/game-platform/open.ts';
import type { OrderServices } from '../../../services.ts';
import { checkDueProxies } from '../../../supply/proxies/proxies.jobs.ts';
import { PROXY_DOWN } from '../../../supply/proxies/proxies.rules.ts';
import { returnAccounts } from '../../../supply/roblox-accounts/returning.jobs.ts';
import { followOrders } from '../orders.jobs.ts';

/** Proxies whose tunnels open and then say nothing. Calls have a shorter timeout than in production. */
const TIMEOUT_MS = 1_500;
let world: OrderWorld;
let services: OrderServices;
let stop: () => Promise<void>;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  const game = openGamePlatform(world.services.config, { timeoutMs: TIMEOUT_MS });
  services = { ...world.orderServices, game };
  const stopping = new AbortController();
  const following = followOrders(services, stopping.signal);
  stop = async () => {
    stopping.abort();
    await following;
  };
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(async () => {
  await stop();
  await world.close();
});

const stall = () => world.control('POST', '/faults', { service: 'proxy', kind: 'stall', times: 1_000_000 });

test('rare day 6: a time-out through a proxy moves the order on after the second one, and the account rests', async () => {
  const [sela] = await behindProxies(await world.seller(5_000, 2));
  const mira = await world.seller(5_000, 3);
  await stall();
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const order = await world.final(nova, await world.order(nova, pass, 1_000, { ratePerThousand: 6 }));
  expect(order).toMatchObject({ status: 'completed', accountId: mira.accountId });
  expect(await balanceCalls(sela!.name)).toBe(2);
  expect(await accountsOf(sela!)).toMatchObject([{ status: 'offline', statusReason: PROXY_DOWN }]);
  await world.control('DELETE', '/faults');
  await world.database.asOwner('update proxies set check_due_at = now()');
  await checkDueProxies(world.services);
  await returnAccounts(world.services);
  expect(await accountsOf(sela!)).toMatchObject([{ status: 'online', statusReason: null }]);
});

test('rare day 6: a purchase that was sent through a stalling proxy is reconciled, and not reassigned', async () => {
  const [sela] = await behindProxies(await world.seller(5_000, 2));
  const mira = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  // reads and the CSRF handshake work
  const fault = { service: 'game-platform', method: 'POST', path: '/purchase', kind: 'timeout-after' };
  await world.control('POST', '/faults', fault);
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
  await expect.poll(() => world.purchasesSeen(pass), { timeout: 20_000 }).toHaveLength(1);
  await stall();
  const order = await world.final(nova, placed);
  expect(order).toMatchObject({ status: 'completed', accountId: sela!.accountId });
  expect((await world.gameAccount(mira)).robux).toBe(5_000);
});

test('rare day 6: while Roblox itself is silent, the proxy is not blamed', async () => {
  const [sela] = await behindProxies(await world.seller(5_000, 2));
  await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const placed = await silent(async () => {
    const order = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
    await expect.poll(() => tries(order.body.id), { timeout: 20_000 }).toBeGreaterThan(0);
    await world.database.asOwner('update proxies set check_due_at = now()');
    await checkDueProxies({ ...world.services, game: services.game });
    return order;
  });
  const order = await world.final(nova, placed);
  expect(order).toMatchObject({ status: 'completed', accountId: sela!.accountId });
  expect(await accountsOf(sela!)).toMatchObject([{ status: 'online' }]);
}, 60_000);

test('rare day 6: the orders of eight stalling accounts are bought by another account', async () => {
  const sellers: Seller[] = [];
  for (let made = 0; made < 8; made += 1) sellers.push(await world.seller(5_000, 2));
  await behindProxies(...sellers);
  const others: Seller[] = [];
  for (let made = 0; made < 4; made += 1) others.push(await world.seller(5_000, 3));
  await stall();
  const nova = await world.buyer(10_000);
  const placed: Called[] = [];
  for (const _ of sellers)
    placed.push(await world.order(nova, await world.pass(1_000), 1_000, { ratePerThousand: 6 }));
  expect(new Set(placed.map(({ body }) => body.accountId)).size).toBe(8);
  const began = Date.now();
  const orders = await Promise.all(placed.map((one) => world.final(nova, one)));
  const working = others.map(({ accountId }) => accountId);
  expect(orders.filter(({ accountId }) => !working.includes(String(accountId)))).toEqual([]);
  expect(Date.now() - began).toBeLessThan(60_000);
  await world.control('DELETE', '/faults');
  await world.database.asOwner(`update proxies set status = 'active'`);
  for (let round = 0; round < 2; round += 1) await returnAccounts(world.services);
  for (const seller of sellers) expect(await accountsOf(seller)).toMatchObject([{ status: 'online' }]);
}, 120_000);

let user = 0;

/** Gives each account its own proxy; `name` is the proxy's username. */
async function behindProxies(...sellers: Seller[]): Promise<(Seller & { readonly name: string })[]> {
  const found = [];
  for (const seller of sellers) {
    user += 1;
    const name = `stalling${user}`;
    const address = { host: '127.0.0.1', port: new URL(world.sandboxUrl).port };
    const proxy = await seller.call('POST', '/api/proxies', { ...address, username: name, password: 'x' });
    const put = await seller.call('PUT', `/api/roblox-accounts/${seller.accountId}`, {
      proxyId: proxy.body.id,
    });
    expect(put.body.proxyId).toBe(proxy.body.id);
    found.push({ ...seller, name });
  }
  await world.control('DELETE', '/requests');
  return found;
}

/** Roblox answers nobody while `work` runs. */
async function silent<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const path of ['/currency', '/v1/users/1'])
    await world.control('POST', '/faults', {
      service: 'game-platform',
      kind: 'timeout-before',
      path,
      times: 1_000,
    });
  const result = await work();
  await world.control('DELETE', '/faults');
  return result;
}

async function tries(orderId: unknown): Promise<number> {
  const row = await world.services.db
    .selectFrom('orders')
    .where('id', '=', String(orderId))
    .select('tries')
    .executeTakeFirstOrThrow();
  return row.tries;
}

async function balanceCalls(name = ''): Promise<number> {
  const requests = await world.control<{ path: string; via: string | null }[]>(
    'GET',
    '/requests?service=game-platform',
  );
  return requests.filter(({ path, via }) => path.includes('/currency') && via?.startsWith(name)).length;
}

async function accountsOf(seller: Caller) {
  return (await seller.call('GET', '/api/roblox-accounts')).body;
}
