-- Orders that are placed together (docs/money.md, The order lane): what gathers while a commit is on its way is decided
-- in memory and written by one statement a table, as if each had been placed by itself.

alter table roblox_accounts
  -- whose turn it is among equal rates, as coarse as it can be: an account that is used again within ten minutes changes
  -- no index. One that was never used comes before all others, by its id, which sorts by time.
  add column turn bigint not null generated always as (
    case when last_used_at is null
      then ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - 1000000000000000
      else floor(extract(epoch from last_used_at at time zone 'UTC') / 600)::bigint end) stored,
  -- a column of its own, so that a promise that leaves something changes no index
  add column has_stock boolean not null generated always as (robux_balance - reserved_robux >= 100) stored;
create index roblox_accounts_in_turn on roblox_accounts (rate_cents, (fulfilment = 'manual'), turn, id)
  where status = 'online' and is_active and has_stock;

-- What is for sale to somebody who pays so much, in the order in which it is sold: by rate, automatic before manual, the
-- longest unused first. Sellers are looked at one after the other, and no further than need be.
create function stock_in_turn(p_least_robux bigint, p_most_cents int, p_limit int, p_not_owned_by uuid default null, p_exclude uuid[] default '{}')
returns table (id uuid, seller_id uuid, rate_cents int, is_manual boolean, robux bigint, last_used_at timestamptz)
-- along the index, whatever the planner thinks of the table: it cannot know that the first few rows are all that is wanted
language plpgsql stable set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
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
    limit p_limit;
end $$;

-- As before, in the order of the index above: sold out accounts and long queues of equal rates cost nothing.
create or replace function reserve_stock(p_robux bigint, p_most_cents int, p_not_owned_by uuid, p_exclude uuid[])
returns table (account_id uuid, seller_id uuid, rate_cents int, fulfilment text, roblox_user_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_best record;
begin
  loop
    select * into v_best from stock_in_turn(p_robux, p_most_cents, 1, p_not_owned_by, p_exclude);
    if not found then return; end if;
    return query
      update roblox_accounts a set reserved_robux = a.reserved_robux + p_robux, last_used_at = clock_timestamp()
      where a.id = v_best.id and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = v_best.rate_cents
        and (a.fulfilment = 'manual') = v_best.is_manual and a.last_used_at is not distinct from v_best.last_used_at
        and a.robux_balance - a.reserved_robux >= p_robux
      returning a.id, a.user_id, a.rate_cents, a.fulfilment, a.roblox_user_id;
    if found then return; end if;
  end loop;
end $$;

-- When money first went from a buyer to a seller through a wallet; null: never.
create function first_trade_at(p_account text) returns timestamptz language sql stable as $$
  (select e.at from ledger_accounts a join ledger_postings p on p.to_account = a.id
    join ledger_accounts buyer on buyer.id = p.from_account and buyer.wallet = 'buyer'
    join ledger_events e on e.id = p.event_id
    where a.name = p_account and a.wallet = 'seller' order by p.id limit 1)
  union all
  (select e.at from ledger_accounts a join ledger_postings p on p.from_account = a.id
    join ledger_accounts seller on seller.id = p.to_account and seller.wallet = 'seller'
    join ledger_events e on e.id = p.event_id
    where a.name = p_account and a.wallet = 'buyer' order by p.id limit 1)
$$;

-- Promises money as before, in two statements where nothing speaks against it.
create or replace function ledger_hold(p_key text, p_account text, p_amount bigint, p_at timestamptz default now()) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_account bigint := ledger_account(p_account);
  v_hold bigint;
begin
  insert into ledger_holds (key, account_id, amount, remaining, opened_at) values (p_key, v_account, p_amount, p_amount, p_at)
    on conflict (key) do nothing returning id into v_hold;
  if v_hold is null then return 'repeat'; end if;
  update ledger_balances b set held = held + p_amount
    where account_id = v_account and posted - held >= p_amount and not exists (
      select from ledger_accounts own join ledger_accounts a on a.user_id = own.user_id join ledger_balances f on f.account_id = a.id
      where own.id = v_account and f.posted - f.held < 0);
  if found then return 'held'; end if;
  delete from ledger_holds where id = v_hold;
  if not exists (select from ledger_balances where account_id = v_account) then
    raise exception 'only a wallet can hold money, % is none', p_account;
  end if;
  return case when ledger_is_frozen((select user_id from ledger_accounts where id = v_account)) then 'frozen' else 'insufficient' end;
end $$;

-- Locks the buyer wallets of some people in the one order of locks, and answers what each can spend.
create function ledger_lock_buyers(p_users uuid[]) returns table (user_id uuid, account_id bigint, spendable bigint, is_frozen boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_accounts bigint[];
begin
  -- a wallet that was never named is opened
  v_accounts := array(
    select coalesce(a.id, ledger_account('user:' || u || ':buyer'))
    from unnest(p_users) u left join ledger_accounts a on a.name = 'user:' || u || ':buyer');
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for update;
  return query
    select a.user_id, a.id, b.posted - b.held, exists (
      select from ledger_accounts o join ledger_balances f on f.account_id = o.id
      where o.user_id = a.user_id and f.posted - f.held < 0)
    from unnest(v_accounts) as locked(id) join ledger_accounts a on a.id = locked.id
    join ledger_balances b on b.account_id = a.id;
end $$;

-- Promises money many times at once: [{"holdKey", "walletId", "totalCents"}, …] with keys that are new. Whoever calls it has
-- locked the wallets and seen that they can: else nothing is held, and it throws LN001.
create function ledger_hold_all(p_holds json, p_at timestamptz default now()) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_short bigint;
begin
  with holds as materialized (
    select h."holdKey" as key, h."walletId" as account_id, h."totalCents" as cents
    from json_to_recordset(p_holds) as h("holdKey" text, "walletId" bigint, "totalCents" bigint)),
  promised as (
    insert into ledger_holds (key, account_id, amount, remaining, opened_at)
      select key, account_id, cents, cents, p_at from holds),
  wanted as materialized (select account_id, sum(cents)::bigint as cents from holds group by account_id),
  held as (
    update ledger_balances b set held = held + w.cents from wanted w
    where b.account_id = w.account_id and b.posted - b.held >= w.cents and not exists (
      select from ledger_accounts own join ledger_accounts a on a.user_id = own.user_id join ledger_balances f on f.account_id = a.id
      where own.id = w.account_id and f.posted - f.held < 0)
    returning b.account_id)
  select (select count(*) from wanted) - (select count(*) from held) into v_short;
  if v_short > 0 then raise exception '% wallets cannot hold what was promised', v_short using errcode = 'LN001'; end if;
end $$;

-- Places one whole order that came alone, up to its job, timeline and stored answer; no row when it has to be placed with
-- a closer look, and then nothing may be committed. Locks in the one order: the buyer's wallet, stock.
create function place_order(
  p_buyer uuid, p_robux bigint, p_at_most_rate_cents int, p_url text, p_pass bigint, p_product bigint, p_pass_name text,
  p_creator_type text, p_creator_target bigint
) returns table (id uuid, account_id uuid, seller_id uuid, rate_cents int, total_cents bigint, at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  v_wallet text := 'user:' || p_buyer || ':buyer';
  v_stock record;
  v_id uuid := new_id();
  v_total bigint;
begin
  if (select value ->> 'enabled' from settings where key = 'emergency_shutdown') is distinct from 'false' then return; end if;
  perform ledger_lock(v_wallet);
  select * into v_stock from reserve_stock(p_robux, coalesce(p_at_most_rate_cents, 600), p_buyer, '{}');
  if not found then return; end if;
  v_total := order_total(p_robux, v_stock.rate_cents);
  if exists (
    select from buying_limits(array[p_buyer]) l where l.too_young_until is not null or l.left_cents < v_total) then
    return;
  end if;
  if ledger_hold('order ' || v_id, v_wallet, v_total, moment()) <> 'held' then return; end if;
  insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
    gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, look_at)
  values (v_id, p_buyer, v_stock.account_id, v_stock.seller_id, p_robux, v_stock.rate_cents,
    coalesce(p_at_most_rate_cents, v_stock.rate_cents), v_total,
    p_url, p_pass, p_product, p_pass_name, p_creator_type, p_creator_target, false, now() + interval '10 seconds');
  return query select v_id, v_stock.account_id, v_stock.seller_id, v_stock.rate_cents, v_total, moment();
end $$;

-- Writes orders that were decided together, with their holds, stock, timelines and stored answers. p_stock is what each
-- account sells, as it was seen: should one have changed meanwhile it throws LN001, and all is decided anew.
create function place_orders(p_orders json, p_holds json, p_stock json) returns void language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_changed bigint;
begin
  with wanted as materialized (
    select * from json_to_recordset(p_stock)
      as s(id uuid, "rateCents" int, "isManual" boolean, "lastUsedAt" timestamptz, taken bigint, turn int)),
  promised as (
    update roblox_accounts a
    set reserved_robux = a.reserved_robux + w.taken, last_used_at = v_now + w.turn * interval '1 microsecond'
    from wanted w
    where a.id = w.id and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = w."rateCents"
      and (a.fulfilment = 'manual') = w."isManual" and a.last_used_at is not distinct from w."lastUsedAt"
      and a.robux_balance - a.reserved_robux >= w.taken
    returning a.id)
  select (select count(*) from wanted) - (select count(*) from promised) into v_changed;
  if v_changed > 0 then raise exception '% accounts have changed', v_changed using errcode = 'LN001'; end if;
  perform ledger_hold_all(p_holds, moment());
  with placed as materialized (
    select * from json_to_recordset(p_orders) as o(
      id uuid, "buyerId" uuid, "accountId" uuid, "sellerId" uuid, "robuxAmount" bigint, "rateCents" int, "atMostRateCents" int,
      "totalCents" bigint, "gamepassUrl" text, "passId" bigint, "productId" bigint, "passName" text, "creatorType" text,
      "creatorTargetId" bigint, what text, "idempotencyKey" text, "requestHash" text, status int, reply jsonb)),
  new_orders as (
    insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
      gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, look_at)
    select id, "buyerId", "accountId", "sellerId", "robuxAmount", "rateCents", "atMostRateCents", "totalCents",
      "gamepassUrl", "passId", "productId", "passName", "creatorType", "creatorTargetId", false, now() + interval '10 seconds'
    from placed),
  timelines as (
    insert into order_events (order_id, what) select id, what from placed)
  insert into idempotency_keys (user_id, key, request_hash, status, reply)
    select "buyerId", "idempotencyKey", decode("requestHash", 'hex'), status, reply from placed
    where "idempotencyKey" is not null;
end $$;

revoke all on function ledger_lock_buyers(uuid[]), ledger_hold_all(json, timestamptz) from public;
grant execute on function ledger_lock_buyers(uuid[]), ledger_hold_all(json, timestamptz) to sterling_app;
