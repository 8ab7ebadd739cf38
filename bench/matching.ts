import type pg from 'pg';
import { installSettings } from '../server/src/people/settings/settings.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { credit } from '../server/test/wallets.ts';
import { openDatabase, query } from './database.ts';
import { type Pair, type Row, rowOfPairs, timed } from './row.ts';

const ROUNDS = 7;
const QUEUES = [1_000, 10_000, 100_000, 1_000_000];
const SERVED_FROM = 100_000;
const SERVED = 5_000;
const BUYERS = 500;

/** Pre-orders: the time until new stock gets its first match in a long queue, and the rate at which a whole queue is served. */
export async function benchMatching(): Promise<Row[]> {
  const database = await openDatabase();
  const markets: Market[] = [];
  try {
    for (const waiting of QUEUES) markets.push(await openMarket(database.url, waiting));
    const served = markets.find(({ waiting }) => waiting === SERVED_FROM)!;
    return [...(await measureFirst(markets)), await measureAll(served)];
  } finally {
    for (const { close } of markets) await close();
    await database.close();
  }
}

interface Market {
  readonly waiting: number;
  readonly client: pg.Pool;
  /** Puts stock up for sale. The insert runs the matching. Returns its duration in milliseconds. */
  sell(robux: number, rateCents: number): Promise<number>;
  matched(): Promise<number>;
  close(): Promise<void>;
}

/** The time from new stock to its first match by queue length, if all pre-orders fit and if only the youngest fits. */
async function measureFirst(markets: readonly Market[]): Promise<Row[]> {
  const cases = ['all of it fits', 'only the youngest fits'] as const;
  const times = new Map<string, number[]>();
  // the first round warms up
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const market of markets) {
      for (const what of cases) {
        const tookMs = await timeToFirst(market, what === cases[0]);
        const key = `${what} ${market.waiting}`;
        if (round > 0) times.set(key, [...(times.get(key) ?? []), tookMs]);
      }
    }
  }
  return markets.flatMap(({ waiting }) =>
    cases.map((what) => {
      const reference = times.get(`${what} ${QUEUES[0]}`)!;
      const pairs = times
        .get(`${what} ${waiting}`)!
        .map((tookMs, round) => ({ ours: 1_000 / tookMs, reference: 1_000 / reference[round]! }));
      const name = `first match, ${waiting.toLocaleString('en')} waiting, ${what}`;
      return rowOfPairs(name, '/s', pairs, { atLeast: 0.5 });
    }),
  );
}

async function timeToFirst(market: Market, allFit: boolean): Promise<number> {
  if (!allFit) await placeSmall(market);
  const before = await market.matched();
  const tookMs = await market.sell(allFit ? 11_000 : SMALL_ROBUX, allFit ? 200 : 300);
  if ((await market.matched()) !== before + 1)
    throw new Error('the stock did not match exactly one pre-order');
  await market.client.query('update roblox_accounts set is_active = false');
  return tookMs;
}

/** Serves a queue in one transaction, against one insert of as many rows into copies of the tables. */
async function measureAll(market: Market): Promise<Row> {
  const { client } = market;
  await client.query(COPIES);
  const rounds: Pair[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = await market.matched();
    const tookMs = await market.sell(SERVED * 10_500, 200);
    const served = (await market.matched()) - before;
    if (served < SERVED / 2) throw new Error(`only ${served} pre-orders were matched`);
    await client.query('update roblox_accounts set is_active = false');
    const referenceMs = await timed(() => client.query(INSERT_AS_MANY, [served]));
    await client.query('truncate copied_orders, copied_pre_orders, copied_holds, copied_events, copied_news');
    if (round > 0)
      rounds.push({ ours: (1_000 * served) / tookMs, reference: (1_000 * served) / referenceMs });
  }
  const what = `a queue of ${SERVED_FROM.toLocaleString('en')} served, about ${SERVED.toLocaleString('en')} in one transaction`;
  return rowOfPairs(what, '/s', rounds, { atLeast: 0.2 });
}

/** Copies of the five tables that a match writes to, with keys and foreign keys but without triggers. */
const COPIES = `
  create table copied_orders (like orders including all);
  create table copied_pre_orders (like pre_orders including all,
    foreign key (buyer_id) references users, foreign key (order_id) references copied_orders);
  create table copied_holds (like ledger_holds including all excluding constraints);
  create table copied_events (like order_events including all);
  create table copied_news (like inbox_entries including all, foreign key (user_id) references users)`;

const INSERT_AS_MANY = `
  with o as (insert into copied_orders select * from orders order by id desc limit $1 returning id),
    p as (insert into copied_pre_orders overriding system value
      select p.* from pre_orders p join (select id from orders order by id desc limit $1) o on o.id = p.order_id),
    e as (insert into copied_events (order_id, at, code) select id, now(), 'matched' from o),
    n as (insert into copied_news (user_id, kind, code, subject_id, details)
      select user_id, kind, code, subject_id, details from inbox_entries order by id desc limit $1)
  insert into copied_holds (key, account_id, amount, remaining, opened_at) select 'order ' || id, 1, 1, 1, now() from o`;

/** Creates a database with this many pre-orders of 10,000 to 11,000 Robux, with maximum rates from 2.00 to 6.00. */
async function openMarket(server: string, waiting: number): Promise<Market> {
  const url = new URL(server);
  url.pathname = `/queue_${waiting}`;
  await query(server, `create database queue_${waiting}`);
  await migrate(url.href);
  const { db, pg: client, close } = openPool(url.href, { role: null, max: 1 });
  await installSettings(db, 'sandbox');
  const { rows: people } = await client.query<{ id: string }>(
    `insert into users (discord_id, username) select 'bench-' || n, 'bench' from generate_series(0, ${BUYERS}) n returning id`,
  );
  const [seller, ...buyers] = people.map(({ id }) => id);
  for (const id of buyers) await credit(db, id, 10_000_000_000);
  await client.query('alter table pre_orders disable trigger announce');
  await client.query(
    `insert into pre_orders (buyer_id, robux_amount, max_rate_cents, affordable_rate_cents, max_total_cents, gamepass_url, pass_id,
       product_id, pass_name, creator_type, creator_target_id)
     select ($1::uuid[])[1 + n % ${BUYERS}], 10000 + n % 1000, 200 + n * 7 % 401, 200 + n * 7 % 401, 1, '', n, n, '', 'User', 1
     from generate_series(1, $2::int) n`,
    [buyers, waiting],
  );
  await client.query('alter table pre_orders enable trigger announce');
  await client.query('vacuum analyze');
  let accounts = 0;
  return {
    waiting,
    client,
    close,
    sell: (robux, rateCents) => {
      accounts += 1;
      return timed(() =>
        client.query(
          `insert into roblox_accounts (user_id, roblox_user_id, username, robux_balance, rate_cents, status, sealed_cookie,
             ownership_confirmed_at, ownership_ip, ownership_statement) values ($1, $2, '', $3, $4, 'online', 'x', now(), '', '')`,
          [seller, accounts, robux, rateCents],
        ),
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

const SMALL_ROBUX = 900;

/** Adds a pre-order at the end of the queue. `SMALL_ROBUX` of stock fits no other pre-order. */
async function placeSmall({ client }: Market): Promise<void> {
  await client.query(
    `insert into pre_orders (buyer_id, robux_amount, max_rate_cents, affordable_rate_cents, max_total_cents, gamepass_url, pass_id,
       product_id, pass_name, creator_type, creator_target_id)
     select buyer_id, $1, 300, 300, 1, '', 1, 1, '', 'User', 1 from pre_orders limit 1`,
    [SMALL_ROBUX],
  );
}
