-- Orders that come together are written up to where they need the stock before the lanes' lock is taken, so that two calls
-- are worked on at once (docs/decisions/0006-order-lane.md). Wallets are locked before the lanes' lock, whatever comes first.
drop function place_orders(uuid[], int[], bigint[], int[], text[], bigint[], bigint[], text[], text[], bigint[], text[], bytea[]);
drop function place_order(uuid, bigint, int, text, bigint, bigint, text, text, bigint, text, bytea);

-- A foreign key takes as long as a row, and an order of one in flight among many waits for all of them. The functions that
-- place orders have held money on the buyer's wallet and taken stock of the account, whose seller they have read; neither
-- people nor accounts can be deleted by the application, and the books prove it.
alter table orders drop constraint orders_account_id_seller_id_fkey, drop constraint orders_buyer_id_fkey;
alter table roblox_accounts drop constraint roblox_accounts_id_user_id_key;
revoke delete on users, roblox_accounts, orders from sterling_app;
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

-- The rate at which all of some orders will be placed, as far as the stock tells that is there now; null: that is not clear.
-- An account takes orders of at most p_largest Robux until less than that is left of it.
create function rate_for_all(p_largest bigint, p_all bigint, p_most_cents int) returns int language sql stable as $$
  select case when sum(greatest(robux - p_largest, 0)) >= p_all then rate_cents end
  from (
    select rate_cents, robux_balance - reserved_robux as robux from roblox_accounts
    where status = 'online' and is_active and has_stock and rate_cents <= p_most_cents
    order by rate_cents, fulfilment = 'manual', turn, id limit 4) s
  group by rate_cents order by rate_cents limit 1
$$;

-- What belongs to new orders and not to the accounts that they are of: jobs, first lines of timelines, and holds last, for
-- they lock the wallets.
create function promise_orders(p_ids uuid[], p_wallets bigint[], p_robux bigint[], p_rates int[], p_totals bigint[], p_at timestamptz)
returns void language plpgsql as $$
begin
  perform enqueue_purchases(p_ids);
  insert into order_events (order_id, what, at)
    select id, placed_text(robux, rate_cents, total), p_at
    from unnest(p_ids, p_robux, p_rates, p_totals) as o (id, robux, rate_cents, total);
  perform ledger_hold_all(array(select 'order ' || id from unnest(p_ids) as id), p_wallets, p_totals, p_at);
end $$;

-- Places orders that came together: the nth is p_robux[n] Robux for the buyer p_users[p_buyers[n]], at p_most_cents[n] at most
-- (null: the best rate), under a key where it has one. Answers with what became of them: 'placed'; 'stored', with the answer
-- that its key has got already; or the code that it is refused with. One that is not answered needs a closer look.
-- p_is_plain takes it that all of them are placed, at one rate, and that no key has got its answer: what needs no account is
-- then written before the lock is waited for. Throws LN001 when that is not so, or stock or wallets changed meanwhile, and
-- 23505 when a key got its answer: to be tried again, not as plain.
create function place_orders(
  p_is_plain boolean, p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[],
  p_products bigint[], p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[]
) returns table (n int, what text, id uuid, seller_id uuid, request_hash bytea, status int, reply json)
language plpgsql as $$
#variable_conflict use_column
declare
  v_size constant int := cardinality(p_robux);
  v_at constant timestamptz := moment();
  v_time constant text := to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  v_least bigint; v_largest bigint; v_all bigint; v_most_of_all int; v_most_for_all int;
  -- what all of them are placed at; null: that is decided for each
  v_rate int;
  v_now timestamptz;
  v_stored int[];
  -- buyers: their wallets, what they have to spend, what they may, what they spend here
  v_wallets bigint[]; v_spendable bigint[]; v_allowed bigint[]; v_spent bigint[];
  -- accounts, best first; `next` leads from one to the next, 0 ends it; equals are of one rank, whose end is `last`
  v_accounts uuid[]; v_owners uuid[]; v_rates int[]; v_left bigint[]; v_seen timestamptz[]; v_kinds boolean[]; v_ranks int[];
  v_next int[]; v_last int[]; v_taken bigint[]; v_turns int[];
  v_limit int := v_size + 16;
  v_rows int;
  v_first int := 1;
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
  v_new := array(select new_id() from generate_series(1, v_size) order by 1);
  select min(robux), max(robux), sum(robux), max(coalesce(most, 600)), min(coalesce(most, 600))
    into v_least, v_largest, v_all, v_most_of_all, v_most_for_all from unnest(p_robux, p_most_cents) as w (robux, most);
  if p_is_plain then
    v_rate := (select rate_for_all(v_largest, v_all, v_most_for_all) from settings
      where key = 'emergency_shutdown' and value ->> 'enabled' = 'false' and not has_buyer_guard() and not ledger_has_frozen());
  end if;
  if v_rate is not null then
    v_wallets := array(select (select a.id from ledger_accounts a where a.name = 'user:' || u || ':buyer') from unnest(p_users) as u);
    if array_position(v_wallets, null) is not null then v_rate := null; end if;
  end if;

  if v_rate is not null then
    v_limit := v_size + 1;
    v_totals := array(select order_total(robux, v_rate) from unnest(p_robux) as robux);
    perform promise_orders(v_new, array(select v_wallets[buyer] from unnest(p_buyers) as buyer), p_robux,
      array_fill(v_rate, array[v_size]), v_totals, v_at);
  else
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
  end if;

  -- the orders of all processes get their stock one batch after the other: they want the same cheapest
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
    continue when v_rows = v_limit and case when v_one = 0 then v_rates[v_rows] <= v_most else v_ranks[v_one] = v_rank and v_turns[v_one] > 0 end;
    if v_rate is null then
      continue when v_allowed[v_buyer] < 0;
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
      v_spent[v_buyer] := v_spent[v_buyer] + v_total;
      v_totals[v_n] := v_total;
    end if;
    exit when v_one = 0 or v_rates[v_one] <> v_rate;
    v_count := v_count + 1;
    v_left[v_one] := v_left[v_one] - p_robux[v_n];
    v_taken[v_one] := v_taken[v_one] + p_robux[v_n];
    if v_turns[v_one] = 0 then v_sellers := v_sellers + 1; end if;
    v_turns[v_one] := v_count;
    v_whats[v_n] := 'placed';
    v_ids[v_n] := v_new[v_count];
    v_froms[v_n] := v_one;
    -- it goes to the end of its rank
    if v_one <> v_last[v_ranks[v_one]] then
      if v_before = 0 then v_first := v_next[v_one]; else v_next[v_before] := v_next[v_one]; end if;
      v_next[v_one] := v_next[v_last[v_ranks[v_one]]];
      v_next[v_last[v_ranks[v_one]]] := v_one;
      v_last[v_ranks[v_one]] := v_one;
    end if;
  end loop;

  if v_rate is not null and v_count < v_size then
    raise exception '% of % orders cannot be placed at %', v_size - v_count, v_size, v_rate using errcode = 'LN001';
  end if;
  if v_count = 0 then
    return query select w.n::int, what, null::uuid, null::uuid, null::bytea, null::int, null::json
      from unnest(v_whats) with ordinality as w (what, n) where what is not null;
    return;
  end if;
  if v_rate is null then
    perform promise_orders(array_agg(o.id), array_agg(v_wallets[o.buyer]), array_agg(o.robux), array_agg(v_rates[o.stock]), array_agg(o.total), v_at)
      from unnest(v_ids, p_buyers, p_robux, v_froms, v_totals) as o (id, buyer, robux, stock, total) where o.id is not null;
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

  return query
    with placed as materialized (
      select o.*, p_users[o.buyer] as buyer_id, v_accounts[o.stock] as account_id, v_owners[o.stock] as seller_id,
        v_rates[o.stock] as rate_cents
      from unnest(v_ids, p_buyers, v_froms, v_totals, p_robux, p_most_cents, p_urls, p_passes, p_products, p_pass_names,
          p_creator_types, p_creators, p_keys, p_hashes) with ordinality
        as o (id, buyer, stock, total, robux, most, url, pass, product, pass_name, creator_type, creator, key, hash, n)
      where o.id is not null),
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
    select s.n::int, 'placed', s.id, s.seller_id, null::bytea, 201, s.reply from shown s
    union all select w.n::int, w.what, null, null, null, null, null from unnest(v_whats) with ordinality as w (what, n) where w.what <> 'placed';
end $$;

-- What an order under a key is refused with; null where the key has got its answer.
create function refusal_of(p_what text, p_buyer uuid, p_key text) returns text language sql stable as $$
  select p_what where not exists (select from idempotency_keys where user_id = p_buyer and key = p_key)
$$;

-- Places one order as place_orders places many, and answers with what became of it: 'placed'; the code that it is refused
-- with; or null: it needs a closer look, and nothing was done. Throws LN001 when stock changed meanwhile, and 23505 when its
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
  if v_account is null then
    what := refusal_of('out_of_stock', p_buyer, p_key);
    return;
  end if;
  v_total := order_total(p_robux, v_rate);
  if v_total > v_left then return; end if;
  v_id := new_id();
  v_held := ledger_hold('order ' || v_id, v_wallet, v_total, v_at);
  if v_held <> 'held' then
    if v_held = 'insufficient' then what := refusal_of('insufficient_balance', p_buyer, p_key); end if;
    return;
  end if;
  -- not while others decide about what they have seen
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  update roblox_accounts a set reserved_robux = a.reserved_robux + p_robux, last_used_at = clock_timestamp()
    where a.id = v_account and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = v_rate
      and (a.fulfilment = 'manual') = v_is_manual and a.last_used_at is not distinct from v_seen
      and a.robux_balance - a.reserved_robux >= p_robux;
  if not found then raise exception 'account % has changed', v_account using errcode = 'LN001'; end if;
  perform enqueue_purchases(array[v_id]);
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
