-- Pre-orders are matched set-based, and stock that they could not be matched with in time is not for sale until they are
-- (docs/money.md, Pre-orders). The rule stays: strictly by the time of placing; the oldest that some account can serve
-- takes the cheapest such account, equal rates automatic before manual, then the longest unused, then the id.

alter table roblox_accounts
  -- a number of matching_marks: its stock grew, and what waits was not matched with it yet
  add column unmatched bigint;
create sequence matching_marks;
create index roblox_accounts_unmatched on roblox_accounts (id) where unmatched is not null;

alter table pre_orders
  -- what of the guards for new buyers it was passed over for, and when that ends at the latest
  add column limited_by text check (limited_by in ('account_too_new', 'spending_limit')),
  add column limited_until timestamptz,
  add check ((limited_by is null) = (limited_until is null));
create index pre_orders_limited on pre_orders (limited_until) where waits_for = 'stock' and limited_until is not null;

-- Unpromised stock of online, active accounts of people in good standing …
create view stock_at_hand as
  select a.id as account_id, a.user_id as seller_id, a.rate_cents, a.robux_balance - a.reserved_robux as robux,
    a.fulfilment, a.last_used_at, a.unmatched
  from roblox_accounts a join users u on u.id = a.user_id
  where a.status = 'online' and a.is_active and a.robux_balance > a.reserved_robux
    and not u.is_banned and u.deleted_at is null;
-- … and what of it anybody may buy: pre-orders come first.
create or replace view stock_for_sale as
  select account_id, seller_id, rate_cents, robux, fulfilment, last_used_at from stock_at_hand where unmatched is null;

-- It is shown no longer, or again.
create trigger announce_matched after update of unmatched on roblox_accounts for each row
  when (old.unmatched is distinct from new.unmatched) execute function roblox_accounts_announce();
alter table roblox_accounts alter column has_stock
  set expression as (robux_balance - reserved_robux >= 100 and unmatched is null);

-- What the owner's guards leave to buyers who are not trusted yet; no row for those whom none concerns. A Discord account
-- that is too young buys nothing until it is old enough; who is new (30 days after his first completed trade, or without
-- one) spends a sum a day, UTC: what of it is left, below zero when more than that is already ordered (decisions.md, People).
create function buying_limits(p_buyers uuid[]) returns table (buyer_id uuid, too_young_until timestamptz, left_cents bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_days int;
  v_cap bigint;
begin
  select (value ->> 'days')::int into strict v_days from settings where key = 'account_age';
  select 100 * (value ->> 'usd')::bigint into strict v_cap from settings where key = 'new_buyer_cap';
  if v_days = 0 and v_cap is null then return; end if;
  return query
    select u.id, young.until, case when new.is_new then v_cap - spent.cents end
    from users u
    cross join lateral (select case when v_days > 0
      -- the first 42 bits of a Discord id are milliseconds since 2015
      then timestamptz '2015-01-01 00:00Z' + (u.discord_id::bigint >> 22) * interval '1 millisecond' + v_days * interval '24 hours'
      end as until) old_enough
    cross join lateral (select case when old_enough.until > now() then old_enough.until end as until) young
    cross join lateral (select v_cap is not null and now() < coalesce(
      first_trade_at('user:' || u.id || ':buyer') + 30 * interval '24 hours', 'infinity') as is_new) new
    cross join lateral (
      select coalesce(sum(total_cents), 0)::bigint as cents from (
        select total_cents from orders
          where new.is_new and buyer_id = u.id and status <> 'failed' and created_at >= date_trunc('day', now(), 'UTC')
        union all select total_cents from transactions
          where new.is_new and buyer_id = u.id and stage not in ('cancelled', 'failed')
            and created_at >= date_trunc('day', now(), 'UTC')) today) spent
    where u.id = any (p_buyers) and (young.until is not null or new.is_new);
end $$;

-- By rate from 1.00 to 6.00 the most that one account sells at no more than that; of one account only, or of all.
create or replace function most_robux_by_rate(p_account uuid) returns bigint[] language sql stable as $$
  select array_agg(most order by rate) from (
    select rate, coalesce(max(max(s.robux)) over (order by rate), 0) as most
    from generate_series(100, 600) as rate
    left join stock_at_hand s on s.rate_cents = rate and (p_account is null or s.account_id = p_account)
    group by rate) by_rate
$$;

-- The accounts that could serve at least one of some pre-orders, locked in the order of their ids.
create function lock_stock_for(p_places bigint[]) returns uuid[] language plpgsql as $$
declare
  -- by rate from 1.00 to 6.00 the least that any of those who would pay it wants
  v_least bigint[] := (
    select array_agg(least order by rate) from (
      select rate, min(min(p.robux_amount)) over (order by rate desc) as least
      from generate_series(100, 600) as rate
      left join (select offers_cents, robux_amount from pre_orders where place = any (p_places)) p on p.offers_cents = rate
      group by rate) by_rate);
begin
  return array(
    select a.id from stock_at_hand s join roblox_accounts a on a.id = s.account_id
    where s.robux >= v_least[s.rate_cents - 99] order by a.id for update of a);
end $$;

-- Serves some waiting pre-orders, in the order of their places, with all the stock at hand; those whose buyers cannot pay,
-- or may not, are passed over. Answers how many became orders. Who gets what is decided in memory, on wallets and stock
-- that are locked; then everything is written at once.
create function match_batch(p_places bigint[]) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_at timestamptz;
  -- accounts, best first; `next` leads from one to the next one at hand, 0 ends it; `last` is the last one of a rank
  v_ids uuid[]; v_owners uuid[]; v_rates int[]; v_robux bigint[]; v_ranks int[];
  v_next int[]; v_last int[];
  v_promised bigint[]; v_used int[];
  v_first int := 1;
  v_before int;
  v_one int;
  -- buyers: their wallets, what they have to spend, and what they spend here
  v_buyers uuid[]; v_wallets bigint[]; v_spendable bigint[];
  v_spent bigint[];
  v_least bigint := (select min(robux_amount) from pre_orders where place = any (p_places));
  v_pre record;
  v_can bigint;
  v_most int;
  v_total bigint;
  -- the matches, and those who were passed over
  v_count int := 0;
  v_served bigint[]; v_accounts int[]; v_payers bigint[]; v_totals bigint[]; v_orders uuid[];
  v_over uuid[] := '{}'; v_offers int[] := '{}'; v_limits text[] := '{}'; v_untils timestamptz[] := '{}';
begin
  select array_agg(user_id), array_agg(account_id), array_agg(case when is_frozen then 0 else spendable end)
    into v_buyers, v_wallets, v_spendable
    from ledger_lock_buyers(array(select distinct buyer_id from pre_orders where place = any (p_places)));
  v_ids := lock_stock_for(p_places);
  select array_agg(account_id order by n), array_agg(seller_id order by n), array_agg(rate_cents order by n),
      array_agg(robux order by n), array_agg(rank order by n), array_agg(n + 1 order by n)
    into v_ids, v_owners, v_rates, v_robux, v_ranks, v_next
    from (
      select s.*, dense_rank() over (order by rate_cents, fulfilment = 'manual')::int as rank,
        row_number() over (order by rate_cents, fulfilment = 'manual', last_used_at nulls first, account_id)::int as n
      from stock_at_hand s where account_id = any (v_ids)) ranked;
  if v_ids is null then return 0; end if;
  v_next[cardinality(v_ids)] := 0;
  select array_agg(n order by rank) into v_last
    from (select rank, max(n)::int as n from unnest(v_ranks) with ordinality as r (rank, n) group by rank) ranks;
  v_promised := array_fill(0::bigint, array[cardinality(v_ids)]);
  v_used := array_fill(0, array[cardinality(v_ids)]);
  v_spent := array_fill(0::bigint, array[cardinality(v_buyers)]);

  v_at := clock_timestamp();
  for v_pre in
    select p.id, p.place, p.robux_amount, p.offers_cents, p.buyer_id, b.n::int as buyer, l.too_young_until,
      case when l.too_young_until is not null then 0 else l.left_cents end as allowed,
      case when p.rest_until > v_at then p.resting_accounts end as resting
    from pre_orders p join unnest(v_buyers) with ordinality as b (id, n) on b.id = p.buyer_id
    join users u on u.id = p.buyer_id left join buying_limits(v_buyers) l on l.buyer_id = p.buyer_id
    where p.place = any (p_places) and p.waits_for = 'stock' and not u.is_banned and u.deleted_at is null
    order by p.place
  loop
    exit when v_first = 0;
    -- least() leaves out what is null: no limit
    v_can := least(v_spendable[v_pre.buyer], v_pre.allowed) - v_spent[v_pre.buyer];
    v_most := least(v_pre.offers_cents, affordable_rate(v_pre.robux_amount, v_can));
    v_before := 0;
    v_one := v_first;
    while v_one > 0 and v_rates[v_one] <= v_most loop
      exit when v_robux[v_one] >= v_pre.robux_amount and v_owners[v_one] <> v_pre.buyer_id
        and (v_pre.resting is null or v_ids[v_one] <> all (v_pre.resting));
      v_before := v_one;
      v_one := v_next[v_one];
    end loop;

    if v_one = 0 or v_rates[v_one] > v_most then
      if v_most < v_pre.offers_cents then
        v_over := v_over || v_pre.id;
        v_offers := v_offers || v_most;
        -- of limit and balance the tighter one is the reason; when it ends, the other one is found
        if v_pre.allowed < v_spendable[v_pre.buyer] then
          v_limits := v_limits || case when v_pre.too_young_until is null then 'spending_limit' else 'account_too_new' end;
          v_untils := v_untils || coalesce(v_pre.too_young_until, date_trunc('day', now(), 'UTC') + interval '1 day');
        else
          v_limits := v_limits || null::text;
          v_untils := v_untils || null::timestamptz;
        end if;
      end if;
      continue;
    end if;

    v_total := order_total(v_pre.robux_amount, v_rates[v_one]);
    v_spent[v_pre.buyer] := v_spent[v_pre.buyer] + v_total;
    v_robux[v_one] := v_robux[v_one] - v_pre.robux_amount;
    v_count := v_count + 1;
    v_promised[v_one] := v_promised[v_one] + v_pre.robux_amount;
    v_used[v_one] := v_count;
    v_served[v_count] := v_pre.place;
    v_accounts[v_count] := v_one;
    v_payers[v_count] := v_wallets[v_pre.buyer];
    v_totals[v_count] := v_total;
    v_orders[v_count] := new_id();

    -- it goes to the end of its rank, and out when nobody here wants as little as it has left
    if v_one <> v_last[v_ranks[v_one]] or v_robux[v_one] < v_least then
      if v_before = 0 then v_first := v_next[v_one]; else v_next[v_before] := v_next[v_one]; end if;
      if v_one = v_last[v_ranks[v_one]] then
        v_last[v_ranks[v_one]] := v_before;
      elsif v_robux[v_one] >= v_least then
        v_next[v_one] := v_next[v_last[v_ranks[v_one]]];
        v_next[v_last[v_ranks[v_one]]] := v_one;
        v_last[v_ranks[v_one]] := v_one;
      end if;
    end if;
  end loop;

  update pre_orders p set offers_cents = o.offers, limited_by = o.limited, limited_until = o.until
    from unnest(v_over, v_offers, v_limits, v_untils) as o (id, offers, limited, until) where p.id = o.id;
  if v_count > 0 then
    perform write_matches(v_served, v_orders, v_totals, v_ids, v_rates, v_owners, v_accounts);
    perform ledger_hold_all((select json_agg(json_build_object('holdKey', 'order ' || h.id, 'walletId', h.wallet, 'totalCents', h.cents))
      from unnest(v_orders, v_payers, v_totals) as h (id, wallet, cents)));
    -- in the order of use, as if they had been used one by one
    update roblox_accounts a set reserved_robux = a.reserved_robux + s.promised, last_used_at = v_at + s.used * interval '1 microsecond'
      from unnest(v_ids, v_promised, v_used) as s (id, promised, used) where a.id = s.id and s.promised > 0;
  end if;
  return v_count;
end $$;

-- Writes the orders of matched pre-orders, with their timelines, and tells of them: watchers, and those who want messages,
-- at once instead of one by one (0015_notifications.sql).
drop trigger tell_webhook on pre_orders;
drop function tell_of_pre_order();
create function write_matches(
  p_places bigint[], p_orders uuid[], p_totals bigint[], p_ids uuid[], p_rates int[], p_owners uuid[], p_accounts int[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
      gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price)
    select m.id, p.buyer_id, p_ids[m.account], p_owners[m.account], p.robux_amount, p_rates[m.account], p.most_rate_cents, m.total,
      p.gamepass_url, p.pass_id, p.product_id, p.pass_name, p.creator_type, p.creator_target_id, false
    from unnest(p_places, p_orders, p_totals, p_accounts) as m (place, id, total, account) join pre_orders p on p.place = m.place;
  insert into order_events (order_id, what)
    select o.id, format('Pre-order matched: %s Robux at $%s per 1000, $%s held', to_char(o.robux_amount, 'FM9,999,999'),
      to_char(o.rate_cents / 100.0, 'FM0.00'), to_char(o.total_cents / 100.0, 'FM999990.00'))
    from unnest(p_orders) with ordinality as m (id, n) join orders o on o.id = m.id order by m.n;
  update pre_orders p set status = 'matched', waits_for = null, order_id = m.id, matched_at = clock_timestamp(),
      limited_by = null, limited_until = null
    from unnest(p_places, p_orders) as m (place, id) where p.place = m.place;
  insert into notification_messages (user_id, text)
    select n.user_id, format('Your pre-order of %s Robux was matched.', p.robux_amount)
    from unnest(p_places) as m (place) join pre_orders p on p.place = m.place
    join notifications n on n.user_id = p.buyer_id and 'pre-orders' = any (n.kinds) order by p.place;
  perform pg_notify('orders', json_build_object('orderId', o.id, 'buyerId', o.buyer_id, 'sellerId', o.seller_id)::text)
    from unnest(p_orders) as m (id) join orders o on o.id = m.id;
end $$;

-- Matches what waits with the stock of one account that has grown (null: of all), a bounded number at a time, so that
-- nobody waits long for the wallets: p_is_finished tells whether everything that fits has been served. What stock is
-- matched with all that waits is for sale to everybody again. While everything is stopped there is nothing to do. All is
-- reached by its keys: a plan that was made while a table was small would read all of it later.
create function match_waiting(p_account uuid, out p_matched int, out p_is_finished boolean)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_most_matched constant int := 5000;
  v_most_at_once constant int := 1000;
  v_places bigint[];
  v_after bigint := 0;
  v_size int := 8;
  v_accounts uuid[];
  v_marks bigint[];
begin
  p_matched := 0;
  p_is_finished := true;
  perform lock_matching();
  if (select (value ->> 'enabled')::boolean from settings where key = 'emergency_shutdown') then return; end if;
  if p_account is null then
    update pre_orders set offers_cents = most_rate_cents, limited_by = null, limited_until = null
      where waits_for = 'stock' and limited_until <= now();
  end if;
  -- whoever marks an account again meanwhile gives it another number
  select array_agg(id), array_agg(unmatched) into v_accounts, v_marks
    from roblox_accounts where unmatched is not null and (p_account is null or id = p_account);
  loop
    -- by its place: the planner would look for any one in the whole table
    exit when (select place from pre_orders where waits_for = 'stock' order by place limit 1) is null;
    v_places := fitting_pre_orders(most_robux_by_rate(p_account), v_after, v_size);
    exit when cardinality(v_places) = 0;
    p_matched := p_matched + match_batch(v_places);
    p_is_finished := p_matched < v_most_matched;
    exit when not p_is_finished;
    v_after := v_places[cardinality(v_places)];
    v_size := least(8 * v_size, v_most_at_once, v_most_matched - p_matched);
  end loop;
  if p_is_finished and v_accounts is not null then
    update roblox_accounts a set unmatched = null
      from unnest(v_accounts, v_marks) as seen (id, mark) where a.id = seen.id and a.unmatched = seen.mark;
  end if;
end $$;

-- Matches what waits, and answers how many were; there may be more as long as it is not 0.
create or replace function match_pre_orders(p_account uuid default null) returns int
language sql security definer set search_path = public, pg_temp as $$
  select p_matched from match_waiting(p_account)
$$;
drop function match_pre_order(pre_orders);

-- Matches at the end of a transaction that made stock appear. Whoever comes here holds locks already, out of the one
-- order of locks: so it waits for others a moment only. What it leaves to the worker, which looks all the time, is not
-- for sale until then.
create or replace function match_at_commit(p_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('sterling.matching_is_left', true) is distinct from 'yes' then
    begin
      perform set_config('lock_timeout', '250ms', true);
      if (select p_is_finished from match_waiting(p_account)) then return; end if;
    exception when lock_not_available then
      perform set_config('sterling.matching_is_left', 'yes', true);
    end;
  end if;
  perform set_config('lock_timeout', '0', true);
  update roblox_accounts a set unmatched = nextval('matching_marks')
    where a.id = p_account or (p_account is null and a.id in (select account_id from stock_at_hand));
end $$;

-- What held a pre-order back is no more: it offers its maximum again, and the worker matches it.
create or replace function pre_orders_offer_more() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update pre_orders p set offers_cents = p.most_rate_cents, limited_by = null, limited_until = null
    from ledger_accounts a
    where a.id = new.account_id and p.buyer_id = a.user_id and p.status = 'waiting' and p.offers_cents < p.most_rate_cents;
  return null;
end $$;

create function match_within_new_limits() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update pre_orders set limited_until = now() where waits_for = 'stock' and limited_until is not null;
  return null;
end $$;
create trigger limits_changed after update on settings
  for each row when (new.key in ('account_age', 'new_buyer_cap') and old.value is distinct from new.value)
  execute function match_within_new_limits();

-- As in 0012_pre_orders.sql, but a pass is looked at after half a minute each time, unless its orders go on failing.
create or replace function pre_order_comes_back() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_accounts_to_blame boolean := new.account_id = any (new.passed_over);
begin
  update pre_orders set status = 'closed', order_id = null, matched_at = null
    where order_id = new.id and close_reason is not null;
  update pre_orders p set status = 'waiting', order_id = null, matched_at = null, returns = p.returns + 1,
      waits_for = case when v_accounts_to_blame then 'stock' else 'pass' end,
      offers_cents = p.most_rate_cents, resting_accounts = new.passed_over,
      rest_until = clock_timestamp() + interval '30 seconds' * 2 ^ least(p.returns, 6),
      look_at = case when not v_accounts_to_blame
        then clock_timestamp() + interval '30 seconds' * 2 ^ greatest(0, least(p.returns - 4, 6)) end
    where p.order_id = new.id;
  return null;
end $$;

revoke all on function buying_limits(uuid[]), lock_stock_for(bigint[]), match_batch(bigint[]),
  write_matches(bigint[], uuid[], bigint[], uuid[], int[], uuid[], int[]), match_waiting(uuid), match_within_new_limits() from public;
grant execute on function buying_limits(uuid[]) to sterling_app;
