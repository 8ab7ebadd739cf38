import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import { eventually, type ProductProcess, startProcess } from '../../../../test/processes.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';

/** kill -9 of a real web process while it places orders. KILLS=20 runs longer. */
const KILLS = Number(process.env.KILLS ?? 2);
const CONCURRENCY = 32;

let world: OrderWorld;
let web: ProductProcess;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await startWeb();
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(async () => {
  await web.kill();
  await world.close();
});

async function startWeb(): Promise<void> {
  const { database, sandboxUrl, services } = world;
  const directory = services.config.dataDir;
  const env = { ACTION_LIMIT: 'off' };
  web = await startProcess('web', { databaseUrl: database.url, sandboxUrl, directory, env });
}

interface OrderReply {
  readonly status: number;
  readonly code?: string;
  readonly id?: string;
  readonly replayed: boolean;
}

/** Places an order over HTTP. Null: the process ended before it answered. */
async function order(
  buyer: Caller,
  pass: SandboxPass,
  key: string = randomUUID(),
): Promise<OrderReply | null> {
  const headers = {
    cookie: buyer.cookie,
    origin: web.origin,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const body = JSON.stringify({ robuxAmount: 1_000, gamepassUrl: pass.url });
  try {
    const answer = await fetch(`${web.origin}/api/robux/orders`, { method: 'POST', headers, body });
    const said = (await answer.json()) as { id?: string; code?: string };
    return { ...said, status: answer.status, replayed: answer.headers.has('idempotency-replayed') };
  } catch {
    return null;
  }
}

test('S4.12 of 200 concurrent HTTP orders for one balance or one stock, exactly those that fit are placed', async () => {
  const sela = await world.seller(5_000, 3);
  const pass = await world.pass(1_000);
  const nova = await world.buyer(950);
  const said = await Promise.all(Array.from({ length: 200 }, () => orderWithRetries(nova, pass)));
  const codes = (all: readonly OrderReply[], code: string) => all.filter((one) => one.code === code).length;
  expect(said.filter((one) => one.status === 201)).toHaveLength(3);
  expect(codes(said, 'insufficient_balance')).toBe(197);

  const buyers = await Promise.all(Array.from({ length: 10 }, () => world.buyer(100_000)));
  const raced = await Promise.all(
    Array.from({ length: 200 }, (_, index) => orderWithRetries(buyers[index % 10]!, pass)),
  );
  expect(raced.filter((one) => one.status === 201)).toHaveLength(2);
  expect(codes(raced, 'out_of_stock')).toBe(198);
  const { rows } = await world.database.asOwner('select reserved_robux from roblox_accounts where id = $1', [
    sela.accountId,
  ]);
  expect(rows).toEqual([{ reserved_robux: 5_000 }]);
}, 300_000);

test('S4.11 a killed web process loses no acknowledged order and places none twice', async () => {
  await world.seller(1_000_000_000, 3);
  const pass = await world.pass(1_000);
  const nova = await world.buyer(100_000_000);
  const acknowledged = new Map<string, string>();
  const keys: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await orderWithRetries(nova, pass);
    let isAlive = true;
    const clients = Array.from({ length: CONCURRENCY }, async () => {
      while (isAlive) {
        const key = randomUUID();
        keys.push(key);
        const said = await order(nova, pass, key);
        if (said?.status === 201) acknowledged.set(key, said.id!);
      }
    });
    // kill the process while it handles other orders
    const enough = acknowledged.size + CONCURRENCY + 7 * kill;
    await eventually(async () => acknowledged.size >= enough, { withinMs: 60_000 });
    await web.kill();
    isAlive = false;
    await Promise.all(clients);
    await startWeb();
  }
  expect(acknowledged.size).toBeGreaterThan(0);
  const again = new Map<string, OrderReply>();
  await Promise.all(keys.map(async (key) => again.set(key, await orderWithRetries(nova, pass, key))));
  for (const [key, id] of acknowledged)
    expect(again.get(key)).toMatchObject({ status: 201, id, replayed: true });
  expect(new Set([...again.values()].map(({ id }) => id)).size).toBe(keys.length);
  const { rows } = await world.database.asOwner(
    'select count(*)::int as orders from orders where buyer_id = $1',
    [nova.id],
  );
  expect(rows).toEqual([{ orders: keys.length + KILLS }]);
}, 300_000);

/** Retries while the process is overloaded or does not answer. */
async function orderWithRetries(
  buyer: Caller,
  pass: SandboxPass,
  key: string = randomUUID(),
): Promise<OrderReply> {
  for (;;) {
    const said = await order(buyer, pass, key);
    if (said && said.status !== 503) return said;
    await sleep(20);
  }
}
