import type { PoolClient } from 'pg';
import { FILL_SETTINGS } from './database.ts';

/**
 * Fills a migrated database with set-based statements: $SIZE rows in each list of the user $P, and a market of $SIZE users with
 * accounts, waiting pre-orders and trades.
 */
export async function fillLists(client: PoolClient, userId: string, size: number): Promise<void> {
  for (const setting of FILL_SETTINGS) await client.query(setting);
  for (const statement of ROWS) {
    await client.query(statement.replaceAll('$SIZE', String(size)).replaceAll('$P', `'${userId}'::uuid`));
  }
  await client.query('reset all');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

const PASS = `'https://www.roblox.com/game-pass/1', n, n, 'VIP', 'User', 1`;

const ROWS = [
  `create temp table crowd as select n, new_id() as user_id, new_id() as account_id, new_id() as order_id, new_id() as sale_id,
     new_id() as own_account_id, new_id() as listing_id, new_id() as trade_id, new_id() as sold_id, new_id() as deposit_id,
     new_id() as withdrawal_id, now() - (1 + $SIZE - n) * interval '1 minute' as at from generate_series(1, $SIZE) n`,
  'create index on crowd (n)',
  'analyze crowd',
  `insert into users (id, username, affiliate_code, joined_at) select user_id, 'crowd' || n, lpad(to_hex(n), 8, '0'), at from crowd`,
  `insert into referrals (referred_id, referrer_id, at) select user_id, $P, at from crowd`,
  `insert into sessions (user_id, token_hash, user_agent, ip, expires_at)
     select $P, decode(md5(n::text), 'hex'), 'bench', '127.0.0.1', now() + interval '1 day' from crowd`,
  `insert into inbox_entries (user_id, at, kind, code, details, read_at) select $P, at, 'withdrawals', 'withdrawal_sent', '{"cents": 100}', at from crowd`,
  `insert into audit_log (actor_id, action, subject_id, after) select $P, 'users.edited', user_id::text, '{"role": "seller"}' from crowd`,
  `insert into reviews (id, kind, subject_id, user_id, state, reason, decided_by, closed_at)
     select new_id(), 'report', user_id, user_id, case when n > 100 then 'approved' else 'open' end, 'x',
       case when n > 100 then $P end, case when n > 100 then at end from crowd`,
  `insert into heartbeats (minute) select date_trunc('minute', now()) - m * interval '1 minute' from generate_series(1, least($SIZE, 43200)) m`,
  `insert into ledger_accounts (name, currency, user_id, wallet)
     select 'user:' || id || ':' || wallet, 'USD', id, wallet
     from (select user_id as id from crowd union all select $P) people, unnest(array['buyer', 'seller']) wallet`,
  `insert into ledger_balances (account_id, posted) select id, 1000 from ledger_accounts where user_id is not null`,
  // accounts: those of the market are for sale, a third sold out; those of $P are switched off, except one
  `insert into roblox_accounts (id, user_id, roblox_user_id, username, robux_balance, total_sold, rate_cents, status, is_active, sealed_cookie,
     ownership_confirmed_at, ownership_ip, ownership_statement, created_at)
   select account_id, user_id, n, 'crowd' || n, n % 3 * 5000, 100, 210 + n % 390, 'online', true, 'x'::bytea, at, '', '', at from crowd
   union all select own_account_id, $P, 1000000000 + n, 'own' || n, 5000, 100, 300, 'online', n = $SIZE, 'x'::bytea, at, '', '', at from crowd`,
  `insert into proxies (user_id, host, port, status, checked_at, created_at) select $P, 'p' || n || '.example', 80, 'active', at, at from crowd`,
  // pre-orders: the market waits below the cheapest rate; those of $P are closed, and the last 20 wait
  `insert into pre_orders (buyer_id, robux_amount, max_rate_cents, affordable_rate_cents, max_total_cents, created_at, gamepass_url, pass_id, product_id,
     pass_name, creator_type, creator_target_id)
   select user_id, 500, 200, 200, 100, at, ${PASS} from crowd union all select $P, 500, 200, 200, 100, now(), ${PASS} from generate_series(1, 20) n`,
  `insert into pre_orders (buyer_id, robux_amount, max_rate_cents, affordable_rate_cents, max_total_cents, status, waits_for, close_reason, created_at,
     gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id)
   select $P, 500, 200, 200, 100, 'closed', null, 'x', at, ${PASS} from crowd`,
  `insert into pre_order_blocks select place / 1024, count(*), sum(robux_amount) from pre_orders where status = 'waiting' group by 1`,
  // orders: $P bought from the market, and the market bought from $P
  `insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, max_rate_cents, total_cents, status, next_check_at,
     created_at, ended_at, sets_price, gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id)
   select order_id, $P, account_id, user_id, 100, 300, 600, 30, 'completed', null::timestamptz, at, at, false, ${PASS} from crowd
   union all select sale_id, user_id, own_account_id, $P, 100, 300, 600, 30, 'completed', null, at, at, false, ${PASS} from crowd`,
  `insert into order_events (order_id, code, details) select id, code, details::jsonb from (select order_id as id from crowd union all select sale_id from crowd) o,
     (values ('placed', '{"robux": 100, "rateCents": 300, "totalCents": 30}'), ('buying', '{}'), ('bought', '{"robux": 100}')) e (code, details)`,
  `insert into listings (id, seller_id, title, item_type, quantity, price_cents, delivery_time, created_at, updated_at)
   select listing_id, user_id, 'Hat ' || n, 'limited_items', 1, 500, '1 hour', at, at from crowd
   union all select sold_id, $P, 'Own hat ' || n, 'limited_items', 1, 500, '1 hour', at, at from crowd`,
  `insert into transactions (id, listing_id, seller_id, buyer_id, title, units, price_cents, total_cents, fee_cents, stage, deliver_by, created_at,
     ended_at, stars)
   select trade_id, listing_id, user_id, $P, 'Hat ' || n, 1, 500, 500, 25, 'completed', at, at, at, 5 from crowd
   union all select sold_id, sold_id, $P, user_id, 'Own hat ' || n, 1, 500, 500, 25, 'completed', at, at, at, 4 from crowd`,
  `insert into transaction_events (transaction_id, at, actor_id, what, said) select trade_id, at, $P, 'message', 'Hello' from crowd`,
  // the chain: one in a hundred deposits is not swept yet
  `insert into chain_blocks (height, hash, prev, time) select n, encode(sha256(n::text::bytea), 'hex'), encode(sha256((n - 1)::text::bytea), 'hex'), at from crowd`,
  // the owner's price, because a measured one is too old after five minutes
  `insert into prices (price, sources, first_at, as_of, used, expires_at, set_by) select 10000, '[]', now(), now(), true, now() + interval '1 month', $P`,
  `insert into addresses (address, script, account, branch, index, user_id) select 'ltc' || n, decode(md5(n::text), 'hex'), 'deposit', 0, n, $P from crowd`,
  `insert into own_transactions (txid, kind, hex, fee_litoshi, signed_at, mined_height, signed_height) select md5('w' || n), 'withdrawal', '00', 100, at, n, n from crowd`,
  `insert into chain_outputs (txid, n, address, litoshi, height, spent_by, spent_height)
   select md5('d' || n), 0, 'ltc' || n, 1000000, n, case when n % 100 > 0 then md5('w' || n) end, case when n % 100 > 0 then n end from crowd`,
  `insert into deposits (id, txid, n, user_id, address, litoshi, status, height, cents, price_id, seen_at, credited_at)
   select deposit_id, md5('d' || n), 0, $P, 'ltc' || n, 1000000, 'credited', n, 100, 1, at, at from crowd`,
  `insert into settlement_lots (deposit_id, account_id, cents, unspent, state, settles_at)
   select deposit_id, (select id from ledger_accounts where name = 'user:' || $P || ':buyer'), 100, 0, 'settled', 6 from crowd`,
  `insert into withdrawals (id, user_id, state, amount_cents, fee_percent, percentage_fee_cents, network_fee_cents, price_id, litoshi, address,
     script, txid, created_at, confirmed_at)
   select withdrawal_id, $P, 'confirmed', 100, 5, 5, 1, 1, 1000000, 'out', 'x', md5('w' || n), at, at from crowd`,
  // the ledger: seven events in each minute, with ids from 7
  `create temp table booked as select c.*, b.id as buyer, s.id as seller from crowd c
     join ledger_accounts b on b.user_id = c.user_id and b.wallet = 'buyer' join ledger_accounts s on s.user_id = c.user_id and s.wallet = 'seller'`,
  `insert into ledger_events (id, key, kind, at) overriding system value select n * 7 + nth, key, kind, at from booked, lateral (values
     (0, 'deposit ' || md5('d' || n) || ':0 0', 'deposit.credited'), (1, 'order ' || order_id || ' completed', 'order.completed'),
     (2, 'order ' || sale_id || ' completed', 'order.completed'), (3, 'transaction ' || trade_id || ' completed', 'transaction.completed'),
     (4, 'transaction ' || sold_id || ' completed', 'transaction.completed'), (5, 'withdrawal ' || withdrawal_id || ' confirmed', 'withdrawal.confirmed'),
     (6, 'affiliate ' || withdrawal_id, 'affiliate.paid')) e (nth, key, kind) order by n, nth`,
  `select setval(pg_get_serial_sequence('ledger_events', 'id'), 7 * $SIZE + 6)`,
  `insert into ledger_postings (event_id, currency, from_account, to_account, amount) select n * 7 + nth, 'USD', source, target, amount
   from booked, (select max(id) filter (where name = 'exchange:usd') as exchange, max(id) filter (where name = 'house:fees') as fees,
       max(id) filter (where user_id = $P and wallet = 'buyer') as own_buyer, max(id) filter (where user_id = $P and wallet = 'seller') as own_seller
     from ledger_accounts) own,
   lateral (values (0, exchange, own_buyer, 100), (1, own_buyer, seller, 30), (2, buyer, own_seller, 30), (3, own_buyer, seller, 475),
     (3, own_buyer, fees, 25), (4, buyer, own_seller, 475), (4, buyer, fees, 25), (5, own_seller, fees, 6), (6, fees, own_seller, 1))
     m (nth, source, target, amount) order by n, nth`,
  `insert into webhook_endpoints (user_id, url, kinds) values ($P, 'https://receiver.example/', '{}')`,
  `insert into account_imports (user_id, ip, state, due_at) values ($P, '', 'done', null)`,
  `insert into price_rules (user_id, name, is_on, floor_cents, ceiling_cents, below_cents, pauses_below_floor, stock_steps, day_times, time_zone)
   values ($P, 'bench', false, 100, 600, 1, false, '[]', '[]', 'UTC')`,
  // the first call notes what is there, the second folds it
  'select ledger_fold_days(1000000000)',
  'select ledger_fold_days(1000000000)',
  `insert into affiliate_payouts (event_id, fee_event_id, referrer_id, referred_id, fee_cents, percent, payout_cents, at)
   select n * 7 + 6, n * 7 + 5, $P, user_id, 6, 10, 1, at from crowd`,
];
