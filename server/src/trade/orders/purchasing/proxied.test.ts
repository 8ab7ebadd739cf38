import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../../test/order-world.ts';
import type { SandboxRequest } from '../../../../test/sandbox.ts';
import { PROXY_DOWN } from '../../../supply/proxies/proxies.rules.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

let user = 0;

/** A seller whose account has its own proxy; `name` is the proxy's username. */
async function behindProxy(ratePerThousand: number): Promise<Seller & { readonly name: string }> {
  const seller = await world.seller(5_000, ratePerThousand);
  user += 1;
  const name = `buyer${user}`;
  const address = { host: '127.0.0.1', port: new URL(world.sandboxUrl).port };
  const proxy = await seller.call('POST', '/api/proxies', { ...address, username: name, password: 'x' });
  const put = await seller.call('PUT', `/api/roblox-accounts/${seller.accountId}`, {
    proxyId: proxy.body.id,
  });
  expect(put.body.proxyId).toBe(proxy.body.id);
  await world.control('DELETE', '/requests');
  return { ...seller, name };
}

/** The calls with a cookie since the log was cleared, by proxy username. Null stands for a direct call. */
async function callsByRoute(): Promise<Map<string | null, string[]>> {
  const requests = await world.control<SandboxRequest[]>('GET', '/requests?service=game-platform');
  const found = new Map<string | null, string[]>();
  for (const { via, path, headers } of requests) {
    if (!headers.cookie) continue;
    const route = via?.split('@')[0] ?? null;
    found.set(route, [...(found.get(route) ?? []), path]);
  }
  return found;
}

test('S6.07 an account with a proxy buys through it, and its cookie uses no other route', async () => {
  const sela = await behindProxy(2);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const order = await world.final(nova, await world.order(nova, pass, 1_000, { ratePerThousand: 6 }));
  expect(order).toMatchObject({ status: 'completed', accountId: sela.accountId });
  const found = await callsByRoute();
  expect([...found.keys()]).toEqual([sela.name]);
  expect(found.get(sela.name)!.some((path) => path.endsWith('/purchase'))).toBe(true);
});

test('S6.07 if the proxy is down, the account goes off sale with the reason, and the order is reassigned', async () => {
  const sela = await behindProxy(2);
  const mira = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  await world.control('POST', '/faults', { service: 'proxy', kind: 'status', status: 407, times: 50 });
  // the open tunnel breaks too
  await world.control('POST', '/faults', {
    service: 'game-platform',
    path: '/currency',
    kind: 'reset-before',
    times: 1,
  });
  const order = await world.final(nova, await world.order(nova, pass, 1_000, { ratePerThousand: 6 }));
  expect(order).toMatchObject({ status: 'completed', accountId: mira.accountId });
  expect(await world.accountOf(sela)).toMatchObject({ status: 'offline', statusReason: PROXY_DOWN });
  expect((await world.gameAccount(sela)).robux).toBe(5_000);
  const [proxy] = (await sela.call('GET', '/api/proxies')).body as unknown as { accountCount: number }[];
  expect(proxy!.accountCount).toBe(1);
});
