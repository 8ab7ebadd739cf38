import type { PoolClient } from 'pg';
import { readWallet } from '../server/src/money/wallet/wallet.reads.ts';
import { listHistory } from '../server/src/trade/history/history.reads.ts';
import { FILL_SETTINGS, LARGE, SMALL } from './database.ts';
import { type OrderBench, openOrderBench } from './order-bench.ts';
import { median, type Row, rowOfPairs, timed } from './row.ts';

const ROUNDS = 7;
const TIMES = 100;
/** The number of orders in the caller's own history. */
const OWN_ORDERS = 100;

/** The time of an order, a wallet page and a history page in a large database, against a small one, in alternating rounds. */
export async function benchGrowth(): Promise<Row[]> {
  const worlds: OrderBench[] = [];
  try {
    for (const size of [SMALL, LARGE]) {
      const world = await openOrderBench();
      worlds.push(world);
      const tookMs = await timed(() => fillDatabase(world, size));
      console.log(`${size.toLocaleString('en')} of each in ${(tookMs / 1_000).toFixed(0)} s`);
    }
    const [small, large] = worlds as [OrderBench, OrderBench];
    const rows: Row[] = [];
    for (const [what, act] of ACTS) {
      for (const world of worlds) await timeOf(world, act);
      const pairs = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const reference = await timeOf(small, act);
        pairs.push({ ours: await timeOf(large, act), reference });
      }
      rows.push(rowOfPairs(`${what}, ${LARGE.toLocaleString('en')} of each`, 'ms', pairs, { atMost: 1.3 }));
    }
    return rows;
  } finally {
    for (const world of worlds) await world.close();
  }
}

type Act = (world: OrderBench, buyerId: string) => Promise<unknown>;
const ACTS: readonly (readonly [what: string, act: Act])[] = [
  ['an order', ({ order }, buyerId) => order(buyerId)],
  ['a wallet page', ({ pool }, buyerId) => readWallet(pool.db, { id: buyerId, isOwner: false }, 'buyer')],
  ['a history page', ({ pool }, buyerId) => listHistory(pool.db, buyerId, { page: 1, pageSize: 20 })],
];

async function timeOf(world: OrderBench, act: Act): Promise<number> {
  const times: number[] = [];
  while (times.length < TIMES) {
    times.push(await timed(() => act(world, world.buyers[0]!)));
  }
  return median(times);
}

async function fillDatabase(world: OrderBench, size: number): Promise<void> {
  const client = await world.pool.pg.connect();
  for (const setting of [...FILL_SETTINGS, ...INDEX_SETTINGS]) await client.query(setting);
  const indexes = await dropIndexes(client);
  for (const statement of CROWD) await client.query(statement.replaceAll('$SIZE', String(size)));
  for (const index of indexes) await client.query(index);
  await client.query('reset all');
  client.release();
  await world.pool.pg.query('vacuum analyze');
  await world.pool.pg.query('checkpoint');
  for (let placed = 0; placed < OWN_ORDERS; placed += 1) await world.order(world.buyers[0]!);
}

/** For building all indexes at the end. */
const INDEX_SETTINGS = [
  "set maintenance_work_mem = '512MB'",
  "alter system set max_wal_size = '8GB'",
  'select pg_reload_conf()',
];

/** Drops all indexes except unique ones and returns their definitions. Building an index on a full table is much faster. */
async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where not indisunique and indrelid = any($1::regclass[])`,
    [FILLED_TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const FILLED_TABLES = [
  'users',
  'roblox_accounts',
  'orders',
  'order_events',
  'idempotency_keys',
  'ledger_accounts',
  'ledger_balances',
  'ledger_holds',
  'ledger_events',
  'ledger_postings',
];

/** Users who are both buyer and seller. Each has an account and a completed order with its rows. A third of the accounts is sold out. */
const CROWD = [
  `create temp table crowd as select n, new_id() as user_id, new_id() as account_id, new_id() as order_id from generate_series(1, $SIZE) n`,
  'analyze crowd',
  // the default codes are random, and among a million of them two would often be equal
  `insert into users (id, username, affiliate_code) select user_id, 'crowd', lpad(to_hex(n), 8, '0') from crowd`,
  `insert into roblox_accounts (id, user_id, roblox_user_id, username, robux_balance, total_sold, rate_cents, status, sealed_cookie,
     ownership_confirmed_at, ownership_ip, ownership_statement)
   select account_id, user_id, n, 'crowd', n % 3 * 500000, 100, 100 + n % 501, 'online', 'x', now(), '', '' from crowd`,
  `insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, max_rate_cents, total_cents, gamepass_url,
     pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, status, next_check_at, ended_at)
   select c.order_id, c.user_id, s.account_id, s.user_id, 100, 100, 600, 10, 'x', c.n, c.n, 'VIP', 'User', 1, false, 'completed', null, now()
   from crowd c join crowd s on s.n = 1 + c.n % $SIZE`,
  `insert into order_events (order_id, code, details) select order_id, code, details::jsonb from crowd,
     (values ('placed', '{"robux": 100, "rateCents": 100, "totalCents": 10}'), ('buying', '{}'), ('bought', '{"robux": 100}')) e (code, details)`,
  `insert into ledger_accounts (name, currency, user_id, wallet)
   select 'user:' || user_id || ':' || wallet, 'USD', user_id, wallet from crowd, unnest(array['buyer', 'seller']) wallet`,
  `insert into ledger_balances (account_id, posted) select a.id, 10 from ledger_accounts a join crowd c on c.user_id = a.user_id`,
  `insert into ledger_holds (key, account_id, amount, remaining, state, opened_at, closed_at)
   select 'order ' || c.order_id, a.id, 10, 0, 'posted', now(), now()
   from crowd c join ledger_accounts a on a.user_id = c.user_id and a.wallet = 'buyer'`,
  `insert into ledger_events (key, kind, at) select 'order ' || order_id || ' completed', 'order.completed', now() from crowd`,
  `insert into ledger_postings (event_id, currency, from_account, to_account, amount)
   select e.id, 'USD', b.id, s.id, 10 from crowd c join ledger_events e on e.key = 'order ' || c.order_id || ' completed'
   join ledger_accounts b on b.user_id = c.user_id and b.wallet = 'buyer'
   join ledger_accounts s on s.user_id = c.user_id and s.wallet = 'seller'`,
  `insert into idempotency_keys (user_id, key, request_hash, status, reply) select user_id, 'k', 'x', 201, '{"id": "x"}' from crowd`,
];
