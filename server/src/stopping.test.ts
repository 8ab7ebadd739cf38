import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../test/order-world.ts';
import { eventually, type ProcessWorld, type ProductProcess, startProcess } from '../test/processes.ts';

/** Sends SIGTERM to real processes while they work. */
let world: OrderWorld;
let processes: ProcessWorld;
const started: ProductProcess[] = [];

beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  const { database, sandboxUrl, services } = world;
  processes = { databaseUrl: database.url, sandboxUrl, directory: services.config.dataDir };
});
afterAll(async () => {
  await Promise.all(started.map((each) => each.kill()));
  await world.close();
});

const GRACE_MS = 10_000;

async function start(role: 'web' | 'worker', env: Record<string, string> = {}): Promise<ProductProcess> {
  const process = await startProcess(role, { ...processes, env });
  started.push(process);
  return process;
}

async function stopInTime(process: ProductProcess): Promise<void> {
  const began = Date.now();
  await process.stop();
  // a busy machine may exit late; the log tells whether the grace period was exceeded
  expect(Date.now() - began).toBeLessThan(2 * GRACE_MS);
  expect(process.log()).not.toContain('did not close cleanly');
}

async function productLookups(): Promise<number> {
  const requests = await world.control<{ path: string }[]>('GET', '/requests?service=game-platform');
  return requests.filter(({ path }) => path.includes('/product-info')).length;
}

const slow = (path: string, seconds: number) =>
  world.control('POST', '/faults', { service: 'game-platform', path, times: 1, kind: 'slow', seconds });

test('a worker that is stopped during a purchase loses nothing and pays nothing twice', async () => {
  const worker = await start('worker');
  await world.seller(1_000, 4);
  const [buyer, pass] = [await world.buyer(1_000), await world.pass(500)];
  await slow('/purchase', 2);
  const placed = await world.order(buyer, pass, 500);
  await eventually(async () => (await world.purchasesSeen(pass)).length > 0);
  await stopInTime(worker);

  await start('worker');
  const order = await world.final(buyer, placed);
  expect(order).toMatchObject({ status: 'completed', totalPrice: '2.00' });
  expect((await world.purchasesSeen(pass)).filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await world.differences()).toEqual([]);
});

test('a web process that is stopped answers pending requests and does not wait for open streams', async () => {
  const web = await start('web');
  const { cookie } = await world.signIn('nova');
  const pass = await world.pass(500);
  const events = await fetch(`${web.origin}/api/events`, { headers: { cookie } });
  expect(events.status).toBe(200);
  await slow('/product-info', 2);
  const lookups = await productLookups();
  const pending = fetch(`${web.origin}/api/gamepass/validate`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ url: pass.url }),
  });
  await eventually(async () => (await productLookups()) > lookups);
  await stopInTime(web);
  const answer = await pending;
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ price: 500 })]);
  await events.body?.cancel().catch(() => undefined);
});

test('access 17: a web process that drains tells its proxy first and answers every request until it has ended', async () => {
  const web = await start('web', { DRAIN_SECONDS: '2' });
  expect((await fetch(`${web.origin}/healthz`)).status).toBe(200);
  const stopped = web.stop();
  await eventually(async () => (await fetch(`${web.origin}/healthz`)).status === 503);
  // a proxy sends requests until its next check of the health
  for (const until = Date.now() + 1_000; Date.now() < until; ) {
    const answer = await fetch(`${web.origin}/api/platform-stats`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    await answer.arrayBuffer();
  }
  await stopped;
  expect(web.log()).toContain('"msg":"sterling has stopped"');
});
