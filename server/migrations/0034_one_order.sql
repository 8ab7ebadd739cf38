-- An order that comes alone (docs/decisions/0006-order-lane.md): a call of place_orders sets up some thirty statements that
-- are made for many orders; this one half as many, for one.

-- As before. Whether a wallet of the same person is below zero is only looked at where any is, which is seldom.
create or replace function ledger_hold(p_key text, p_account text, p_amount bigint, p_at timestamptz default now()) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_account bigint := (select id from ledger_accounts where name = p_account);
  v_hold bigint;
begin
  if v_account is null then v_account := ledger_account(p_account); end if;
  insert into ledger_holds (key, account_id, amount, remaining, opened_at) values (p_key, v_account, p_amount, p_amount, p_at)
    on conflict (key) do nothing returning id into v_hold;
  if v_hold is null then return 'repeat'; end if;
  update ledger_balances b set held = held + p_amount
    where account_id = v_account and posted - held >= p_amount and not (
      -- only an overdraft lets an account fall below zero (never_below_zero)
      exists (select from ledger_balances where overdraft > 0 and posted - held < 0)
      and ledger_is_frozen((select user_id from ledger_accounts where id = v_account)));
  if found then return 'held'; end if;
  delete from ledger_holds where id = v_hold;
  if not exists (select from ledger_balances where account_id = v_account) then
    raise exception 'only a wallet can hold money, % is none', p_account;
  end if;
  return case when ledger_is_frozen((select user_id from ledger_accounts where id = v_account)) then 'frozen' else 'insufficient' end;
end $$;

-- Places one order as place_orders places many, and answers with what became of it: 'placed'; 'stored', with the answer
-- that its key has got already; the code that it is refused with; or null: it needs a closer look, and nothing was done.
-- Throws LN001 when stock changed meanwhile, and 23505 when its key got its answer: to be tried again. The wallet is locked
-- by the hold itself, before the stock, and earlier only where a guard counts what its buyer has spent.
create function place_order(
  p_buyer uuid, p_robux bigint, p_most_cents int, p_url text, p_pass bigint, p_product bigint, p_pass_name text, p_creator_type text,
  p_creator bigint, p_key text, p_hash bytea,
  out what text, out id uuid, out seller_id uuid, out request_hash bytea, out status int, out reply json
) language plpgsql as $$
#variable_conflict use_column
declare
  v_at constant timestamptz := moment();
  v_wallet constant text := 'user:' || p_buyer || ':buyer';
  v_is_stored boolean; v_is_open boolean; v_is_guarded boolean;
  v_account uuid; v_seller uuid; v_rate int; v_is_manual boolean; v_seen timestamptz;
  v_left bigint;
  v_total bigint;
  v_held text;
  v_id uuid;
  v_what text;
begin
  -- the orders of all processes go one batch after the other: they want the same cheapest stock
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  select exists (select from idempotency_keys where user_id = p_buyer and key = p_key),
      (select value ->> 'enabled' = 'false' from settings where key = 'emergency_shutdown'),
      -- where neither is set, buying_limits() limits nobody
      (select value ->> 'days' <> '0' from settings where key = 'account_age')
        or (select value ->> 'usd' is not null from settings where key = 'new_buyer_cap')
    into v_is_stored, v_is_open, v_is_guarded;
  if v_is_stored then
    select 'stored', i.request_hash, i.status, i.reply into what, request_hash, status, reply
      from idempotency_keys i where i.user_id = p_buyer and i.key = p_key;
    return;
  end if;
  if v_is_open is distinct from true then return; end if;
  if v_is_guarded is distinct from false then
    perform ledger_lock(v_wallet);
    select case when l.too_young_until is null then l.left_cents else -1 end into v_left from buying_limits(array[p_buyer]) l;
    if v_left < 0 then return; end if;
  end if;

  select s.id, s.seller_id, s.rate_cents, s.is_manual, s.last_used_at into v_account, v_seller, v_rate, v_is_manual, v_seen
    from stock_in_turn(p_robux, coalesce(p_most_cents, 600), 1, p_buyer) s;
  if v_account is null then
    what := 'out_of_stock';
    return;
  end if;
  v_total := order_total(p_robux, v_rate);
  if v_total > v_left then return; end if;
  v_id := new_id();
  v_held := ledger_hold('order ' || v_id, v_wallet, v_total, v_at);
  if v_held <> 'held' then
    what := case v_held when 'insufficient' then 'insufficient_balance' end;
    return;
  end if;
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

-- A condition of a trigger is read anew for each statement that could set it off, so triggers name the columns without
-- which they have nothing to do: promising stock is no concern of these.
drop trigger rest on roblox_accounts;
create trigger rest before update of status on roblox_accounts for each row
  when (new.status = 'online' and old.status <> 'online') execute function roblox_accounts_rest();
drop trigger tell on roblox_accounts;
create trigger tell after update of status on roblox_accounts for each row
  when (new.status <> old.status and new.status in ('invalid_cookie', '2fa_required')) execute function tell_of_account();
drop trigger stays_removed on roblox_accounts;
create trigger stays_removed before update of removed_at, sealed_cookie, is_active on roblox_accounts for each row
  when (old.removed_at is not null) execute function roblox_account_stays_removed();
-- A trigger's own changes set no other off by their columns: what removes an account when it is free takes it off its proxy too.
drop trigger removed_leaves_proxy on roblox_accounts;
create trigger removed_leaves_proxy before update of removed_at on roblox_accounts for each row
  when (new.removed_at is not null and old.removed_at is null) execute function leave_proxy();
create or replace function remove_account_when_free() returns trigger language plpgsql as $$
begin
  if new.reserved_robux = 0 then
    new.removed_at := now();
    new.sealed_cookie := null;
    new.proxy_id := null;
    new.roblox_user_id := 0;
    new.username := 'deleted';
    new.profile_picture := null;
    new.ownership_ip := '';
  end if;
  new.is_active := false;
  return new;
end $$;
