import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepInFlight } from './in-flight.ts';
import { connected, onAnswers } from './load.ts';
import type { OrderBench } from './order-bench.ts';
import { openTpcB } from './pgbench.ts';
import { processorSeconds } from './processor-time.ts';
import { openProduct, type Product } from './product.ts';
import { type Pair, type Row, rowOfPairs } from './row.ts';
import { openShop, PASS_ROBUX, type Shop } from './shop.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const CALLERS = 32;
const SELLERS = 50;
/** Gamepasses for the worker to buy. An account can buy each of them once. */
const PASSES = 1_500;

/** Orders over HTTP at a separate web process, with sessions and idempotency keys, against pgbench's TPC-B. */
export async function benchHttp(): Promise<Row[]> {
  const product = await openProduct();
  const { bench } = product;
  try {
    const web = await product.start('web');
    const tpcB = await openTpcB(bench.serverUrl);
    const shop = await openShop(bench.pool, product.sandbox, web.origin, 2 * CALLERS);
    const orders = openOrders(shop, web.origin);
    await bench.sell(SELLERS);
    const [pass] = await shop.passes(1);
    const load = (callers: number) => keepInFlight(callers, SECONDS, () => orders.place(pass!.url));
    await load(CALLERS);
    const rate: Pair[] = [];
    const slowest: Pair[] = [];
    const alone: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const many = await tpcB.run(CALLERS, SECONDS);
      const ours = await load(CALLERS);
      rate.push({ ours: ours.perSecond, reference: many.perSecond });
      slowest.push({ ours: ours.p99Ms, reference: many.meanMs });
      const one = await tpcB.run(1, SECONDS);
      alone.push({ ours: (await load(1)).meanMs, reference: one.meanMs });
    }
    const completed = await withWorker(product, shop, orders, web.pid);
    await bench.prove(orders.acknowledged());
    const completion = { ours: completed.perSecond, reference: rate.at(-1)!.reference };
    const processor = { ours: completed.processorMs, reference: completed.processorMs };
    return [
      rowOfPairs(`orders over HTTP, ${CALLERS} callers; TPC-B, ${CALLERS} clients`, '/s', rate, {
        atLeast: 0.35,
      }),
      rowOfPairs(`p99 of an order over HTTP, ${CALLERS} callers; mean of TPC-B`, 'ms', slowest, {
        atMost: 4,
      }),
      rowOfPairs('one order alone over HTTP; TPC-B, 1 client', 'ms', alone, { atMost: 6 }),
      rowOfPairs(
        `orders completed by worker and sandbox, ${CALLERS} callers; TPC-B, ${CALLERS} clients`,
        '/s',
        [completion],
        { atLeast: 0.01 },
      ),
      rowOfPairs('processor time of web, worker and PostgreSQL per completed order', 'ms', [processor], null),
    ];
  } finally {
    await product.close();
  }
}

interface Orders {
  /** Places an order over HTTP; the buyers take turns. Throws on any other answer than 201. */
  place(gamepassUrl: string): Promise<void>;
  /** The number of orders that were answered with 201. */
  acknowledged(): number;
}

function openOrders({ cookies }: Shop, origin: string): Orders {
  const idle: Post[] = [];
  let requests = 0;
  let placed = 0;
  return {
    place: async (gamepassUrl) => {
      requests += 1;
      const headers = { cookie: cookies[requests % cookies.length]!, 'idempotency-key': randomUUID() };
      const post = idle.pop() ?? (await openConnection(origin));
      const status = await post('/api/robux/orders', headers, { robuxAmount: PASS_ROBUX, gamepassUrl });
      idle.push(post);
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

interface Completed {
  /** Completed orders per second, from the first call to the last completion. */
  readonly perSecond: number;
  /** Processor time of web, worker and PostgreSQL per completed order. */
  readonly processorMs: number;
}

/** Places orders while a worker buys their gamepasses in the sandbox. Each order is for a different gamepass. */
async function withWorker(
  { bench, start }: Product,
  shop: Shop,
  orders: Orders,
  webPid: number,
): Promise<Completed> {
  await bench.sell(0);
  await shop.sell(8);
  const passes = await shop.passes(PASSES);
  // the earlier orders have no account in the sandbox, so the worker must not try to buy them
  await bench.pool.pg.query(
    `delete from pgboss.job; update orders set next_check_at = now() + interval '1 day' where ended_at is null`,
  );
  const worker = await start('worker');
  const { rows } = await bench.pool.pg.query<{ pid: string }>(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid",
  );
  const roots = [webPid, worker.pid, Number(rows[0]!.pid)];
  const before = { completed: await completedOrders(bench), seconds: processorSeconds(roots) };
  const began = performance.now();
  await keepInFlight(CALLERS, SECONDS, () => {
    const pass = passes.pop();
    return pass ? orders.place(pass.url) : null;
  });
  await waitUntilEnded(bench);
  const completed = (await completedOrders(bench)) - before.completed;
  const perSecond = (1_000 * completed) / (performance.now() - began);
  const seconds = processorSeconds(roots) - before.seconds;
  return { perSecond, processorMs: (1_000 * seconds) / completed };
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
