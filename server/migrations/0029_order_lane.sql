-- The order lane in one call: orders that came together are decided and written where the data is, as if one after the
-- other, and answered (docs/money.md, The order lane; docs/decisions/0006-order-lane.md).
drop function place_order(uuid, bigint, int, text, bigint, bigint, text, text, bigint);
drop function place_orders(json, json, json);

-- Whether anybody's money is frozen at all, which is seldom: then nobody needs to be looked at one by one. Only an
-- overdraft lets an account fall below zero (never_below_zero, 0002_ledger.sql).
create index ledger_balances_overdrawn on ledger_balances (account_id) where overdraft > 0;
create function ledger_has_frozen() returns boolean language sql stable as $$
  select exists (select from ledger_balances where overdraft > 0 and posted - held < 0)
$$;

-- As before, in the order in which they were asked for.
create or replace function ledger_lock_buyers(p_users uuid[]) returns table (user_id uuid, account_id bigint, spendable bigint, is_frozen boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_accounts bigint[];
begin
  -- a wallet that was never named is opened
  v_accounts := array(
    select coalesce((select a.id from ledger_accounts a where a.name = 'user:' || u || ':buyer'), ledger_account('user:' || u || ':buyer'))
    from unnest(p_users) u);
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for update;
  return query
    select locked.user_id, locked.id, b.spendable, (select ledger_has_frozen()) and ledger_is_frozen(locked.user_id)
    from unnest(p_users, v_accounts) as locked (user_id, id)
    -- one by one by its key: a plan from when wallets were few would read all of them for each
    cross join lateral (select posted - held as spendable from ledger_balances where account_id = locked.id offset 0) b;
end $$;

-- Promises money many times at once, under keys that are new. Whoever calls it has locked the wallets and seen that they
-- can: else nothing is held, and it throws LN001.
create function ledger_hold_all(p_keys text[], p_accounts bigint[], p_cents bigint[], p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_holding int;
begin
  insert into ledger_holds (key, account_id, amount, remaining, opened_at)
    select key, account_id, cents, cents, p_at from unnest(p_keys, p_accounts, p_cents) as h (key, account_id, cents);
  update ledger_balances b set held = held + w.cents
    from (select account_id, sum(cents)::bigint as cents from unnest(p_accounts, p_cents) as h (account_id, cents) group by account_id) w
    where b.account_id = w.account_id and b.posted - b.held >= w.cents and not (
      (select ledger_has_frozen()) and ledger_is_frozen((select user_id from ledger_accounts where id = w.account_id)));
  get diagnostics v_holding = row_count;
  if v_holding < (select count(distinct account_id) from unnest(p_accounts) as h (account_id)) then
    raise exception 'only % wallets can hold what was promised', v_holding using errcode = 'LN001';
  end if;
end $$;

create or replace function ledger_hold_all(p_holds json, p_at timestamptz default now()) returns void
language sql security definer set search_path = public, pg_temp as $$
  select ledger_hold_all(array_agg(h."holdKey"), array_agg(h."walletId"), array_agg(h."totalCents"), p_at)
    from json_to_recordset(p_holds) as h ("holdKey" text, "walletId" bigint, "totalCents" bigint)
$$;

-- Cents as text with two decimals, such as '3.50'.
create function dollar_text(p_cents bigint) returns text language sql immutable as $$
  select (p_cents / 100)::text || case when p_cents % 100 < 10 then '.0' else '.' end || (p_cents % 100)::text
$$;

-- The first line of an order's timeline.
create function placed_text(p_robux bigint, p_rate_cents bigint, p_total_cents bigint) returns text language sql stable as $$
  select 'Order placed: ' || case when p_robux < 1000 then p_robux::text else to_char(p_robux, 'FM9,999,999') end
    || ' Robux at $' || dollar_text(p_rate_cents) || ' per 1000, $' || dollar_text(p_total_cents) || ' held'
$$;

-- An order as its buyer sees it when it has just been placed. Put together by hand: a JSON function looks at every value's
-- type anew, which takes as long as writing the order.
create function order_as_placed(
  p_id uuid, p_account uuid, p_buyer uuid, p_robux bigint, p_rate_cents bigint, p_total_cents bigint, p_url text, p_pass_name text,
  p_at text, p_what text
) returns json language sql stable as $$
  select ('{"id":"' || p_id::text || '","accountId":"' || p_account::text || '","buyerId":"' || p_buyer::text
    || '","robuxAmount":"' || p_robux::text || '","totalPrice":"' || dollar_text(p_total_cents) || '","ratePerThousand":'
    || dollar_text(p_rate_cents) || ',"status":"pending","failureReason":null,"gamepassUrl":' || to_json(p_url)::text
    || ',"gamepassName":' || to_json(p_pass_name)::text || ',"createdAt":"' || p_at
    || '","completedAt":null,"events":[{"at":"' || p_at || '","what":"' || p_what || '"}]}')::json
$$;

-- The jobs that buy what was ordered, as pg-boss makes them (jobs/queue.ts).
create function enqueue_purchases(p_orders uuid[]) returns void language plpgsql as $$
begin
  insert into pgboss.job_common (id, name, data, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select o.id, q.name, jsonb_build_object('orderId', o.id), 0, now(), now(), q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy,
      q.dead_letter, q.heartbeat_seconds
    from pgboss.queue q cross join unnest(p_orders) as o (id) where q.name = 'orders.buy-gamepass';
  perform pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'orders.buy-gamepass');
end $$;

-- What is new is looked at without a call for each.
drop trigger guard on orders;
create trigger guard before update or delete on orders for each row execute function orders_guard();
create trigger guard_new before insert on orders for each row when (new.status <> 'pending') execute function orders_guard();

-- Every foreign key takes as long as a row. One says more than the two before: an order's seller is its account's. Those of
-- holds and timelines are proven with the books instead: accounts of the ledger and orders are never deleted, and the
-- functions that write here have just written, or locked, what they speak of (docs/decisions/0006-order-lane.md).
alter table roblox_accounts add unique (id, user_id);
alter table orders add foreign key (account_id, seller_id) references roblox_accounts (id, user_id),
  drop constraint orders_account_id_fkey, drop constraint orders_seller_id_fkey;
alter table ledger_holds drop constraint ledger_holds_account_id_fkey;
alter table order_events drop constraint order_events_order_id_fkey;
alter table idempotency_keys drop constraint idempotency_keys_user_id_fkey;
create function reference_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a hold is on no wallet', h.key, 0::bigint, h.amount
    from ledger_holds h where not exists (select from ledger_balances b where b.account_id = h.account_id)
  union all
  select 'a line of a timeline belongs to no order', e.order_id::text, 0, count(*)
    from order_events e where not exists (select from orders o where o.id = e.order_id) group by e.order_id
$$;
revoke all on function reference_differences() from public;
grant execute on function reference_differences() to sterling_app;

-- The answer is read as it was written, and never searched.
alter table idempotency_keys alter column reply type json;

-- Places orders that came together: the nth is p_robux[n] Robux for the buyer p_users[p_buyers[n]], at p_most_cents[n] at most
-- (null: the best rate), under a key where it has one. Answers with what became of them: 'placed'; 'stored', with the answer
-- that its key has got already; or the code that it is refused with. One that is not answered needs a closer look.
-- Throws LN001 when stock or wallets changed meanwhile, and 23505 when a key got its answer: to be tried again.
create function place_orders(
  p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[], p_products bigint[],
  p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[]
) returns table (n int, what text, id uuid, seller_id uuid, request_hash bytea, status int, reply json)
language plpgsql as $$
#variable_conflict use_column
declare
  v_size constant int := cardinality(p_robux);
  v_at constant timestamptz := moment();
  v_time constant text := to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  v_now timestamptz;
  v_stored int[];
  -- buyers: their wallets, what they have to spend, what they may, what they spend here
  v_wallets bigint[]; v_spendable bigint[]; v_allowed bigint[]; v_spent bigint[];
  -- accounts, best first; `next` leads from one to the next, 0 ends it; equals are of one rank, whose end is `last`
  v_accounts uuid[]; v_owners uuid[]; v_rates int[]; v_left bigint[]; v_seen timestamptz[]; v_kinds boolean[]; v_ranks int[];
  v_next int[]; v_last int[]; v_taken bigint[]; v_turns int[];
  v_limit constant int := v_size + 16;
  v_rows int;
  v_first int := 1;
  v_least bigint;
  v_one int; v_before int; v_buyer int; v_most int; v_total bigint; v_rank int;
  -- what became of each
  v_whats text[] := array_fill(null::text, array[v_size]);
  v_new uuid[]; v_count int := 0;
  v_ids uuid[] := array_fill(null::uuid, array[v_size]);
  v_froms int[] := array_fill(null::int, array[v_size]);
  v_totals bigint[] := array_fill(null::bigint, array[v_size]);
  -- accounts that sell here, and those that still could
  v_sellers int := 0; v_sold int;
begin
  -- the orders of all processes go one batch after the other: they want the same cheapest stock
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
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
  for v_buyer, v_total in
    select b.n, case when l.too_young_until is null then l.left_cents else -1 end
    from buying_limits(p_users) l join unnest(p_users) with ordinality as b (id, n) on b.id = l.buyer_id
  loop
    v_allowed[v_buyer] := least(v_allowed[v_buyer], v_total);
  end loop;
  v_spent := array_fill(0::bigint, array[cardinality(p_users)]);

  select min(robux), max(coalesce(most, 600)) into v_least, v_most from unnest(p_robux, p_most_cents) as w (robux, most);
  select count(*), array_agg(id), array_agg(seller_id), array_agg(rate_cents), array_agg(robux), array_agg(last_used_at),
      array_agg(is_manual), array_agg(n + 1)
    into v_rows, v_accounts, v_owners, v_rates, v_left, v_seen, v_kinds, v_next
    from stock_in_turn(v_least, v_most, v_limit) with ordinality as s (id, seller_id, rate_cents, is_manual, robux, last_used_at, n);
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
  v_new := array(select new_id() from generate_series(1, v_size) order by 1);

  for v_n in 1 .. v_size loop
    continue when v_stored is not null and v_n = any (v_stored);
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
    continue when v_allowed[v_buyer] < 0
      or v_rows = v_limit and case when v_one = 0 then v_rates[v_rows] <= v_most else v_ranks[v_one] = v_rank and v_turns[v_one] > 0 end;
    if v_one = 0 or v_rates[v_one] > v_most then
      v_whats[v_n] := 'out_of_stock';
      continue;
    end if;
    v_total := order_total(p_robux[v_n], v_rates[v_one]);
    continue when v_spent[v_buyer] + v_total > v_allowed[v_buyer];
    if v_spent[v_buyer] + v_total > v_spendable[v_buyer] then
      v_whats[v_n] := 'insufficient_balance';
      continue;
    end if;
    v_count := v_count + 1;
    v_spent[v_buyer] := v_spent[v_buyer] + v_total;
    v_left[v_one] := v_left[v_one] - p_robux[v_n];
    v_taken[v_one] := v_taken[v_one] + p_robux[v_n];
    if v_turns[v_one] = 0 then v_sellers := v_sellers + 1; end if;
    v_turns[v_one] := v_count;
    v_whats[v_n] := 'placed';
    v_ids[v_n] := v_new[v_count];
    v_froms[v_n] := v_one;
    v_totals[v_n] := v_total;
    -- it goes to the end of its rank
    if v_one <> v_last[v_ranks[v_one]] then
      if v_before = 0 then v_first := v_next[v_one]; else v_next[v_before] := v_next[v_one]; end if;
      v_next[v_one] := v_next[v_last[v_ranks[v_one]]];
      v_next[v_last[v_ranks[v_one]]] := v_one;
      v_last[v_ranks[v_one]] := v_one;
    end if;
  end loop;

  if v_count = 0 then
    return query select w.n::int, what, null::uuid, null::uuid, null::bytea, null::int, null::json
      from unnest(v_whats) with ordinality as w (what, n) where what is not null;
    return;
  end if;
  v_now := clock_timestamp();
  update roblox_accounts a
    set reserved_robux = a.reserved_robux + w.taken, last_used_at = v_now + w.turn * interval '1 microsecond'
    from (select * from unnest(v_accounts, v_rates, v_kinds, v_seen, v_taken, v_turns) as s (id, rate_cents, is_manual, seen, taken, turn)
      where taken > 0 order by id) w
    where a.id = w.id and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = w.rate_cents
      and (a.fulfilment = 'manual') = w.is_manual and a.last_used_at is not distinct from w.seen
      and a.robux_balance - a.reserved_robux >= w.taken;
  get diagnostics v_sold = row_count;
  if v_sold < v_sellers then raise exception '% accounts have changed', v_sellers - v_sold using errcode = 'LN001'; end if;
  perform ledger_hold_all(array_agg('order ' || o.id), array_agg(v_wallets[o.buyer]), array_agg(o.total), v_at)
    from unnest(v_ids, p_buyers, v_totals) as o (id, buyer, total) where o.id is not null;
  perform enqueue_purchases(array(select o.id from unnest(v_ids) as o (id) where o.id is not null));

  return query
    with placed as materialized (
      select o.*, p_users[o.buyer] as buyer_id, v_accounts[o.stock] as account_id, v_owners[o.stock] as seller_id,
        v_rates[o.stock] as rate_cents, placed_text(o.robux, v_rates[o.stock], o.total) as what
      from unnest(v_ids, p_buyers, v_froms, v_totals, p_robux, p_most_cents, p_urls, p_passes, p_products, p_pass_names,
          p_creator_types, p_creators, p_keys, p_hashes) with ordinality
        as o (id, buyer, stock, total, robux, most, url, pass, product, pass_name, creator_type, creator, key, hash, n)
      where o.id is not null),
    new_orders as (
      insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
        gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, look_at, created_at)
      select id, buyer_id, account_id, seller_id, robux, rate_cents, coalesce(most, rate_cents), total,
        url, pass, product, pass_name, creator_type, creator, false, now() + interval '10 seconds', v_at from placed),
    timelines as (
      insert into order_events (order_id, what, at) select id, what, v_at from placed),
    shown as materialized (
      select p.n, p.id, p.seller_id, p.buyer_id, p.key, p.hash, order_as_placed(p.id, p.account_id, p.buyer_id, p.robux, p.rate_cents,
        p.total, p.url, p.pass_name, v_time, p.what) as reply from placed p),
    answers as (
      insert into idempotency_keys (user_id, key, request_hash, status, reply)
      select buyer_id, key, hash, 201, reply from shown where key is not null)
    select s.n::int, 'placed', s.id, s.seller_id, null::bytea, 201, s.reply from shown s
    union all select w.n::int, w.what, null, null, null, null, null from unnest(v_whats) with ordinality as w (what, n) where w.what <> 'placed';
end $$;

revoke all on function ledger_hold_all(text[], bigint[], bigint[], timestamptz) from public;
grant execute on function ledger_hold_all(text[], bigint[], bigint[], timestamptz) to sterling_app;
