import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderBench } from './order-bench.ts';
import { openProduct } from './product.ts';
import { median, quantile, type Row, rowOfPairs, type Target } from './row.ts';
import { openShop, type Shop } from './shop.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ORDERS = 60;
/** How long Roblox takes for each answer. */
const ANSWER_SECONDS = 0.4;
const MAX_SECONDS = 3;
const MAX_WAIT_SECONDS = 0.5;

/** Orders at the same time, each on an idle account of another seller, while Roblox takes 0.4 s for each answer. */
export async function benchPurchases(): Promise<Row[]> {
  const product = await openProduct();
  const { bench, sandbox } = product;
  try {
    const web = await product.start('web');
    await product.start('worker');
    const shop = await openShop(bench.pool, sandbox, web.origin, ORDERS);
    await shop.sell(ORDERS, ORDERS);
    await sandbox.control('POST', '/faults', {
      service: 'game-platform',
      kind: 'slow',
      seconds: ANSWER_SECONDS,
      times: 1_000_000,
    });
    const rounds: Round[] = [];
    // the first round only loads code and opens connections
    for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await buyTogether(bench, shop));
    await bench.prove(ORDERS * rounds.length);
    return rowsOf(rounds.slice(1));
  } finally {
    await product.close();
  }
}

interface Round {
  /** Seconds from the click to the completion, for each order. */
  readonly completed: readonly number[];
  /** Seconds from the click to the answer that the order is placed, for each order. */
  readonly placed: readonly number[];
  /** The longest that a due job waited. A worker was always free, because there are more slots than orders. */
  readonly waited: number;
}

/** Places all orders at the same time and waits until all have ended. Throws unless all are completed, on different accounts. */
async function buyTogether({ pool }: OrderBench, shop: Shop): Promise<Round> {
  const passes = await shop.passes(ORDERS);
  await pool.pg.query('delete from pgboss.job');
  // the orders' times are of the same machine's clock
  const clickedAt = Date.now();
  const placed = await Promise.all(
    passes.map(async ({ url: gamepassUrl }, index) => {
      const answer = await shop.order({ key: randomUUID(), cookie: shop.cookies[index]!, gamepassUrl });
      if (answer?.status !== 201) throw new Error(`an order was answered with ${JSON.stringify(answer)}`);
      return (Date.now() - clickedAt) / 1_000;
    }),
  );
  const ended = await endedOrders(
    pool,
    passes.map(({ id }) => id),
  );
  if (ended.some(({ status }) => status !== 'completed')) throw new Error('an order failed');
  if (new Set(ended.map(({ account }) => account)).size < ORDERS)
    throw new Error('two orders on one account');
  const { rows } = await pool.pg.query<{ waited: number }>(
    'select max(extract(epoch from started_on - start_after))::float8 as waited from pgboss.job',
  );
  const completed = ended.map(({ at }) => (at.getTime() - clickedAt) / 1_000);
  return { completed, placed, waited: rows[0]!.waited };
}

interface Ended {
  readonly status: string;
  readonly account: string;
  readonly at: Date;
}

/** The orders of these passes, once all have ended. */
async function endedOrders({ pg }: OrderBench['pool'], passIds: readonly number[]): Promise<Ended[]> {
  for (;;) {
    const { rows } = await pg.query<Ended>(
      'select status, account_id as account, ended_at as at from orders where pass_id = any ($1) and ended_at is not null',
      [passIds],
    );
    if (rows.length === ORDERS) return rows;
    await sleep(50);
  }
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const p99 = (of: 'completed' | 'placed') => median(rounds.map((round) => quantile(round[of], 0.99)));
  const row = (what: string, ours: number, reference: number, target: Target | null = { atMost: 1 }): Row =>
    rowOfPairs(what, 's', [{ ours, reference }], target);
  const waited = median(rounds.map((round) => round.waited));
  return [
    row(
      `p99 from click to completion, ${ORDERS} orders at the same time; 3 s`,
      p99('completed'),
      MAX_SECONDS,
    ),
    row('longest that a due job waited beside a free worker; 0.5 s', waited, MAX_WAIT_SECONDS),
    row('p99 from click to the placed order; one answer of Roblox', p99('placed'), ANSWER_SECONDS, null),
  ];
}
