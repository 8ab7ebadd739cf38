import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductProcess } from '../server/test/processes.ts';
import { openProduct } from './product.ts';
import { median, type Row, rowOfPairs } from './row.ts';
import { openShop, type Shop } from './shop.ts';

const MINUTES = Number(process.env.BENCH_MINUTES ?? 20);
const MINUTE_MS = 60_000;
const READ_EVERY_MS = 40;
const ORDER_EVERY_MS = 400;
const SAMPLE_EVERY_MS = 2_000;
const BUYERS = 64;
const MAX_GROWTH = 1.1;
const MAX_MB = 250;

/** The reads of the pages: polls, and the requests of a page that opens. */
const PATHS = [
  '/api/roblox-accounts/aggregated',
  '/api/pre-orders/live?pageSize=50',
  '/api/platform-stats',
  '/api/robux/orders',
  '/api/history',
  '/api/wallet',
  '/api/status',
  '/api/auth/user',
  '/api/stats/week',
];

/** Memory of web and worker under a constant load of reads and orders, after one minute and after many. */
export async function benchMemory(): Promise<Row[]> {
  const product = await openProduct();
  const { bench, sandbox } = product;
  try {
    const [web, worker] = [await product.start('web'), await product.start('worker')];
    const shop = await openShop(bench.pool, sandbox, web.origin, BUYERS);
    await shop.sell(8);
    const endsAt = performance.now() + MINUTES * MINUTE_MS;
    const [reads, ordered, ...sampled] = await Promise.all([
      keepReading(shop, endsAt),
      keepOrdering(shop, endsAt),
      sample('web', web, endsAt),
      sample('worker', worker, endsAt),
    ]);
    await bench.prove(ordered);
    console.log(`${reads} reads, ${ordered} orders`);
    return sampled.flatMap(rowsOf);
  } finally {
    await product.close();
  }
}

/** Repeats the work at this pace, or as fast as possible, until `endsAt`. Returns the number of repetitions. */
async function repeat(
  everyMs: number,
  endsAt: number,
  work: (turn: number) => Promise<void>,
): Promise<number> {
  const began = performance.now();
  let turn = 0;
  for (; performance.now() < endsAt; turn += 1) {
    await work(turn);
    await sleep(Math.max(0, began + (turn + 1) * everyMs - performance.now()));
  }
  return turn;
}

const keepReading = (shop: Shop, endsAt: number): Promise<number> =>
  repeat(READ_EVERY_MS, endsAt, async (turn) => {
    const path = PATHS[turn % PATHS.length]!;
    const cookie = shop.cookies[Math.floor(turn / PATHS.length) % shop.cookies.length]!;
    const answer = await shop.ask('GET', path, { cookie });
    if (answer?.status !== 200) throw new Error(`${path} was answered with ${JSON.stringify(answer)}`);
  });

const keepOrdering = (shop: Shop, endsAt: number): Promise<number> =>
  repeat(ORDER_EVERY_MS, endsAt, async (turn) => {
    const [pass] = await shop.passes(1);
    const cookie = shop.cookies[turn % shop.cookies.length]!;
    const answer = await shop.order({ key: randomUUID(), cookie, gamepassUrl: pass!.url });
    if (answer?.status !== 201) throw new Error(`an order was answered with ${JSON.stringify(answer)}`);
  });

interface Sampled {
  readonly name: string;
  /** Median of the half minute around the end of the first minute. */
  readonly firstMb: number;
  /** Median of the last half minute. */
  readonly lastMb: number;
}

async function sample(name: string, process: ProductProcess, endsAt: number): Promise<Sampled> {
  const samples: { readonly ms: number; readonly mb: number }[] = [];
  const began = performance.now();
  const medianOf = (fromMs: number, toMs: number) =>
    median(samples.filter(({ ms }) => ms >= fromMs && ms <= toMs).map(({ mb }) => mb));
  let logged = 0;
  await repeat(SAMPLE_EVERY_MS, endsAt, async () => {
    const ms = performance.now() - began;
    samples.push({ ms, mb: residentMb(process.pid) });
    if (Math.floor(ms / MINUTE_MS) === logged) return;
    logged += 1;
    console.log(`${name}, minute ${logged}: ${medianOf(ms - MINUTE_MS / 2, ms).toFixed(0)} MB`);
  });
  const lastMs = samples.at(-1)!.ms;
  return {
    name,
    firstMb: medianOf(0.75 * MINUTE_MS, 1.25 * MINUTE_MS),
    lastMb: medianOf(lastMs - MINUTE_MS / 2, lastMs),
  };
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1_024;
}

function rowsOf({ name, firstMb, lastMb }: Sampled): Row[] {
  const row = (what: string, reference: number, atMost: number): Row =>
    rowOfPairs(what, 'MB', [{ ours: lastMb, reference }], { atMost });
  return [
    row(`${name} after ${MINUTES} minutes; after one`, firstMb, MAX_GROWTH),
    row(`${name} after ${MINUTES} minutes; ${MAX_MB} MB`, MAX_MB, 1),
  ];
}
