import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { openPool, type Pool } from '../server/src/db/pool.ts';
import { credit } from '../server/test/wallets.ts';
import type { Row } from './main.ts';

const ROUNDS = 5;
const QUEUES = [1_000, 10_000, 100_000];
const SERVED = 5_000;
const BUYERS = 500;

/** Pre-orders: how soon stock finds the first that fits in a long queue, and how fast a queue that fits is served. */
export async function benchMatching(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-bench-'));
  const postgres = await startEmbedded(directory);
  await migrate(postgres.url);
  const pool = openPool(postgres.url, { role: null, max: 1 });
  try {
    const market = await openMarket(pool);
    return [...(await measureFirst(market)), await measureAll(market)];
  } finally {
    await pool.close();
    const cluster = realpathSync(join(directory, 'cluster'));
    await postgres.stop();
    for (const path of [cluster, directory]) rmSync(path, { recursive: true, force: true });
  }
}

interface Market {
  readonly client: pg.Pool;
  /** Puts that many pre-orders of 10,000 to 11,000 Robux into the queue, at maxima from 2.00 to 6.00. */
  wait(count: number): Promise<void>;
  /** Puts stock up for sale, which matches what fits before it answers. */
  sell(robux: number, rateCents: number): Promise<void>;
  matched(): Promise<number>;
}

/** The time from stock to the first order, by the length of the queue: once everything fits, once only the last. */
async function measureFirst(market: Market): Promise<Row[]> {
  const times = new Map<string, number[]>();
  const rows: Row[] = [];
  let waiting = 0;
  for (const length of QUEUES) {
    await market.wait(length - waiting);
    waiting = length;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [what, ownRobux] of [
        ['all of it fits', null],
        ['one fits', 900],
      ] as const) {
        if (ownRobux) await placeOne(market, ownRobux);
        const before = await market.matched();
        const tookMs = await timed(() => market.sell(ownRobux ?? 11_000, ownRobux ? 300 : 200));
        if ((await market.matched()) === before) throw new Error(`nothing was matched: ${what}`);
        await market.client.query('update roblox_accounts set is_active = false');
        times.set(`${what} ${length}`, [...(times.get(`${what} ${length}`) ?? []), tookMs]);
      }
    }
    for (const what of ['all of it fits', 'one fits']) {
      const perSecond = (key: number) => 1_000 / median(times.get(`${what} ${key}`)!);
      const [ours, reference] = [perSecond(length), perSecond(QUEUES[0]!)];
      rows.push({
        what: `first match, ${length.toLocaleString('en')} waiting, ${what}`,
        unit: '/s',
        ours,
        reference,
        ratio: ours / reference,
        target: 0.5,
      });
    }
  }
  return rows;
}

/** A queue that fits is served in one go, against one insert of as many rows into the same tables. */
async function measureAll(market: Market): Promise<Row> {
  const { client } = market;
  await client.query(`create table copied_orders (like orders including all);
    create table copied_holds (like ledger_holds including all); create table copied_events (like order_events including all)`);
  const rounds: { ours: number; reference: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await market.matched();
    const tookMs = await timed(async () => {
      await market.sell(SERVED * 10_500, 200);
      while ((await client.query('select match_pre_orders() as n')).rows[0].n > 0);
    });
    const served = (await market.matched()) - before;
    await client.query('update roblox_accounts set is_active = false');
    const referenceMs = await timed(async () => {
      await client.query(`with o as (insert into copied_orders select * from orders order by id desc limit ${served} returning id),
        e as (insert into copied_events (order_id, what) select id, 'Pre-order matched' from o)
        insert into copied_holds (key, account_id, amount, remaining, opened_at) select 'order ' || id, 1, 1, 1, now() from o`);
    });
    await client.query('truncate copied_orders, copied_holds, copied_events');
    rounds.push({ ours: (1_000 * served) / tookMs, reference: (1_000 * served) / referenceMs });
  }
  return {
    what: `a queue of ${QUEUES.at(-1)!.toLocaleString('en')} served, about ${SERVED.toLocaleString('en')} at once`,
    unit: '/s',
    ours: median(rounds.map(({ ours }) => ours)),
    reference: median(rounds.map(({ reference }) => reference)),
    ratio: median(rounds.map(({ ours, reference }) => ours / reference)),
    target: 0.3,
  };
}

async function openMarket({ db, pg: client }: Pool): Promise<Market> {
  const { rows: people } = await client.query<{ id: string }>(
    `insert into users (discord_id, username) select 'bench-' || n, 'bench' from generate_series(0, ${BUYERS}) n returning id`,
  );
  const [seller, ...buyers] = people.map(({ id }) => id);
  for (const id of buyers) await credit(db, id, 10_000_000_000);
  let accounts = 0;
  return {
    client,
    wait: async (count) => {
      await client.query('alter table pre_orders disable trigger tell');
      await client.query(
        `insert into pre_orders (buyer_id, robux_amount, most_rate_cents, offers_cents, most_cents, gamepass_url, pass_id,
           product_id, pass_name, creator_type, creator_target_id)
         select ($1::uuid[])[1 + n % ${BUYERS}], 10000 + n % 1000, 200 + n * 7 % 401, 200 + n * 7 % 401, 1, '', n, n, '', 'User', 1
         from generate_series(1, $2::int) n`,
        [buyers, count],
      );
      await client.query('alter table pre_orders enable trigger tell');
      await client.query('analyze pre_orders');
    },
    sell: async (robux, rateCents) => {
      accounts += 1;
      await client.query(
        `insert into roblox_accounts (user_id, roblox_user_id, username, robux_balance, rate_cents, status, sealed_cookie,
           ownership_confirmed_at, ownership_ip, ownership_statement) values ($1, $2, '', $3, $4, 'online', 'x', now(), '', '')`,
        [seller, accounts, robux, rateCents],
      );
    },
    matched: async () => {
      const { rows } = await client.query<{ count: string }>(
        'select count(*) from pre_orders where matched_at is not null',
      );
      return Number(rows[0]!.count);
    },
  };
}

/** The youngest of the queue, and the only one that so little stock serves. */
async function placeOne({ client }: Market, robux: number): Promise<void> {
  await client.query(
    `insert into pre_orders (buyer_id, robux_amount, most_rate_cents, offers_cents, most_cents, gamepass_url, pass_id,
       product_id, pass_name, creator_type, creator_target_id)
     select buyer_id, $1, 300, 300, 1, '', 1, 1, '', 'User', 1 from pre_orders limit 1`,
    [robux],
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
