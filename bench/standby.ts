import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { proveBooks } from '../server/src/money/ledger/proof.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openPool, type Pool } from '../server/src/platform/db/pool.ts';
import { installQueues } from '../server/src/platform/jobs/queue.ts';
// what the tests' processes know of vitest
import type {} from '../server/test/postgres.setup.ts';
import { eventually, type ProductProcess, startProcess } from '../server/test/processes.ts';
import type { SandboxAccount, SandboxPass } from '../server/test/sandbox.ts';
import { type DatabasePair, makeTemplate, openPair } from './database-pair.ts';
import { type Pair, type Row, rowOfPairs } from './row.ts';
import { openShop, type Said, type Shop, startSandbox, type Wish } from './shop.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** `off`: the standby follows when it comes to it, to see what that loses. */
const IS_SYNCHRONOUS = process.env.BENCH_SYNCHRONOUS !== 'off';
const AT_ONCE = 32;
const PASSES = 500;
/** The primary is lost once so many orders were acknowledged, each round at another moment. */
const LOST_AFTER = (round: number) => 150 + 37 * round;
const RECOVERED_MS = 30_000;
const WORKED_OFF_MS = 480_000;

/** The primary killed while orders are placed and bought, its standby promoted: what of it is lost or done twice, and for how long nothing goes. */
export async function benchStandby(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-bench-'));
  const template = join(directory, 'template');
  try {
    await makeTemplate(template, async (url) => {
      await migrate(url);
      await installQueues(url);
    });
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await loseOne(template, join(directory, `round-${round}`), LOST_AFTER(round)));
    const row = (
      what: string,
      unit: string,
      pairOf: (round: Round) => Pair,
      target: number,
      isMost?: boolean,
    ) => rowOfPairs(what, unit, rounds.map(pairOf), target, isMost);
    return [
      row('found after the primary was lost; acknowledged before', 'orders', ({ kept }) => kept, 1),
      row('bought at the platform; orders that did not fail', 'passes', ({ bought }) => bought, 1, true),
      row('from the loss until all that was under way is answered; 30 s', 'ms', ({ gap }) => gap, 1, true),
    ];
  } finally {
    rmSync(realpathSync(join(template, 'cluster')), { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Round {
  readonly kept: Pair;
  readonly bought: Pair;
  readonly gap: Pair;
}

async function loseOne(template: string, directory: string, after: number): Promise<Round> {
  const pair = await openPair(template, directory, IS_SYNCHRONOUS);
  const pool = openPool(pair.url, { role: null, max: 2 });
  const sandbox = await startSandbox(directory);
  const world = { databaseUrl: pair.url, sandboxUrl: sandbox.url, directory, env: { ACTION_LIMIT: 'off' } };
  const running: ProductProcess[] = [];
  try {
    for (const role of ['web', 'worker'] as const) running.push(await startProcess(role, world));
    const [web, worker] = running as [ProductProcess, ProductProcess];
    const shop = await openShop(pool, sandbox, web.origin, { buyers: 2 * AT_ONCE, accounts: 8 });
    const passes = await shop.passes(PASSES);
    const { acknowledged, before, gapMs } = await orderThroughLoss(pair, shop, passes, after);
    // anyone who keeps the processes starts one that ended again
    if (!web.isRunning()) throw new Error(`the web process ended:\n${web.log()}`);
    if (!worker.isRunning()) {
      console.log('the worker ended and is started again');
      running.push(await startProcess('worker', world));
    }
    const kept = await countKept(shop, acknowledged, before);
    await proveOnce(pool, acknowledged.size);
    const bought = await proveBought(pool, shop, passes);
    console.log(
      `${before.size} acknowledged, ${kept} found; ${(gapMs / 1_000).toFixed(1)} s; ${bought.reference} of ${acknowledged.size} completed`,
    );
    return {
      kept: { ours: kept, reference: before.size },
      bought,
      gap: { ours: gapMs, reference: RECOVERED_MS },
    };
  } catch (error) {
    for (const each of running) console.error(each.log().slice(-2_000));
    throw error;
  } finally {
    for (const each of running) await each.kill();
    await pool.close();
    await sandbox.close();
    await pair.close();
  }
}

interface Ordered {
  /** The id that each wish was answered with, at last. */
  readonly acknowledged: ReadonlyMap<Wish, string>;
  /** Those that were answered before the primary was lost. */
  readonly before: ReadonlySet<Wish>;
  /** From the loss until everyone who waited had an order. */
  readonly gapMs: number;
}

/** Buyers order without a pause; anyone who gets no order asks again with the same key, as a browser does. */
async function orderThroughLoss(
  pair: DatabasePair,
  shop: Shop,
  passes: readonly SandboxPass[],
  after: number,
): Promise<Ordered> {
  const acknowledged = new Map<Wish, string>();
  const wishes = passes
    .map(({ url }, turn) => ({
      key: randomUUID(),
      cookie: shop.cookies[turn % shop.cookies.length]!,
      gamepassUrl: url,
    }))
    .values();
  let lostAt: number | null = null;
  const buyers = Array.from({ length: AT_ONCE }, async () => {
    for (const wish of wishes) {
      acknowledged.set(wish, await insist(shop, wish));
      if (lostAt !== null) return;
    }
  });
  const bought = Promise.all(buyers);
  // what it throws is waited for below
  bought.catch(() => undefined);
  await Promise.race([bought, eventually(async () => acknowledged.size >= after, { withinMs: 60_000 })]);
  const before = new Set(acknowledged.keys());
  pair.losePrimary();
  lostAt = performance.now();
  await pair.promoteStandby();
  await bought;
  return { acknowledged, before, gapMs: performance.now() - lostAt };
}

/** Asks until there is an order. Throws when it is refused: nothing is wrong with it. */
async function insist(shop: Shop, wish: Wish): Promise<string> {
  for (const deadline = performance.now() + 2 * RECOVERED_MS; ; await sleep(50)) {
    const said = await shop.order(wish);
    if (said?.status === 201) return said.body.id!;
    if (said && said.status < 500) throw new Error(`an order was refused: ${JSON.stringify(said)}`);
    if (performance.now() > deadline) throw new Error(`no order within a minute: ${JSON.stringify(said)}`);
  }
}

/** Every key again: each has the order that it had. Answers how many of those before the loss have. */
async function countKept(
  shop: Shop,
  acknowledged: Ordered['acknowledged'],
  before: ReadonlySet<Wish>,
): Promise<number> {
  let kept = 0;
  for (const [wish, id] of acknowledged) {
    const said = await untilAnswered(() => shop.order(wish));
    const isSame = said.status === 201 && said.replayed && said.body.id === id;
    if (before.has(wish)) kept += isSame ? 1 : 0;
    else if (!isSame) throw new Error(`${id} was answered after the loss, and is ${JSON.stringify(said)}`);
  }
  if (IS_SYNCHRONOUS && kept < before.size)
    throw new Error(`${before.size - kept} acknowledged orders are lost`);
  return kept;
}

const untilAnswered = (ask: () => Promise<Said | null>): Promise<Said> =>
  eventually(async () => {
    const said = await ask();
    return said && said.status < 500 && said;
  });

async function proveOnce({ db, pg }: Pool, wished: number): Promise<void> {
  const { rows } = await pg.query<{ count: number }>('select count(*) from orders');
  if (IS_SYNCHRONOUS && rows[0]!.count !== wished)
    throw new Error(`${wished} wishes, ${rows[0]!.count} orders`);
  await proveBalanced(db);
}

async function proveBalanced(db: Pool['db']): Promise<void> {
  const differences = await proveBooks(db);
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences[0])}`);
}

/**
 * Waits until the worker is through with every order: ended, or handed to someone because nobody can say what became of it.
 * Then each completed one has its pass, bought once; one that failed has none.
 */
async function proveBought({ db, pg }: Pool, shop: Shop, passes: readonly SandboxPass[]): Promise<Pair> {
  const isThrough = async () => {
    const { rows } = await pg.query(
      "select from orders where ended_at is null and status <> 'manual' limit 1",
    );
    return rows.length === 0;
  };
  await eventually(isThrough, { withinMs: WORKED_OFF_MS, everyMs: 200 });
  await proveBalanced(db);
  const { rows } = await pg.query<{ passId: number; status: string }>(
    'select pass_id::bigint as "passId", status from orders',
  );
  const statusOf = new Map(rows.map(({ passId, status }) => [passId, status]));
  const bought = (await shop.sold()).flatMap(({ owns }: SandboxAccount) => owns);
  for (const { id } of passes) {
    const times = bought.filter((each) => each === id).length;
    const status = statusOf.get(id);
    const isRight = status === 'manual' ? times <= 1 : times === (status === 'completed' ? 1 : 0);
    if (!isRight) throw new Error(`pass ${id} of an order that is ${status} was bought ${times} times`);
  }
  const completed = rows.filter(({ status }) => status !== 'failed').length;
  return { ours: bought.length, reference: completed };
}
