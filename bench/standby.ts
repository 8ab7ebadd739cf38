import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { proveBooks } from '../server/src/money/ledger/proof.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openPool, type Pool } from '../server/src/platform/db/pool.ts';
import { installQueues } from '../server/src/platform/jobs/queue.ts';
// declares the values that the test setup provides to vitest
import type {} from '../server/test/postgres.setup.ts';
import { eventually, type ProductProcess, startProcess } from '../server/test/processes.ts';
import type { SandboxAccount, SandboxPass } from '../server/test/sandbox.ts';
import { type DatabasePair, makeTemplate, openPair } from './database-pair.ts';
import { type Pair, type Row, rowOfPairs, type Target } from './row.ts';
import { type ApiAnswer, type OrderRequest, openShop, type Shop, startSandbox } from './shop.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** `off` makes the standby asynchronous, to see what that loses. */
const IS_SYNCHRONOUS = process.env.BENCH_SYNCHRONOUS !== 'off';
const CALLERS = 32;
const PASSES = 500;
/** The primary is killed after this many acknowledged orders, at a different moment in each round. */
const killedAfter = (round: number): number => 150 + 37 * round;
const RECOVERED_MS = 30_000;
const PURCHASES_DONE_MS = 480_000;

/** Kills the primary during trade and promotes its standby. Checks that nothing is lost or done twice, and measures the interruption. */
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
      rounds.push(await runRound(template, join(directory, `round-${round}`), killedAfter(round)));
    const row = (what: string, unit: string, pairOf: (round: Round) => Pair, target: Target) =>
      rowOfPairs(what, unit, rounds.map(pairOf), target);
    return [
      row('found after the primary was lost; acknowledged before', 'orders', ({ kept }) => kept, {
        atLeast: 1,
      }),
      row('bought at the platform; orders that did not fail', 'passes', ({ bought }) => bought, {
        atMost: 1,
      }),
      row('from the loss until every pending request is answered; 30 s', 'ms', ({ gap }) => gap, {
        atMost: 1,
      }),
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

async function runRound(template: string, directory: string, after: number): Promise<Round> {
  const pair = await openPair(template, directory, IS_SYNCHRONOUS);
  const pool = openPool(pair.url, { role: null, max: 2 });
  const sandbox = await startSandbox(directory);
  const world = { databaseUrl: pair.url, sandboxUrl: sandbox.url, directory, env: { ACTION_LIMIT: 'off' } };
  const running: ProductProcess[] = [];
  try {
    for (const role of ['web', 'worker'] as const) running.push(await startProcess(role, world));
    const [web, worker] = running as [ProductProcess, ProductProcess];
    const shop = await openShop(pool, sandbox, web.origin, 2 * CALLERS);
    await shop.sell(8);
    const passes = await shop.passes(PASSES);
    const { acknowledged, before, gapMs } = await orderDuringFailover(pair, pool, shop, passes, after);
    // a process manager would restart a worker that ended
    if (!web.isRunning()) throw new Error(`the web process ended:\n${web.log()}`);
    if (!worker.isRunning()) {
      console.log('the worker ended and was restarted');
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
  /** The order id that each request got in the end. */
  readonly acknowledged: ReadonlyMap<OrderRequest, string>;
  /** The requests that were answered before the primary was killed. */
  readonly before: ReadonlySet<OrderRequest>;
  /** From the loss until every waiting buyer had an order. */
  readonly gapMs: number;
}

/** Buyers order without pauses. A buyer without an answer repeats the request with the same key, as a browser does. */
async function orderDuringFailover(
  pair: DatabasePair,
  pool: Pool,
  shop: Shop,
  passes: readonly SandboxPass[],
  after: number,
): Promise<Ordered> {
  const acknowledged = new Map<OrderRequest, string>();
  const requests = passes
    .map(({ url }, turn) => ({
      key: randomUUID(),
      cookie: shop.cookies[turn % shop.cookies.length]!,
      gamepassUrl: url,
    }))
    .values();
  let lostAt: number | null = null;
  const buyers = Array.from({ length: CALLERS }, async () => {
    for (const request of requests) {
      acknowledged.set(request, await orderUntilPlaced(shop, request));
      if (lostAt !== null) return;
    }
  });
  const bought = Promise.all(buyers);
  // errors are handled where it is awaited below
  bought.catch(() => undefined);
  await Promise.race([bought, eventually(async () => acknowledged.size >= after, { withinMs: 60_000 })]);
  const before = new Set(acknowledged.keys());
  const sessions = await readSessions(pool);
  pair.killPrimary();
  lostAt = performance.now();
  await pair.promoteStandby();
  await liftStop(pool);
  await signInAgain(pool, sessions);
  await bought;
  return { acknowledged, before, gapMs: performance.now() - lostAt };
}

/** A promoted standby counts as a restore, so the worker stops everything. The owner lifts the stop. */
async function liftStop({ pg }: Pool): Promise<void> {
  await eventually(async () => {
    const lifted = await pg
      .query(
        `update settings set value = '{"enabled": false}' where key = 'emergency_shutdown' and value ->> 'enabled' = 'true'`,
      )
      .catch(() => null);
    return lifted?.rowCount === 1;
  });
}

const readSessions = async ({ db }: Pool) => db.selectFrom('sessions').selectAll().execute();

/** A restore ends every session. The buyers get the same ones again, because a bench has no Discord in front. */
async function signInAgain({ db }: Pool, sessions: Awaited<ReturnType<typeof readSessions>>): Promise<void> {
  await db.insertInto('sessions').values(sessions).execute();
}

const SIGNED_OUT = 401;

/** Repeats the request until the order is placed. Throws on a refusal, because the request is valid. */
async function orderUntilPlaced(shop: Shop, request: OrderRequest): Promise<string> {
  for (const deadline = performance.now() + 2 * RECOVERED_MS; ; await sleep(50)) {
    const answer = await shop.order(request);
    if (answer?.status === 201) return answer.body.id!;
    if (answer && answer.status < 500 && answer.status !== SIGNED_OUT)
      throw new Error(`an order was refused: ${JSON.stringify(answer)}`);
    if (performance.now() > deadline) throw new Error(`no order within a minute: ${JSON.stringify(answer)}`);
  }
}

/** Repeats every key and expects the same order. Returns the number of orders kept from before the loss. */
async function countKept(
  shop: Shop,
  acknowledged: Ordered['acknowledged'],
  before: ReadonlySet<OrderRequest>,
): Promise<number> {
  let kept = 0;
  for (const [request, id] of acknowledged) {
    const answer = await untilAnswered(() => shop.order(request));
    const isSame = answer.status === 201 && answer.replayed && answer.body.id === id;
    if (before.has(request)) kept += isSame ? 1 : 0;
    else if (!isSame) throw new Error(`order ${id} of after the loss is now ${JSON.stringify(answer)}`);
  }
  if (IS_SYNCHRONOUS && kept < before.size)
    throw new Error(`${before.size - kept} acknowledged orders are lost`);
  return kept;
}

const untilAnswered = (ask: () => Promise<ApiAnswer | null>): Promise<ApiAnswer> =>
  eventually(async () => {
    const answer = await ask();
    return answer && answer.status < 500 && answer;
  });

async function proveOnce({ db, pg }: Pool, requested: number): Promise<void> {
  const { rows } = await pg.query<{ count: number }>('select count(*) from orders');
  if (IS_SYNCHRONOUS && rows[0]!.count !== requested)
    throw new Error(`${requested} requests, ${rows[0]!.count} orders`);
  await proveBalanced(db);
}

async function proveBalanced(db: Pool['db']): Promise<void> {
  const differences = await proveBooks(db);
  if (differences.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(differences[0])}`);
}

/**
 * Waits until every order has ended or was escalated as unclear. Then each completed order must have its gamepass,
 * bought once, and a failed order must have none.
 */
async function proveBought({ db, pg }: Pool, shop: Shop, passes: readonly SandboxPass[]): Promise<Pair> {
  const isDone = async () => {
    const { rows } = await pg.query(
      "select from orders where ended_at is null and status <> 'manual' limit 1",
    );
    return rows.length === 0;
  };
  await eventually(isDone, { withinMs: PURCHASES_DONE_MS, everyMs: 200 });
  await proveBalanced(db);
  const { rows } = await pg.query<{ passId: number; status: string }>(
    'select pass_id::bigint as "passId", status from orders',
  );
  const statusOf = new Map(rows.map(({ passId, status }) => [passId, status]));
  const bought = (await shop.accountsForSale()).flatMap(({ owns }: SandboxAccount) => owns);
  for (const { id } of passes) {
    const times = bought.filter((each) => each === id).length;
    const status = statusOf.get(id);
    const isRight = status === 'manual' ? times <= 1 : times === (status === 'completed' ? 1 : 0);
    if (!isRight) throw new Error(`the gamepass ${id} of a ${status} order was bought ${times} times`);
  }
  const completed = rows.filter(({ status }) => status !== 'failed').length;
  return { ours: bought.length, reference: completed };
}
