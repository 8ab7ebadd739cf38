import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import { eventually, type ProductProcess, startProcess } from '../../../../test/processes.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';

/** kill -9 of a real web process while orders are placed together. A longer walk: KILLS=20. */
const KILLS = Number(process.env.KILLS ?? 2);
const AT_ONCE = 32;

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

interface Said {
  readonly status: number;
  readonly code?: string;
  readonly id?: string;
  readonly replayed: boolean;
}

/** An order over HTTP; null: the process went away before it answered. */
async function order(buyer: Caller, pass: SandboxPass, key: string = randomUUID()): Promise<Said | null> {
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

test('S4.14 200 at the same time over HTTP for one balance and for one stock: exactly what fits wins', async () => {
  const sela = await world.seller(5_000, 3);
  const pass = await world.pass(1_000);
  const nova = await world.buyer(950);
  const said = await Promise.all(Array.from({ length: 200 }, () => insisted(nova, pass)));
  const codes = (all: readonly Said[], code: string) => all.filter((one) => one.code === code).length;
  expect(said.filter((one) => one.status === 201)).toHaveLength(3);
  expect(codes(said, 'insufficient_balance')).toBe(197);

  const buyers = await Promise.all(Array.from({ length: 10 }, () => world.buyer(100_000)));
  const raced = await Promise.all(
    Array.from({ length: 200 }, (_, index) => insisted(buyers[index % 10]!, pass)),
  );
  expect(raced.filter((one) => one.status === 201)).toHaveLength(2);
  expect(codes(raced, 'out_of_stock')).toBe(198);
  const { rows } = await world.database.asOwner('select reserved_robux from roblox_accounts where id = $1', [
    sela.accountId,
  ]);
  expect(rows).toEqual([{ reserved_robux: 5_000 }]);
}, 300_000);

test('S4.14 a web process killed while orders are placed: none that was acknowledged is lost, none is doubled', async () => {
  await world.seller(1_000_000_000, 3);
  const pass = await world.pass(1_000);
  const nova = await world.buyer(100_000_000);
  const acknowledged = new Map<string, string>();
  const asked: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await insisted(nova, pass);
    let isAlive = true;
    const asking = Array.from({ length: AT_ONCE }, async () => {
      while (isAlive) {
        const key = randomUUID();
        asked.push(key);
        const said = await order(nova, pass, key);
        if (said?.status === 201) acknowledged.set(key, said.id!);
      }
    });
    // in the middle of the next ones, wherever they are
    const enough = acknowledged.size + AT_ONCE + 7 * kill;
    await eventually(async () => acknowledged.size >= enough, { withinMs: 60_000 });
    await web.kill();
    isAlive = false;
    await Promise.all(asking);
    await startWeb();
  }
  expect(acknowledged.size).toBeGreaterThan(0);
  const again = new Map<string, Said>();
  await Promise.all(asked.map(async (key) => again.set(key, await insisted(nova, pass, key))));
  for (const [key, id] of acknowledged)
    expect(again.get(key)).toMatchObject({ status: 201, id, replayed: true });
  expect(new Set([...again.values()].map(({ id }) => id)).size).toBe(asked.length);
  const { rows } = await world.database.asOwner(
    'select count(*)::int as orders from orders where buyer_id = $1',
    [nova.id],
  );
  expect(rows).toEqual([{ orders: asked.length + KILLS }]);
}, 300_000);

/** Asks again while the process says that it is too busy, or nothing. */
async function insisted(buyer: Caller, pass: SandboxPass, key: string = randomUUID()): Promise<Said> {
  for (;;) {
    const said = await order(buyer, pass, key);
    if (said && said.status !== 503) return said;
    await sleep(20);
  }
}
