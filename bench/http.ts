import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SESSION_COOKIES } from '../server/src/people/sessions/sessions.reads.ts';
import { createSession } from '../server/src/people/sessions/sessions.ts';
import { inTransaction } from '../server/src/platform/db/pool.ts';
// declares the values that the test setup provides to vitest
import type {} from '../server/test/postgres.setup.ts';
import { type ProcessWorld, startProcess } from '../server/test/processes.ts';
import { connected, onAnswers } from './load.ts';
import { type OrderBench, openOrderBench } from './order-world.ts';
import { openYardstick } from './pgbench.ts';
import { processorSeconds } from './processor-time.ts';
import { type Pair, quantile, type Row, rowOfPairs } from './row.ts';
import { type Sandbox, startSandbox } from './shop.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const CALLERS = 32;
const SELLERS = 50;
const ROBUX = 1_000;
/** Gamepasses for the worker to buy. An account can buy each of them once. */
const PASSES = 1_500;

/** Orders over HTTP at a separate web process, with sessions and idempotency keys, against pgbench's TPC-B. */
export async function benchHttp(): Promise<Row[]> {
  const bench = await openOrderBench();
  const directory = mkdtempSync(join(tmpdir(), 'sterling-bench-'));
  const sandbox = await startSandbox(directory);
  const world = { databaseUrl: bench.url, sandboxUrl: sandbox.url, directory, env: { ACTION_LIMIT: 'off' } };
  const web = await startProcess('web', world);
  try {
    const yardstick = await openYardstick(bench.serverUrl);
    const shop = await openShop(bench, sandbox, web.origin);
    await bench.sell(SELLERS);
    const [pass] = await shop.passes(1);
    await load(shop, CALLERS, () => pass!);
    const rate: Pair[] = [];
    const slowest: Pair[] = [];
    const alone: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const many = await yardstick.run(CALLERS, SECONDS);
      const ours = await load(shop, CALLERS, () => pass!);
      rate.push({ ours: ours.perSecond, reference: many.perSecond });
      slowest.push({ ours: ours.p99Ms, reference: many.meanMs });
      const one = await yardstick.run(1, SECONDS);
      alone.push({ ours: (await load(shop, 1, () => pass!)).meanMs, reference: one.meanMs });
    }
    const completed = await withWorker(shop, bench, web, world, rate.at(-1)!.reference);
    await bench.prove(shop.acknowledged());
    return [
      rowOfPairs(`orders over HTTP, ${CALLERS} callers; TPC-B, ${CALLERS} clients`, '/s', rate, 0.35),
      rowOfPairs(`p99 of an order over HTTP, ${CALLERS} callers; mean of TPC-B`, 'ms', slowest, 4, true),
      rowOfPairs('one order alone over HTTP; TPC-B, 1 client', 'ms', alone, 6, true),
      rowOfPairs(
        `orders completed by worker and sandbox, ${CALLERS} callers; TPC-B, ${CALLERS} clients`,
        '/s',
        [completed.rate],
        0.01,
      ),
      {
        what: 'processor time of web, worker and PostgreSQL per completed order',
        unit: 'ms',
        ours: completed.processorMs,
        reference: completed.processorMs,
        ratio: 1,
        target: null,
      },
    ];
  } finally {
    await web.stop();
    await sandbox.close();
    await bench.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Shop {
  passes(count: number): Promise<readonly string[]>;
  /** Puts accounts that exist in the sandbox up for sale, and takes all others off sale. */
  sellSandboxAccounts(accounts: number): Promise<void>;
  /** Places an order over HTTP. Throws on any other answer than 201. */
  order(passUrl: string): Promise<void>;
  /** The number of orders that were answered with 201. */
  acknowledged(): number;
}

async function openShop(bench: OrderBench, sandbox: Sandbox, origin: string): Promise<Shop> {
  const sessionOf = (userId: string) =>
    inTransaction(bench.pool.db, async (tx) => {
      const token = await createSession(tx, userId, { ip: '127.0.0.1', userAgent: 'bench' });
      return `${SESSION_COOKIES.plain}=${token}`;
    });
  const cookies = await Promise.all(bench.buyers.slice(0, 2 * CALLERS).map(sessionOf));
  const idle: Post[] = [];
  const post: Post = async (path, headers, body) => {
    const connection = idle.pop() ?? (await openConnection(origin));
    const status = await connection(path, headers, body);
    idle.push(connection);
    return status;
  };
  let made = 0;
  let requests = 0;
  let placed = 0;
  const account = (robux: number) => {
    made += 1;
    return sandbox.control<{ id: number; cookie: string }>('POST', '/game/accounts', {
      username: `bench_${made}`,
      robux,
    });
  };
  return {
    passes: async (count) => {
      const { id: ownerId } = await account(0);
      const urls: string[] = [];
      while (urls.length < count) {
        const pass = { ownerId, price: ROBUX, name: 'VIP' };
        urls.push((await sandbox.control<{ url: string }>('POST', '/game/passes', pass)).url);
      }
      return urls;
    },
    sellSandboxAccounts: async (accounts) => {
      await bench.sell(0);
      const { rows } = await bench.pool.pg.query<{ id: string }>(
        "insert into users (username, role) values ('seller', 'seller') returning id",
      );
      const cookie = await sessionOf(rows[0]!.id);
      for (let count = 0; count < accounts; count += 1) {
        const game = await account(1_000_000);
        const body = { cookie: game.cookie, ratePerThousand: 3, ownershipConfirmed: true };
        const status = await post('/api/roblox-accounts', { cookie }, body);
        if (status !== 201) throw new Error(`an account was answered with ${status}`);
      }
    },
    order: async (gamepassUrl) => {
      requests += 1;
      const headers = { cookie: cookies[requests % cookies.length]!, 'idempotency-key': randomUUID() };
      const body = { robuxAmount: ROBUX, gamepassUrl };
      const status = await post('/api/robux/orders', headers, body);
      if (status !== 201) throw new Error(`an order was answered with ${status}`);
      placed += 1;
    },
    acknowledged: () => placed,
  };
}

type Post = (path: string, headers: Readonly<Record<string, string>>, body: object) => Promise<number>;

/** Opens a connection for one call after another. A plain socket keeps the caller's own cost low. */
async function openConnection(origin: string): Promise<Post> {
  const { host, port } = new URL(origin);
  const socket = await connected(Number(port));
  let call = Promise.withResolvers<number>();
  socket.on('error', (error) => call.reject(error));
  socket.on('close', () => call.reject(new Error('the server closed a connection')));
  onAnswers(socket, (status) => call.resolve(status));
  return (path, headers, body) => {
    call = Promise.withResolvers<number>();
    const text = JSON.stringify(body);
    const length = String(Buffer.byteLength(text));
    const all = { host, 'content-type': 'application/json', 'content-length': length, ...headers };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${text}`);
    return call.promise;
  };
}

interface Loaded {
  readonly perSecond: number;
  readonly meanMs: number;
  readonly p99Ms: number;
}

async function load(shop: Shop, callers: number, nextPass: () => string | undefined): Promise<Loaded> {
  const times: number[] = [];
  const began = performance.now();
  const endsAt = began + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let pass = nextPass(); pass && performance.now() < endsAt; pass = nextPass()) {
        const sent = performance.now();
        await shop.order(pass);
        times.push(performance.now() - sent);
      }
    }),
  );
  const tookMs = performance.now() - began;
  const meanMs = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { perSecond: (1_000 * times.length) / tookMs, meanMs, p99Ms: quantile(times, 0.99) };
}

interface Completed {
  /** Completed orders per second, from the first call to the last completion. */
  readonly rate: Pair;
  /** Processor time of web, worker and PostgreSQL per completed order. */
  readonly processorMs: number;
}

/** Places orders while a worker buys their gamepasses in the sandbox. Each order is for a different gamepass. */
async function withWorker(
  shop: Shop,
  bench: OrderBench,
  web: { readonly pid: number },
  world: ProcessWorld,
  reference: number,
): Promise<Completed> {
  await shop.sellSandboxAccounts(8);
  const passes = [...(await shop.passes(PASSES))];
  // the earlier orders have no account in the sandbox, so the worker must not try to buy them
  await bench.pool.pg.query(
    `delete from pgboss.job; update orders set next_check_at = now() + interval '1 day' where ended_at is null`,
  );
  const worker = await startProcess('worker', world);
  try {
    const { rows } = await bench.pool.pg.query<{ pid: string }>(
      "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid",
    );
    const roots = [web.pid, worker.pid, Number(rows[0]!.pid)];
    const before = { completed: await completedOrders(bench), seconds: processorSeconds(roots) };
    const began = performance.now();
    await load(shop, CALLERS, () => passes.pop());
    await waitUntilEnded(bench);
    const completed = (await completedOrders(bench)) - before.completed;
    const perSecond = (1_000 * completed) / (performance.now() - began);
    const seconds = processorSeconds(roots) - before.seconds;
    return { rate: { ours: perSecond, reference }, processorMs: (1_000 * seconds) / completed };
  } finally {
    await worker.stop();
  }
}

async function completedOrders({ pool }: OrderBench): Promise<number> {
  const { rows } = await pool.pg.query<{ count: number }>(
    "select count(*)::int as count from orders where status = 'completed'",
  );
  return rows[0]!.count;
}

/** Resolves when every order of the sandbox accounts has ended. */
async function waitUntilEnded({ pool }: OrderBench): Promise<void> {
  for (;;) {
    const { rows } = await pool.pg.query<{ open: boolean }>(
      "select exists (select from orders o join roblox_accounts a on a.id = o.account_id where o.ended_at is null and a.username <> 'bench') as open",
    );
    if (!rows[0]!.open) return;
    await sleep(50);
  }
}
