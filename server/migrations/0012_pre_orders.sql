-- Pre-orders: standing wishes to buy, matched strictly by the time of placing with stock as soon as it is there
-- (docs/money.md, Pre-orders). They hold no money; a matched one has an order, which does.
create table pre_orders (
  id uuid primary key default new_id(),
  -- the place in the queue: given under the matching lock, so it is the order of placing, and kept for good
  place bigint generated always as identity unique,
  buyer_id uuid not null references users,
  robux_amount bigint not null check (robux_amount between 100 and 1000000),
  -- cents per 1000 Robux: the most that is paid, and what that comes to
  most_rate_cents int not null check (most_rate_cents between 100 and 600),
  most_cents bigint not null check (most_cents > 0),
  -- what it takes at the moment: the maximum, or, once it was found that its buyer cannot pay that, what he can
  offers_cents int not null check (offers_cents between 0 and most_rate_cents),
  -- the gamepass as it was at placing, which its order takes over
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type text not null check (creator_type in ('User', 'Group')),
  creator_target_id bigint not null,
  status text not null default 'waiting' check (status in ('waiting', 'matched', 'closed')),
  -- one that waits for its pass to be right is not matched
  waits_for text default 'stock' check (waits_for in ('stock', 'pass')),
  order_id uuid unique references orders,
  -- a matched one with a reason is closed instead of coming back
  close_reason text,
  -- when the pass of one that waits for it is looked at next
  look_at timestamptz,
  -- how often its order failed; the accounts that could not serve the last one are left alone for a while
  returns int not null default 0,
  resting_accounts uuid[] not null default '{}',
  rest_until timestamptz,
  created_at timestamptz not null default now(),
  matched_at timestamptz,
  check ((status = 'waiting') = (waits_for is not null)),
  check ((status = 'matched') = (order_id is not null)),
  check ((status = 'matched') = (matched_at is not null)),
  check (status <> 'closed' or close_reason is not null),
  check (status <> 'waiting' or close_reason is null),
  check ((waits_for = 'pass') is true = (look_at is not null))
);
create index pre_orders_of_buyer on pre_orders (buyer_id, place);
create index pre_orders_waiting on pre_orders (place) where status = 'waiting';
create index pre_orders_waiting_of_buyer on pre_orders (buyer_id) where status = 'waiting';
-- the two ways to the oldest that fits: by place, and by what fits
create index pre_orders_queue on pre_orders (place) where waits_for = 'stock';
create index pre_orders_by_fit on pre_orders (offers_cents, robux_amount, place) where waits_for = 'stock';
create index pre_orders_to_look_at on pre_orders (look_at) where look_at is not null;
create index pre_orders_matched on pre_orders (matched_at) where matched_at is not null;

create function pre_orders_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'waiting' then raise exception 'a pre-order starts as waiting, not as %', new.status; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'a pre-order is never deleted'; end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('waiting', 'matched'), ('waiting', 'closed'), ('matched', 'waiting'), ('matched', 'closed')) then
    raise exception 'a pre-order that is % does not become %', old.status, new.status;
  end if;
  if old.status = 'closed' then raise exception 'pre-order % is closed', old.id; end if;
  if old.status = 'matched' and new.status <> 'matched'
    and not exists (select from orders where id = old.order_id and status = 'failed') then
    raise exception 'pre-order % has an order that did not fail', old.id;
  end if;
  if (new.id, new.place, new.buyer_id, new.robux_amount, new.most_rate_cents, new.most_cents, new.pass_id, new.product_id,
      new.creator_type, new.creator_target_id, new.created_at) is distinct from
     (old.id, old.place, old.buyer_id, old.robux_amount, old.most_rate_cents, old.most_cents, old.pass_id, old.product_id,
      old.creator_type, old.creator_target_id, old.created_at) then
    raise exception 'what was pre-ordered does not change';
  end if;
  return new;
end $$;
create trigger guard before insert or update or delete on pre_orders for each row execute function pre_orders_guard();

create function pre_orders_tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('pre-orders', json_build_object('preOrderId', new.id, 'buyerId', new.buyer_id)::text);
  return null;
end $$;
create trigger tell after insert or update on pre_orders for each row execute function pre_orders_tell();

-- What is for sale: unpromised stock of online, active accounts of people in good standing.
create view stock_for_sale as
  select a.id as account_id, a.user_id as seller_id, a.rate_cents, a.robux_balance - a.reserved_robux as robux
  from roblox_accounts a join users u on u.id = a.user_id
  where a.status = 'online' and a.is_active and a.robux_balance > a.reserved_robux
    and not u.is_banned and u.deleted_at is null;

-- contract/src/money.ts, orderTotal: amount × rate / 1000, rounded half up to a cent, at least a cent.
create function order_total(p_robux bigint, p_rate_cents bigint) returns bigint language sql immutable parallel safe as $$
  select greatest(1, (2 * p_robux * p_rate_cents + 1000) / 2000)
$$;

-- The highest rate at which an order of that size costs no more than so many cents; below 1 when none does.
create function affordable_rate(p_robux bigint, p_cents bigint) returns bigint language sql immutable parallel safe as $$
  select case when p_cents < 1 then 0 else (2000 * p_cents + 999) / (2 * p_robux) end
$$;

-- One at a time puts pre-orders into the queue or takes them out for stock. Taken before any other lock where it can be
-- (docs/money.md, Locking).
create function lock_matching() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('matching', 0))
$$;

-- The oldest pre-orders waiting for stock, after a place in the queue, that could be served by the stock at hand:
-- p_most_robux[n] is the most that one account sells at a rate of at most 99 + n cents. Few that fit are found by what
-- fits, many by their place, so that neither a long queue nor a long tail of it that never fits costs anything.
create function fitting_pre_orders(p_most_robux bigint[], p_after bigint, p_limit int) returns bigint[]
language plpgsql stable as $$
declare
  v_few constant int := 500;
  v_places bigint[];
begin
  v_places := array(
    select fits.place from generate_series(100, 600) as rate, lateral (
      select p.place from pre_orders p
      where p.waits_for = 'stock' and p.offers_cents = rate and p.robux_amount <= p_most_robux[rate - 99] and p.place > p_after
      limit v_few + 1) fits
    where p_most_robux[rate - 99] > 0
    limit v_few + 1);
  if cardinality(v_places) <= v_few then
    return array(select place from unnest(v_places) as place order by place limit p_limit);
  end if;
  return array(
    select p.place from pre_orders p
    where p.waits_for = 'stock' and p.place > p_after and p.robux_amount <= p_most_robux[p.offers_cents - 99]
    order by p.place limit p_limit);
end $$;

-- By rate from 1.00 to 6.00 the most that one account sells at no more than that; of one account only, or of all.
create function most_robux_by_rate(p_account uuid) returns bigint[] language sql stable as $$
  select array_agg(most order by rate) from (
    select rate, coalesce(max(max(s.robux)) over (order by rate), 0) as most
    from generate_series(100, 600) as rate
    left join stock_for_sale s on s.rate_cents = rate and (p_account is null or s.account_id = p_account)
    group by rate) by_rate
$$;

-- Matches what waits with the stock at hand, strictly by the time of placing: the oldest whose rate and amount some
-- account can serve takes the cheapest such account, and its order holds the money from here on. One whose buyer cannot
-- pay is passed over. Nothing is matched while everything is stopped. Answers how many were: a few hundred at most, so
-- that nobody waits long for the lock; the worker goes on with the rest. p_account: only its stock has grown; null: all.
create function match_pre_orders(p_account uuid default null) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_batch bigint[];
  v_after bigint := 0;
  v_size int := 4;
  v_matched int := 0;
  v_enough constant int := 250;
  v_pre pre_orders;
begin
  perform lock_matching();
  if (select (value ->> 'enabled')::boolean from settings where key = 'emergency_shutdown') then return 0; end if;
  -- by its place: the planner would look for any one in the whole table
  if (select place from pre_orders where waits_for = 'stock' order by place limit 1) is null then return 0; end if;
  loop
    v_batch := fitting_pre_orders(most_robux_by_rate(p_account), v_after, v_size);
    if cardinality(v_batch) = 0 then return v_matched; end if;
    perform 1 from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.user_id in (select buyer_id from pre_orders where place = any (v_batch))
      order by b.account_id for update of b;
    for v_pre in
      select p.* from pre_orders p join users u on u.id = p.buyer_id
      where p.place = any (v_batch) and not u.is_banned and u.deleted_at is null order by p.place
    loop
      v_matched := v_matched + match_pre_order(v_pre);
    end loop;
    v_after := v_batch[cardinality(v_batch)];
    v_size := least(2 * v_size, 128);
    if v_matched >= v_enough then return v_matched; end if;
  end loop;
end $$;

-- Serves one pre-order whose buyer's wallets are locked, if it can be: 1, or 0.
create function match_pre_order(p_pre pre_orders) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_left_out uuid[] := case when p_pre.rest_until > clock_timestamp() then p_pre.resting_accounts else '{}' end;
  v_spendable bigint := case when ledger_is_frozen(p_pre.buyer_id) then 0 else coalesce((
    select b.posted - b.held from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.name = 'user:' || p_pre.buyer_id || ':buyer'), 0) end;
  v_most int := least(p_pre.offers_cents, affordable_rate(p_pre.robux_amount, v_spendable));
  v_stock record;
  v_total bigint;
  v_order uuid := new_id();
begin
  select * into v_stock from reserve_stock(p_pre.robux_amount, v_most, p_pre.buyer_id, v_left_out);
  if not found then
    update pre_orders set offers_cents = v_most where id = p_pre.id and v_most < p_pre.offers_cents;
    return 0;
  end if;
  v_total := order_total(p_pre.robux_amount, v_stock.rate_cents);
  insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
      gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price)
    values (v_order, p_pre.buyer_id, v_stock.account_id, v_stock.seller_id, p_pre.robux_amount, v_stock.rate_cents,
      p_pre.most_rate_cents, v_total, p_pre.gamepass_url, p_pre.pass_id, p_pre.product_id, p_pre.pass_name,
      p_pre.creator_type, p_pre.creator_target_id, false);
  if ledger_hold('order ' || v_order, 'user:' || p_pre.buyer_id || ':buyer', v_total) <> 'held' then
    raise exception 'pre-order %: what can be spent cannot be held', p_pre.id;
  end if;
  insert into order_events (order_id, what) values (v_order, format(
    'Pre-order matched: %s Robux at $%s per 1000, $%s held', to_char(p_pre.robux_amount, 'FM9,999,999'),
    to_char(v_stock.rate_cents / 100.0, 'FM0.00'), to_char(v_total / 100.0, 'FM999990.00')));
  perform pg_notify('orders',
    json_build_object('orderId', v_order, 'buyerId', p_pre.buyer_id, 'sellerId', v_stock.seller_id)::text);
  update pre_orders set status = 'matched', waits_for = null, order_id = v_order, matched_at = clock_timestamp()
    where id = p_pre.id;
  return 1;
end $$;

-- Matches at the end of a transaction that made stock appear. Whoever comes here holds locks already, out of the one
-- order of locks: so it waits for others a moment only, and then leaves the matching to the worker, which looks all the
-- time. That happens when two at once need each other's rows.
create function match_at_commit(p_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('sterling.matching_is_left', true) = 'yes' then return; end if;
  begin
    perform set_config('lock_timeout', '250ms', true);
    perform match_pre_orders(p_account);
  exception when lock_not_available then
    perform set_config('sterling.matching_is_left', 'yes', true);
  end;
end $$;

create function match_new_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform match_at_commit(new.id);
  return null;
end $$;
create function match_all() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform match_at_commit(null);
  return null;
end $$;

create constraint trigger match_added after insert on roblox_accounts deferrable initially deferred
  for each row when (new.status = 'online' and new.is_active and new.robux_balance > new.reserved_robux)
  execute function match_new_stock();
create constraint trigger match_grown after update on roblox_accounts deferrable initially deferred
  for each row when (new.status = 'online' and new.is_active and new.robux_balance > new.reserved_robux
    and (old.status <> 'online' or not old.is_active or new.rate_cents < old.rate_cents
      or new.robux_balance - new.reserved_robux > old.robux_balance - old.reserved_robux))
  execute function match_new_stock();
create constraint trigger match_pardoned after update on users deferrable initially deferred
  for each row when (old.is_banned and not new.is_banned) execute function match_all();
create constraint trigger match_started after update on settings deferrable initially deferred
  for each row when (new.key = 'emergency_shutdown' and old.value is distinct from new.value) execute function match_all();

-- With a balance that grows its owner's pre-orders offer their maxima again; the worker matches them.
create function pre_orders_offer_more() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update pre_orders p set offers_cents = p.most_rate_cents from ledger_accounts a
    where a.id = new.account_id and p.buyer_id = a.user_id and p.status = 'waiting' and p.offers_cents < p.most_rate_cents;
  return null;
end $$;
create trigger pre_orders_offer_more after update on ledger_balances
  for each row when (new.posted - new.held > old.posted - old.held) execute function pre_orders_offer_more();

-- A pre-order whose order fails goes back to its old place. Where the accounts were to blame it is matched with others at
-- once; else its pass is looked at first. Each time the rest is twice as long, from half a minute to half an hour.
create function pre_order_comes_back() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_accounts_to_blame boolean := new.account_id = any (new.passed_over);
begin
  update pre_orders set status = 'closed', order_id = null, matched_at = null
    where order_id = new.id and close_reason is not null;
  update pre_orders p set status = 'waiting', order_id = null, matched_at = null, returns = p.returns + 1,
      waits_for = case when v_accounts_to_blame then 'stock' else 'pass' end,
      offers_cents = p.most_rate_cents, resting_accounts = new.passed_over, rest_until = rest.until,
      look_at = case when not v_accounts_to_blame then rest.until end
    from (select q.id, clock_timestamp() + interval '30 seconds' * 2 ^ least(q.returns, 6) as until
      from pre_orders q where q.order_id = new.id) rest
    where p.id = rest.id;
  return null;
end $$;
create trigger comes_back after update on orders
  for each row when (new.status = 'failed' and old.status <> 'failed') execute function pre_order_comes_back();

-- Every way in which pre-orders disagree with their orders; no row when they agree.
create function pre_order_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a matched pre-order''s order is not what was pre-ordered', p.id::text, p.robux_amount, o.robux_amount
  from pre_orders p join orders o on o.id = p.order_id
  where (o.buyer_id, o.at_most_rate_cents, o.pass_id) is distinct from (p.buyer_id, p.most_rate_cents, p.pass_id)
    or o.robux_amount > p.robux_amount
  union all
  select 'a pre-order stays matched though its order failed', p.id::text, 0, 1
  from pre_orders p join orders o on o.id = p.order_id where o.status = 'failed'
$$;
revoke delete on pre_orders from sterling_app;
revoke all on function match_pre_orders(uuid), match_pre_order(pre_orders), match_at_commit(uuid), match_new_stock(), match_all(),
  pre_orders_offer_more(), pre_order_comes_back(), pre_order_differences() from public;
grant execute on function match_pre_orders(uuid), pre_order_differences() to sterling_app;
