-- Orders that come together take their stock in a transaction of its own, so that the next batch takes its while they are
-- written (docs/decisions/0006-order-lane.md). Wallets are locked before the lanes' lock, whatever comes first.
drop function place_orders(uuid[], int[], bigint[], int[], text[], bigint[], bigint[], text[], text[], bigint[], text[], bytea[]);
drop function place_order(uuid, bigint, int, text, bigint, bigint, text, text, bigint, text, bytea);

-- A foreign key takes as long as a row, and an order of one in flight among many waits for all of them. The functions that
-- place orders have held money on the buyer's wallet and taken stock of the account, whose seller they have read; neither
-- people nor accounts can be deleted by the application, and the books prove it.
alter table orders drop constraint orders_account_id_seller_id_fkey, drop constraint orders_buyer_id_fkey;
alter table roblox_accounts drop constraint roblox_accounts_id_user_id_key;
revoke delete on users, roblox_accounts from sterling_app;
create or replace function reference_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a hold is on no wallet', h.key, 0::bigint, h.amount
    from ledger_holds h where not exists (select from ledger_balances b where b.account_id = h.account_id)
  union all
  select 'a line of a timeline belongs to no order', e.order_id::text, 0, count(*)
    from order_events e where not exists (select from orders o where o.id = e.order_id) group by e.order_id
  union all
  select 'the buyer of an order is nobody', o.id::text, 0, 1
    from orders o where not exists (select from users u where u.id = o.buyer_id)
  union all
  select 'an order is of no account of its seller', o.id::text, 0, 1
    from orders o where not exists (select from roblox_accounts a where a.id = o.account_id and a.user_id = o.seller_id)
$$;

-- Only the proof of the books reads active holds, all of them, beside everything else; and what is not indexed can be
-- written anew in its place.
drop index ledger_holds_active;

-- As before; wallets are locked in the order of their ids.
create or replace function ledger_hold_all(p_keys text[], p_accounts bigint[], p_cents bigint[], p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_holding int;
begin
  insert into ledger_holds (key, account_id, amount, remaining, opened_at)
    select key, account_id, cents, cents, p_at from unnest(p_keys, p_accounts, p_cents) as h (key, account_id, cents);
  update ledger_balances b set held = held + w.cents
    from (select account_id, sum(cents)::bigint as cents from unnest(p_accounts, p_cents) as h (account_id, cents)
      group by account_id order by account_id) w
    where b.account_id = w.account_id and b.posted - b.held >= w.cents and not (
      (select ledger_has_frozen()) and ledger_is_frozen((select user_id from ledger_accounts where id = w.account_id)));
  get diagnostics v_holding = row_count;
  if v_holding < (select count(distinct account_id) from unnest(p_accounts) as h (account_id)) then
    raise exception 'only % wallets can hold what was promised', v_holding using errcode = 'LN001';
  end if;
end $$;

-- Stock in the order in which it is sold. A part of whatever statement asks for it, which has to see to its plan.
create function stock_at(p_least_robux bigint, p_most_cents int, p_not_owned_by uuid default null, p_exclude uuid[] default '{}')
returns table (id uuid, seller_id uuid, rate_cents int, is_manual boolean, robux bigint, last_used_at timestamptz)
language sql stable as $$
  select a.id, a.user_id, a.rate_cents, a.is_manual, a.robux, a.last_used_at
  from (
    select id, user_id, rate_cents, fulfilment = 'manual' as is_manual, turn, last_used_at, robux_balance - reserved_robux as robux
    from roblox_accounts
    where status = 'online' and is_active and has_stock and rate_cents <= p_most_cents
      and robux_balance - reserved_robux >= p_least_robux
      and user_id is distinct from p_not_owned_by and id <> all (p_exclude)
    order by rate_cents, fulfilment = 'manual', turn, last_used_at nulls first, id offset 0) a
  join users u on u.id = a.user_id and not u.is_banned and u.deleted_at is null
  order by a.rate_cents, a.is_manual, a.turn, a.last_used_at nulls first, a.id
$$;

-- As before: with settings of its own, for statements that have none.
create or replace function stock_in_turn(p_least_robux bigint, p_most_cents int, p_limit int, p_not_owned_by uuid default null, p_exclude uuid[] default '{}')
returns table (id uuid, seller_id uuid, rate_cents int, is_manual boolean, robux bigint, last_used_at timestamptz)
language plpgsql stable set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query select s.* from stock_at(p_least_robux, p_most_cents, p_not_owned_by, p_exclude) s limit p_limit;
end $$;

-- Whether a guard limits new buyers: where neither is set, buying_limits() limits nobody.
create function has_buyer_guard() returns boolean language sql stable as $$
  select (select value ->> 'days' <> '0' from settings where key = 'account_age')
    or (select value ->> 'usd' is not null from settings where key = 'new_buyer_cap')
$$;

-- Stock that a batch of orders has taken and not written yet: it is taken in a transaction of its own, so that the next
-- batch need not wait for the rest. Whoever writes the orders deletes the claim in the same transaction; what nobody
-- deletes is given back (give_back_stock).
create table stock_claims (
  id uuid primary key,
  at timestamptz not null default now(),
  accounts uuid[] not null,
  robux bigint[] not null check (cardinality(robux) = cardinality(accounts)),
  -- when each was used last, before and by these orders
  seen_at timestamptz[] not null check (cardinality(seen_at) = cardinality(accounts)),
  used_at timestamptz[] not null check (cardinality(used_at) = cardinality(accounts))
);
create index stock_claims_by_age on stock_claims (at);

-- Gives the stock of a claim back, with its turn where nobody else has used it since. Nothing where there is no such claim.
create function give_back_stock(p_claim uuid) returns void language plpgsql as $$
begin
  with claim as (delete from stock_claims where id = p_claim returning *),
    taken as (
      select t.* from claim c cross join lateral unnest(c.accounts, c.robux, c.seen_at, c.used_at) as t (id, robux, seen_at, used_at) order by id)
  update roblox_accounts a set reserved_robux = a.reserved_robux - t.robux,
      last_used_at = case when a.last_used_at = t.used_at then t.seen_at else a.last_used_at end
    from taken t where a.id = t.id;
end $$;

-- Waits for the batches that have taken stock and write their orders, and gives back what they did not get written.
create function settle_stock_claims() returns void language plpgsql as $$
declare
  v_claim uuid;
begin
  for v_claim in select id from stock_claims order by id for update loop
    perform give_back_stock(v_claim);
  end loop;
end $$;

-- Decides what some orders get (null: nothing is wanted), as if one came after the other, and takes the stock of those that are placed. p_spendable is
-- what each buyer has, p_allowed how much of it guards let him spend (null: all; below zero: that wants a closer look).
-- The nth element of each answer is the nth order's; `whats` is null where it wants a closer look. `accounts` to `used_at`
-- say what was taken of which account. Throws LN001 when stock changed meanwhile.
create function take_stock(
  p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_spendable bigint[], p_allowed bigint[],
  out whats text[], out account_ids uuid[], out seller_ids uuid[], out rates int[], out totals bigint[], out placed int,
  out accounts uuid[], out robux bigint[], out seen_at timestamptz[], out used_at timestamptz[]
) language plpgsql as $$
#variable_conflict use_column
declare
  v_size constant int := cardinality(p_robux);
  v_now timestamptz;
  v_spent bigint[] := array_fill(0::bigint, array[cardinality(p_users)]);
  -- accounts, best first; `next` leads from one to the next, 0 ends it; equals are of one rank, whose end is `last`
  v_accounts uuid[]; v_owners uuid[]; v_rates int[]; v_left bigint[]; v_seen timestamptz[]; v_kinds boolean[]; v_ranks int[];
  v_next int[]; v_last int[]; v_taken bigint[]; v_turns int[];
  v_limit constant int := v_size + 4;
  v_rows int;
  v_first int := 1;
  v_least bigint; v_most_of_all int;
  v_one int; v_before int; v_buyer int; v_most int; v_total bigint; v_rank int;
begin
  placed := 0;
  whats := array_fill(null::text, array[v_size]);
  account_ids := array_fill(null::uuid, array[v_size]);
  seller_ids := account_ids;
  rates := array_fill(null::int, array[v_size]);
  totals := array_fill(null::bigint, array[v_size]);
  select min(robux), max(coalesce(most, 600)) into v_least, v_most_of_all from unnest(p_robux, p_most_cents) as w (robux, most);
  -- the orders of all processes take their stock one batch after the other: they want the same cheapest
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  select count(*), array_agg(id), array_agg(seller_id), array_agg(rate_cents), array_agg(robux), array_agg(last_used_at),
      array_agg(is_manual), array_agg(n + 1)
    into v_rows, v_accounts, v_owners, v_rates, v_left, v_seen, v_kinds, v_next
    from (select s.*, row_number() over () as n from stock_at(v_least, v_most_of_all) s limit v_limit) s;
  if v_rows > 0 then
    v_next[v_rows] := 0;
    v_taken := array_fill(0::bigint, array[v_rows]);
    v_turns := array_fill(0, array[v_rows]);
    v_ranks := array_fill(1, array[v_rows]);
    v_rank := 1;
    v_last := array[v_rows];
    for v_one in 2 .. v_rows loop
      if v_rates[v_one] <> v_rates[v_one - 1] or v_kinds[v_one] <> v_kinds[v_one - 1] then
        v_last[v_rank] := v_one - 1;
        v_rank := v_rank + 1;
        v_last[v_rank] := v_rows;
      end if;
      v_ranks[v_one] := v_rank;
    end loop;
  else
    v_first := 0;
  end if;

  for v_n in 1 .. v_size loop
    continue when p_robux[v_n] is null;
    v_buyer := p_buyers[v_n];
    v_most := coalesce(p_most_cents[v_n], 600);
    v_before := 0;
    v_one := v_first;
    while v_one > 0 and v_rates[v_one] <= v_most loop
      exit when v_left[v_one] >= p_robux[v_n] and v_owners[v_one] <> p_users[v_buyer];
      v_before := v_one;
      v_one := v_next[v_one];
    end loop;
    -- there may be more of the last rank than were seen: before those that were used already, after those that were not
    continue when p_allowed[v_buyer] < 0
      or v_rows = v_limit and case when v_one = 0 then v_rates[v_rows] <= v_most else v_ranks[v_one] = v_rank and v_turns[v_one] > 0 end;
    if v_one = 0 or v_rates[v_one] > v_most then
      whats[v_n] := 'out_of_stock';
      continue;
    end if;
    v_total := order_total(p_robux[v_n], v_rates[v_one]);
    continue when v_spent[v_buyer] + v_total > p_allowed[v_buyer];
    if v_spent[v_buyer] + v_total > p_spendable[v_buyer] then
      whats[v_n] := 'insufficient_balance';
      continue;
    end if;
    placed := placed + 1;
    v_spent[v_buyer] := v_spent[v_buyer] + v_total;
    v_left[v_one] := v_left[v_one] - p_robux[v_n];
    v_taken[v_one] := v_taken[v_one] + p_robux[v_n];
    v_turns[v_one] := placed;
    whats[v_n] := 'placed';
    account_ids[v_n] := v_accounts[v_one];
    seller_ids[v_n] := v_owners[v_one];
    rates[v_n] := v_rates[v_one];
    totals[v_n] := v_total;
    -- it goes to the end of its rank
    if v_one <> v_last[v_ranks[v_one]] then
      if v_before = 0 then v_first := v_next[v_one]; else v_next[v_before] := v_next[v_one]; end if;
      v_next[v_one] := v_next[v_last[v_ranks[v_one]]];
      v_next[v_last[v_ranks[v_one]]] := v_one;
      v_last[v_ranks[v_one]] := v_one;
    end if;
  end loop;
  if placed = 0 then return; end if;

  v_now := clock_timestamp();
  with taken as (
    update roblox_accounts a set reserved_robux = a.reserved_robux + w.taken, last_used_at = v_now + w.turn * interval '1 microsecond'
      from (select * from unnest(v_accounts, v_rates, v_kinds, v_seen, v_taken, v_turns) as s (id, rate_cents, is_manual, seen, taken, turn)
        where taken > 0 order by id) w
      where a.id = w.id and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = w.rate_cents
        and (a.fulfilment = 'manual') = w.is_manual and a.last_used_at is not distinct from w.seen
        and a.robux_balance - a.reserved_robux >= w.taken
      returning a.id, w.taken, w.seen, a.last_used_at)
  select array_agg(t.id), array_agg(t.taken), array_agg(t.seen), array_agg(t.last_used_at) into accounts, robux, seen_at, used_at from taken t;
  if (select count(*) from unnest(v_turns) as turn where turn > 0) > coalesce(cardinality(accounts), 0) then
    raise exception 'accounts have changed' using errcode = 'LN001';
  end if;
end $$;

-- As before; claims are for orders too.
create or replace function order_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'an order''s hold is not what its state says', o.id::text, o.open_cents, coalesce(h.remaining, 0)
  from (
    select coalesce(split_id, id) as id, coalesce(sum(total_cents) filter (where ended_at is null), 0)::bigint as open_cents
    from orders group by coalesce(split_id, id)) o
  left join ledger_holds h on h.key = 'order ' || o.id
  where coalesce(h.remaining, 0) <> o.open_cents
  union all
  select 'the parts of an order cost another sum than their Robux', s.split_id::text,
    greatest(1, (2 * s.robux * s.rate_cents + 1000) / 2000), s.cents
  from (
    select split_id, min(rate_cents) as rate_cents, sum(robux_amount)::bigint as robux, sum(total_cents)::bigint as cents
    from orders where split_id is not null and status <> 'failed' group by split_id) s
  where s.cents <> greatest(1, (2 * s.robux * s.rate_cents + 1000) / 2000)
  union all
  select 'an order''s hold belongs to none', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'order %' and not exists (select from orders o where h.key = 'order ' || o.id)
  union all
  select 'an order is not paid to its seller as its state says', o.id::text,
    case when o.status = 'completed' then o.total_cents else 0 end, coalesce(booked.total, 0)
  from orders o cross join lateral (
    select sum(p.amount)::bigint as total from ledger_events e join ledger_postings p on p.event_id = e.id
      join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account
    where e.key = 'order ' || o.id || ' completed'
      and f.name = 'user:' || o.buyer_id || ':buyer' and t.name = 'user:' || o.seller_id || ':seller') booked
  where coalesce(booked.total, 0) <> case when o.status = 'completed' then o.total_cents else 0 end
  union all
  select 'an order has more or fewer paying events than its state says', o.id::text,
    case when o.status = 'completed' then 1 else 0 end, booked.events
  from orders o cross join lateral (
    select count(*) as events from ledger_events e where e.key = 'order ' || o.id || ' completed') booked
  where booked.events <> case when o.status = 'completed' then 1 else 0 end
  union all
  select 'an order''s gamepass was bought more or less often than its state says', o.id::text,
    case when o.status = 'completed' then 1 else 0 end, bought.times
  from orders o cross join lateral (
    select count(*) as times from purchase_attempts a where a.order_id = o.id and a.state = 'bought') bought
  where bought.times <> case when o.status = 'completed' then 1 else 0 end
  union all
  select 'reserved stock is not what open orders need', a.id::text, coalesce(needed.robux, 0), a.reserved_robux
  from roblox_accounts a left join (
    select account_id, sum(robux)::bigint as robux from (
      select account_id, robux_amount as robux from orders where ended_at is null
      union all select taken.* from stock_claims c cross join lateral unnest(c.accounts, c.robux) as taken) needed
    group by account_id) needed
    on needed.account_id = a.id
  where a.reserved_robux <> coalesce(needed.robux, 0)
  union all
  select 'Robux sold are not those of completed orders', a.id::text, coalesce(sold.robux, 0), a.total_sold
  from roblox_accounts a left join (
    select account_id, sum(robux_amount)::bigint as robux from orders where status = 'completed' group by account_id) sold
    on sold.account_id = a.id
  where a.total_sold <> coalesce(sold.robux, 0)
$$;

-- As enqueue_purchases, in two: a transaction that notifies holds a lock of the whole database until it is on disk.
drop function enqueue_purchases(uuid[]);
create function queue_purchases(p_orders uuid[]) returns void language plpgsql as $$
begin
  insert into pgboss.job_common (id, name, data, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select o.id, q.name, jsonb_build_object('orderId', o.id), 0, now(), now(), q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy,
      q.dead_letter, q.heartbeat_seconds
    from pgboss.queue q cross join unnest(p_orders) as o (id) where q.name = 'orders.buy-gamepass';
end $$;
create function wake_purchases() returns void language sql as $$
  select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'orders.buy-gamepass')
$$;

-- Writes orders whose stock is taken: jobs, first lines of timelines, orders, stored answers, and holds last, for they lock
-- wallets. Where an element of `p_account_ids` is null there is no order. Answers with the others, in some order.
create function write_orders(
  p_wallets bigint[], p_account_ids uuid[], p_seller_ids uuid[], p_rates int[], p_totals bigint[],
  p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[], p_products bigint[],
  p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[]
) returns table (n int, id uuid, seller_id uuid, reply json) language plpgsql as $$
#variable_conflict use_column
declare
  v_at constant timestamptz := moment();
  v_time constant text := to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  v_ids constant uuid[] := array(select new_id() from generate_series(1, cardinality(p_robux)) order by 1);
begin
  perform queue_purchases(array(select id from unnest(v_ids, p_account_ids) as o (id, account_id) where account_id is not null));
  insert into order_events (order_id, what, at)
    select id, placed_text(robux, rate_cents, total), v_at
    from unnest(v_ids, p_account_ids, p_robux, p_rates, p_totals) as o (id, account_id, robux, rate_cents, total) where account_id is not null;
  return query
    with placed as materialized (
      select o.*, p_users[o.buyer] as buyer_id
      from unnest(v_ids, p_buyers, p_account_ids, p_seller_ids, p_rates, p_totals, p_robux, p_most_cents, p_urls, p_passes, p_products,
          p_pass_names, p_creator_types, p_creators, p_keys, p_hashes) with ordinality
        as o (id, buyer, account_id, seller_id, rate_cents, total, robux, most, url, pass, product,
          pass_name, creator_type, creator, key, hash, n)
      where o.account_id is not null),
    new_orders as (
      insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
        gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, look_at, created_at)
      select id, buyer_id, account_id, seller_id, robux, rate_cents, coalesce(most, rate_cents), total,
        url, pass, product, pass_name, creator_type, creator, false, now() + interval '10 seconds', v_at from placed),
    shown as materialized (
      select p.n, p.id, p.seller_id, p.buyer_id, p.key, p.hash, order_as_placed(p.id, p.account_id, p.buyer_id, p.robux, p.rate_cents,
        p.total, p.url, p.pass_name, v_time, placed_text(p.robux, p.rate_cents, p.total)) as reply from placed p),
    answers as (
      insert into idempotency_keys (user_id, key, request_hash, status, reply)
      select buyer_id, key, hash, 201, reply from shown where key is not null)
    select s.n::int, s.id, s.seller_id, s.reply from shown s;
  perform ledger_hold_all(array_agg('order ' || o.id), array_agg(p_wallets[o.buyer]), array_agg(o.total), v_at)
    from unnest(v_ids, p_account_ids, p_buyers, p_totals) as o (id, account_id, buyer, total) where account_id is not null;
end $$;

-- Places what can be placed of orders that came together: the nth is p_robux[n] Robux for the buyer p_users[p_buyers[n]], at
-- p_most_cents[n] at most (null: the best rate), under a key where it has one. Their stock is taken in one transaction, under a
-- claim, which is committed before its flush is waited for, and they are written in another: if that is on disk, so is the
-- first. `placed` becomes a JSON list of those that are placed: {n, sellerId, reply}; the others want a closer look.
-- Throws LN001 when stock or wallets changed meanwhile, 23505 when a key has its answer; the claim is to be given back then.
create procedure place_plain_orders(
  p_claim uuid, p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[], p_products bigint[],
  p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[], inout placed text default null
) language plpgsql as $$
declare
  v_wallets bigint[];
  v_spendable bigint[];
  v record;
begin
  if not exists (select from settings where key = 'emergency_shutdown' and value ->> 'enabled' = 'false'
      and not has_buyer_guard() and not ledger_has_frozen()) then return; end if;
  v_wallets := array(select (select id from ledger_accounts where name = 'user:' || u || ':buyer') from unnest(p_users) as u);
  v_spendable := array(select coalesce((select posted - held from ledger_balances where account_id = w), 0) from unnest(v_wallets) as w);
  select * into v from take_stock(p_users, p_buyers, p_robux, p_most_cents, v_spendable, null);
  if v.placed = 0 then return; end if;
  insert into stock_claims (id, accounts, robux, seen_at, used_at) values (p_claim, v.accounts, v.robux, v.seen_at, v.used_at);
  perform set_config('synchronous_commit', 'off', true);
  commit;
  delete from stock_claims where id = p_claim;
  if not found then raise exception 'the claim was given back' using errcode = 'LN001'; end if;
  placed := (
    select '[' || string_agg('{"n":' || w.n || ',"sellerId":"' || w.seller_id || '","reply":' || w.reply || '}', ',') || ']'
    from write_orders(v_wallets, v.account_ids, v.seller_ids, v.rates, v.totals, p_users, p_buyers, p_robux, p_most_cents, p_urls, p_passes,
      p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes) w);
  commit;
  perform wake_purchases();
end $$;

-- As place_plain_orders, in one transaction and with the closest look that many get at once: keys that have their answers,
-- wallets that are locked, guards. Answers with what became of each: 'placed'; 'stored', with the answer that its key has
-- got already; 'claimed': there may be stock for it when claims are settled; or the code that it is refused with. One that is not answered needs a closer look. Throws LN001 when stock
-- changed meanwhile, and 23505 when a key got its answer: to be tried again.
create function place_orders(
  p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[], p_products bigint[],
  p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[]
) returns table (n int, what text, id uuid, seller_id uuid, request_hash bytea, status int, reply json)
language plpgsql as $$
#variable_conflict use_column
declare
  v_stored int[];
  v_wallets bigint[]; v_spendable bigint[]; v_allowed bigint[];
  v_buyer int; v_left bigint;
  v_has_claims boolean;
  v_all record;
begin
  select array_agg(k.n) into v_stored
    from (select n::int, key, p_users[buyer] as user_id from unnest(p_keys, p_buyers) with ordinality as w (key, buyer, n) where key is not null) k
    cross join lateral (select from idempotency_keys where user_id = k.user_id and key = k.key offset 0) i;
  if v_stored is not null then
    return query select s.n, 'stored', null::uuid, null::uuid, i.request_hash, i.status, i.reply
      from unnest(v_stored) as s (n)
      cross join lateral (select request_hash, status, reply from idempotency_keys
        where user_id = p_users[p_buyers[s.n]] and key = p_keys[s.n] offset 0) i;
  end if;
  if (select value ->> 'enabled' from settings where key = 'emergency_shutdown') is distinct from 'false' then return; end if;
  select array_agg(account_id), array_agg(spendable), array_agg(case when is_frozen then -1 end)
    into v_wallets, v_spendable, v_allowed from ledger_lock_buyers(p_users);
  for v_buyer, v_left in
    select b.n, case when l.too_young_until is null then l.left_cents else -1 end
    from buying_limits(p_users) l join unnest(p_users) with ordinality as b (id, n) on b.id = l.buyer_id
  loop
    v_allowed[v_buyer] := least(v_allowed[v_buyer], v_left);
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  v_has_claims := exists (select from stock_claims);
  -- whoever has his answer wants no stock
  select * into v_all from take_stock(p_users, p_buyers,
    array(select case when n = any (v_stored) then null else robux end from unnest(p_robux) with ordinality as w (robux, n)),
    p_most_cents, v_spendable, v_allowed);
  if v_all.placed > 0 then
    return query select w.n, 'placed', w.id, w.seller_id, null::bytea, 201, w.reply
      from write_orders(v_wallets, v_all.account_ids, v_all.seller_ids, v_all.rates, v_all.totals, p_users, p_buyers, p_robux, p_most_cents,
        p_urls, p_passes, p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes) w;
    perform wake_purchases();
  end if;
  return query select w.n::int, case when what = 'out_of_stock' and v_has_claims then 'claimed' else what end,
      null::uuid, null::uuid, null::bytea, null::int, null::json
    from unnest(v_all.whats) with ordinality as w (what, n) where what <> 'placed';
end $$;

-- Places one order as place_orders places many, and answers with 'placed'; or null: it needs a closer look, and nothing
-- was done. Throws LN001 when stock changed meanwhile, and 23505 when its
-- key has got its answer: to be tried again with place_orders.
create function place_order(
  p_buyer uuid, p_robux bigint, p_most_cents int, p_url text, p_pass bigint, p_product bigint, p_pass_name text, p_creator_type text,
  p_creator bigint, p_key text, p_hash bytea,
  out what text, out id uuid, out seller_id uuid, out request_hash bytea, out status int, out reply json
) language plpgsql as $$
#variable_conflict use_column
declare
  v_at constant timestamptz := moment();
  v_wallet constant text := 'user:' || p_buyer || ':buyer';
  v_is_open boolean; v_is_guarded boolean;
  v_account uuid; v_seller uuid; v_rate int; v_is_manual boolean; v_seen timestamptz;
  v_left bigint;
  v_total bigint;
  v_held text;
  v_id uuid;
  v_what text;
begin
  select value ->> 'enabled' = 'false', has_buyer_guard() into v_is_open, v_is_guarded from settings where key = 'emergency_shutdown';
  if v_is_open is distinct from true then return; end if;
  if v_is_guarded is distinct from false then
    perform ledger_lock(v_wallet);
    select case when l.too_young_until is null then l.left_cents else -1 end into v_left from buying_limits(array[p_buyer]) l;
    if v_left < 0 then return; end if;
  end if;

  select s.id, s.seller_id, s.rate_cents, s.is_manual, s.last_used_at into v_account, v_seller, v_rate, v_is_manual, v_seen
    from stock_at(p_robux, coalesce(p_most_cents, 600), p_buyer) s limit 1;
  if v_account is null then return; end if;
  v_total := order_total(p_robux, v_rate);
  if v_total > v_left then return; end if;
  v_id := new_id();
  v_held := ledger_hold('order ' || v_id, v_wallet, v_total, v_at);
  if v_held <> 'held' then return; end if;
  -- not while others decide about what they have seen
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  update roblox_accounts a set reserved_robux = a.reserved_robux + p_robux, last_used_at = clock_timestamp()
    where a.id = v_account and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = v_rate
      and (a.fulfilment = 'manual') = v_is_manual and a.last_used_at is not distinct from v_seen
      and a.robux_balance - a.reserved_robux >= p_robux;
  if not found then raise exception 'account % has changed', v_account using errcode = 'LN001'; end if;
  perform queue_purchases(array[v_id]);
  perform wake_purchases();
  v_what := placed_text(p_robux, v_rate, v_total);
  insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
      gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, look_at, created_at)
    values (v_id, p_buyer, v_account, v_seller, p_robux, v_rate, coalesce(p_most_cents, v_rate), v_total,
      p_url, p_pass, p_product, p_pass_name, p_creator_type, p_creator, false, now() + interval '10 seconds', v_at);
  insert into order_events (order_id, what, at) values (v_id, v_what, v_at);
  what := 'placed';
  id := v_id;
  seller_id := v_seller;
  status := 201;
  reply := order_as_placed(v_id, v_account, p_buyer, p_robux, v_rate, v_total, p_url, p_pass_name,
    to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), v_what);
  if p_key is not null then
    insert into idempotency_keys (user_id, key, request_hash, status, reply) values (p_buyer, p_key, p_hash, 201, reply);
  end if;
end $$;
