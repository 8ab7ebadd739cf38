import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SESSION_COOKIES } from '../server/src/people/sessions/sessions.reads.ts';
import { createSession } from '../server/src/people/sessions/sessions.ts';
import { inTransaction } from '../server/src/platform/db/pool.ts';
// what the tests' processes know of vitest
import type {} from '../server/test/postgres.setup.ts';
import { type ProcessWorld, startProcess } from '../server/test/processes.ts';
import { answers, connected } from './load.ts';
import { type OrderBench, openOrderBench } from './order-world.ts';
import { openYardstick } from './pgbench.ts';
import { processorSeconds } from './processor-time.ts';
import { type Pair, quantile, type Row, rowOfPairs } from './row.ts';
import { type Sandbox, startSandbox } from './shop.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const AT_ONCE = 32;
const SELLERS = 50;
const ROBUX = 1_000;
/** For the worker: a pass is bought once by an account. */
const PASSES = 1_500;

/** Orders placed over HTTP by a web process of its own, with sessions, keys and the contract, against pgbench's TPC-B. */
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
    await load(shop, AT_ONCE, () => pass!);
    const rate: Pair[] = [];
    const slowest: Pair[] = [];
    const alone: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const many = await yardstick.run(AT_ONCE, SECONDS);
      const ours = await load(shop, AT_ONCE, () => pass!);
      rate.push({ ours: ours.perSecond, reference: many.perSecond });
      slowest.push({ ours: ours.p99Ms, reference: many.meanMs });
      const one = await yardstick.run(1, SECONDS);
      alone.push({ ours: (await load(shop, 1, () => pass!)).meanMs, reference: one.meanMs });
    }
    const busy = await withWorker(shop, bench, web, world, rate.at(-1)!.reference);
    await bench.prove(shop.acknowledged());
    return [
      rowOfPairs(`orders over HTTP, ${AT_ONCE} at once; TPC-B, ${AT_ONCE} clients`, '/s', rate, 0.35),
      rowOfPairs(`p99 of an order over HTTP, ${AT_ONCE} at once; mean of TPC-B`, 'ms', slowest, 3, true),
      rowOfPairs('one order alone over HTTP; TPC-B, 1 client', 'ms', alone, 6, true),
      rowOfPairs(
        `orders completed by worker and sandbox, ${AT_ONCE} callers; TPC-B, ${AT_ONCE} clients`,
        '/s',
        [busy.rate],
        0.2,
      ),
      {
        what: 'processor time of web, worker and PostgreSQL for a completed order',
        unit: 'ms',
        ours: busy.processorMs,
        reference: busy.processorMs,
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
  /** Puts real accounts of the sandbox up for sale, and takes all others off. */
  sellForReal(accounts: number): Promise<void>;
  /** Orders over HTTP. Throws unless it is placed. */
  order(passUrl: string): Promise<void>;
  /** How many orders were answered with 201. */
  acknowledged(): number;
}

async function openShop(bench: OrderBench, sandbox: Sandbox, origin: string): Promise<Shop> {
  const sessionOf = (userId: string) =>
    inTransaction(bench.pool.db, async (tx) => {
      const token = await createSession(tx, userId, { ip: '127.0.0.1', userAgent: 'bench' });
      return `${SESSION_COOKIES.plain}=${token}`;
    });
  const cookies = await Promise.all(bench.buyers.slice(0, 2 * AT_ONCE).map(sessionOf));
  const lines: Line[] = [];
  const post: Line = async (path, headers, body) => {
    const line = lines.pop() ?? (await openLine(origin));
    const status = await line(path, headers, body);
    lines.push(line);
    return status;
  };
  let made = 0;
  let asked = 0;
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
    sellForReal: async (accounts) => {
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
      asked += 1;
      const headers = { cookie: cookies[asked % cookies.length]!, 'idempotency-key': randomUUID() };
      const body = { robuxAmount: ROBUX, gamepassUrl };
      const status = await post('/api/robux/orders', headers, body);
      if (status !== 201) throw new Error(`an order was answered with ${status}`);
      placed += 1;
    },
    acknowledged: () => placed,
  };
}

type Line = (path: string, headers: Readonly<Record<string, string>>, body: object) => Promise<number>;

/** A connection for one call after the other; little more than a socket, so that what is measured is the server. */
async function openLine(origin: string): Promise<Line> {
  const { host, port } = new URL(origin);
  const socket = await connected(Number(port));
  let call = Promise.withResolvers<number>();
  socket.on('error', (error) => call.reject(error));
  socket.on('close', () => call.reject(new Error('the server closed a connection')));
  answers(socket, (status) => call.resolve(status));
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

async function load(shop: Shop, atOnce: number, nextPass: () => string | undefined): Promise<Loaded> {
  const times: number[] = [];
  const began = performance.now();
  const endsAt = began + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
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

interface Busy {
  /** Orders that were completed a second, from the first call to the last completion. */
  readonly rate: Pair;
  /** Processor time of web, worker and PostgreSQL for each completed order. */
  readonly processorMs: number;
}

/** The same while a worker has the sandbox's platform buy each pass; the sandbox is asked for each pass too. */
async function withWorker(
  shop: Shop,
  bench: OrderBench,
  web: { readonly pid: number },
  world: ProcessWorld,
  reference: number,
): Promise<Busy> {
  await shop.sellForReal(8);
  const passes = [...(await shop.passes(PASSES))];
  // what was placed before has no account that could buy it: the worker leaves it alone
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
    await load(shop, AT_ONCE, () => passes.pop());
    await allEnded(bench);
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

/** Resolves when every order of the real accounts has ended. */
async function allEnded({ pool }: OrderBench): Promise<void> {
  for (;;) {
    const { rows } = await pool.pg.query<{ open: boolean }>(
      "select exists (select from orders o join roblox_accounts a on a.id = o.account_id where o.ended_at is null and a.username <> 'bench') as open",
    );
    if (!rows[0]!.open) return;
    await sleep(50);
  }
}
