-- What PostgreSQL sets up for each statement (docs/decisions/0006-order-lane.md): it parses the checks of a table, its generated
-- columns and the conditions of its triggers anew for each statement that writes it.

-- Changes a function in one place, instead of repeating all of it here.
create function pg_temp.amend(p_function text, p_old text, p_new text) returns void language plpgsql as $$
declare
  v_all text;
begin
  select def into strict v_all from pg_proc p cross join lateral pg_get_functiondef(p.oid) as def
    where p.pronamespace = 'public'::regnamespace and p.proname = p_function and p.prokind in ('f', 'p') and strpos(def, p_old) > 0;
  execute replace(v_all, p_old, p_new);
end $$;

-- A new order is pending and has nothing yet of what comes later, so only a changed one has to be looked at in that. What
-- the guard says of states says which there are.
alter table orders
  drop constraint orders_status_check, drop constraint orders_check1, drop constraint orders_check2, drop constraint orders_check3,
  drop constraint orders_check4, drop constraint orders_check5, drop constraint orders_check6, drop constraint orders_check7,
  drop constraint orders_part_check, drop constraint orders_manual_price_robux_check;
create function order_is_sound() returns trigger language plpgsql as $$
begin
  if not ((new.status in ('completed', 'failed')) = (new.ended_at is not null)
    and (new.ended_at is null) = (new.look_at is not null)
    and (new.status = 'failed') = (new.failure_reason is not null)
    and (new.split_id is null) = (new.part is null) and coalesce(new.part > 0, true)
    and (new.manual_deadline is null) = (new.manual_price_robux is null) and coalesce(new.manual_price_robux > 0, true)
    and (new.manual_deadline is null or new.status in ('manual', 'completed', 'failed'))
    and (new.review_reason is null or new.manual_deadline is not null)) then
    raise exception 'order % is %, but not all of it', new.id, new.status using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger sound after update on orders for each row execute function order_is_sound();
create trigger sound_new after insert on orders for each row
  when (num_nonnulls(new.ended_at, new.failure_reason, new.manual_deadline, new.manual_price_robux, new.review_reason, new.split_id, new.part) > 0
    or new.look_at is null)
  execute function order_is_sound();

-- One check of the whole row, whose function keeps what it has parsed.
create function ledger_hold_is_sound(h ledger_holds) returns boolean language plpgsql immutable as $$
begin
  return h.amount > 0 and h.remaining between 0 and h.amount
    and h.state in ('active', 'posted', 'voided') and (h.state = 'active') = (h.closed_at is null)
    and (h.state = 'active' or h.remaining = 0);
end $$;
alter table ledger_holds add constraint ledger_hold_is_sound check (ledger_hold_is_sound(ledger_holds)),
  drop constraint ledger_holds_amount_check, drop constraint ledger_holds_check, drop constraint ledger_holds_check1,
  drop constraint ledger_holds_check2, drop constraint ledger_holds_state_check;
create function roblox_account_is_sound(a roblox_accounts) returns boolean language plpgsql immutable as $$
begin
  return a.robux_balance >= 0 and a.reserved_robux >= 0 and a.total_sold >= 0 and a.rate_cents between 100 and 600
    and a.status in ('online', 'offline', '2fa_required', 'invalid_cookie') and a.fulfilment in ('auto', 'manual')
    and (a.removed_at is null) = (a.sealed_cookie is not null)
    and (a.removed_at is null or a.reserved_robux = 0 and not a.is_active and a.proxy_id is null);
end $$;
alter table roblox_accounts add constraint roblox_account_is_sound check (roblox_account_is_sound(roblox_accounts)),
  drop constraint roblox_accounts_robux_balance_check, drop constraint roblox_accounts_reserved_robux_check,
  drop constraint roblox_accounts_total_sold_check, drop constraint roblox_accounts_rate_cents_check,
  drop constraint roblox_accounts_status_check, drop constraint roblox_accounts_fulfilment_check,
  drop constraint roblox_accounts_check, drop constraint roblox_accounts_check1, drop constraint roblox_accounts_check2;

-- Orders that have not ended are in no index by end.
drop index orders_by_end;
create index orders_by_end on orders using brin (ended_at) with (pages_per_range = 32, autosummarize = on) where ended_at is not null;

-- Whoever uses an account says which turn that is.
create function turn_at(p_at timestamptz) returns bigint language sql immutable as $$
  select floor(date_part('epoch', p_at at time zone 'UTC') / 600)::bigint
$$;
alter table roblox_accounts alter turn drop expression,
  -- one that was never used comes before all others, the oldest first
  alter turn set default (extract(epoch from clock_timestamp()) * 1000)::bigint - 1000000000000000;
select pg_temp.amend('take_stock', 'last_used_at = v_now + w.turn * interval ''1 microsecond''',
  'last_used_at = v_now + w.turn * interval ''1 microsecond'', turn = turn_at(v_now)');
select pg_temp.amend('match_batch', 'last_used_at = v_at + s.used * interval ''1 microsecond''',
  'last_used_at = v_at + s.used * interval ''1 microsecond'', turn = turn_at(v_at)');
select pg_temp.amend('reserve_stock', 'last_used_at = clock_timestamp()', 'last_used_at = clock_timestamp(), turn = turn_at(clock_timestamp())');
select pg_temp.amend('give_back_stock', 'else a.last_used_at end', 'else a.last_used_at end,
      turn = case when a.last_used_at = t.used_at
        then coalesce(turn_at(t.seen_at), (''x'' || left(replace(t.id::text, ''-'', ''''), 12))::bit(48)::bigint - 1000000000000000) else a.turn end');

-- As before, with conditions in functions, which are parsed once. A promise of stock lets none appear.
create function stock_has_grown(old roblox_accounts, new roblox_accounts) returns boolean language plpgsql immutable as $$
begin
  return new.status = 'online' and new.is_active and new.robux_balance > new.reserved_robux and (
    old.status <> 'online' or not old.is_active or new.rate_cents < old.rate_cents
    or new.robux_balance - new.reserved_robux > old.robux_balance - old.reserved_robux);
end $$;
drop trigger match_grown on roblox_accounts;
create constraint trigger match_grown after update on roblox_accounts deferrable initially deferred for each row
  when (new.reserved_robux <= old.reserved_robux and stock_has_grown(old, new)) execute function match_new_stock();
create function account_shows_otherwise(old roblox_accounts, new roblox_accounts) returns boolean language plpgsql immutable as $$
begin
  return (new.status, new.is_active, new.rate_cents, new.fulfilment, new.robux_balance, new.removed_at, new.unmatched) is distinct from
    (old.status, old.is_active, old.rate_cents, old.fulfilment, old.robux_balance, old.removed_at, old.unmatched);
end $$;
drop trigger announce_matched on roblox_accounts;
drop trigger announce_changed on roblox_accounts;
create trigger announce_changed
  after update of status, is_active, rate_cents, fulfilment, robux_balance, removed_at, unmatched on roblox_accounts
  for each row when (account_shows_otherwise(old, new)) execute function roblox_accounts_announce();

-- A new order's id comes from PostgreSQL where it makes such itself.
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    create or replace function new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  end if;
end $$;

-- Where all are of one rank there is nothing to tell apart.
select pg_temp.amend('take_stock', 'for v_one in 2 .. v_rows loop',
  'for v_one in 2 .. case when v_rates[1] = v_rates[v_rows] and v_kinds[1] = v_kinds[v_rows] then 1 else v_rows end loop');

-- As before; functions that look something up are no part of the statement that calls them.
select pg_temp.amend('ledger_hold_all', '(select ledger_has_frozen())',
  'exists (select from ledger_balances where overdraft > 0 and posted - held < 0)');

-- As before, with the first lines of timelines in the same statement.
select pg_temp.amend('write_orders', '  insert into order_events (order_id, what, at)
    select id, placed_text(robux, rate_cents, total), v_at
    from unnest(v_ids, p_account_ids, p_robux, p_rates, p_totals) as o (id, account_id, robux, rate_cents, total) where account_id is not null;
', '');
select pg_temp.amend('write_orders', 'select o.*, p_users[o.buyer] as buyer_id
', 'select o.*, p_users[o.buyer] as buyer_id, placed_text(o.robux, o.rate_cents, o.total) as what
');
select pg_temp.amend('write_orders', '    shown as materialized', '    lines as (insert into order_events (order_id, what, at) select id, what, v_at from placed),
    shown as materialized');
select pg_temp.amend('write_orders', 'v_time, placed_text(p.robux, p.rate_cents, p.total)) as reply', 'v_time, p.what) as reply');

-- As before, with one look at the settings.
select pg_temp.amend('place_plain_orders', '  if not exists (select from settings where key = ''emergency_shutdown'' and value ->> ''enabled'' = ''false''
      and not has_buyer_guard() and not ledger_has_frozen()) then return; end if;
', '  if exists (select from ledger_balances where overdraft > 0 and posted - held < 0) or (
    select count(*) from settings where key in (''emergency_shutdown'', ''account_age'', ''new_buyer_cap'') and case key
      when ''emergency_shutdown'' then value ->> ''enabled'' = ''false'' when ''account_age'' then value ->> ''days'' = ''0'' else value ->> ''usd'' is null end) < 3
  then return; end if;
');

-- Places one order as place_orders places many, and answers as place_plain_orders; or null: it needs a closer look, and nothing
-- was done. Throws LN001 when stock changed meanwhile, and 23505 when its key has got its answer: to be tried again with place_orders.
drop function place_order(uuid, bigint, int, text, bigint, bigint, text, text, bigint, text, bytea);
create function place_order(
  p_buyer uuid, p_robux bigint, p_most_cents int, p_url text, p_pass bigint, p_product bigint, p_pass_name text, p_creator_type text,
  p_creator bigint, p_key text, p_hash bytea
) returns text language plpgsql as $$
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
  v_used timestamptz;
  v_reply json;
begin
  select bool_or(key = 'emergency_shutdown' and value ->> 'enabled' = 'false'),
      bool_or(key = 'account_age' and value ->> 'days' <> '0' or key = 'new_buyer_cap' and value ->> 'usd' is not null)
    into v_is_open, v_is_guarded from settings where key in ('emergency_shutdown', 'account_age', 'new_buyer_cap');
  if v_is_open is distinct from true then return null; end if;
  if v_is_guarded then
    perform ledger_lock(v_wallet);
    select case when l.too_young_until is null then l.left_cents else -1 end into v_left from buying_limits(array[p_buyer]) l;
    if v_left < 0 then return null; end if;
  end if;

  select s.id, s.seller_id, s.rate_cents, s.is_manual, s.last_used_at into v_account, v_seller, v_rate, v_is_manual, v_seen
    from stock_at(p_robux, coalesce(p_most_cents, 600), p_buyer) s limit 1;
  if v_account is null then return null; end if;
  v_total := order_total(p_robux, v_rate);
  if v_total > v_left then return null; end if;
  v_id := new_id();
  v_held := ledger_hold('order ' || v_id, v_wallet, v_total, v_at);
  if v_held <> 'held' then return null; end if;
  -- not while others decide about what they have seen
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  v_used := clock_timestamp();
  update roblox_accounts a set reserved_robux = a.reserved_robux + p_robux, last_used_at = v_used, turn = turn_at(v_used)
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
  v_reply := order_as_placed(v_id, v_account, p_buyer, p_robux, v_rate, v_total, p_url, p_pass_name,
    to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), v_what);
  if p_key is not null then
    insert into idempotency_keys (user_id, key, request_hash, status, reply) values (p_buyer, p_key, p_hash, 201, v_reply);
  end if;
  return '[{"n":1,"sellerId":"' || v_seller || '","reply":' || v_reply || '}]';
end $$;

drop function has_buyer_guard();
