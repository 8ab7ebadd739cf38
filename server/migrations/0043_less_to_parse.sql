-- PostgreSQL keeps checks of tables and conditions of triggers as text and reads it anew for each statement that writes them, a fifth of what an
-- order alone asks of it. Checks of a domain are read once by each connection (docs/decisions/0006-order-lane.md).
create or replace function pg_temp.amend(p_function text, p_old text, p_new text) returns void language plpgsql as $$
declare
  v_all text;
begin
  select def into strict v_all from pg_proc p cross join lateral pg_get_functiondef(p.oid) as def
    where p.pronamespace = 'public'::regnamespace and p.proname = p_function and p.prokind in ('f', 'p') and strpos(def, p_old) > 0;
  execute replace(v_all, p_old, p_new);
end $$;

-- Their checks come when the columns have them: tables are read for that, not written anew.
create domain order_size as bigint;
create domain sale_rate as integer;
create domain creator_type as text;
create domain some_cents as bigint;
create domain no_debt_cents as bigint;

alter table orders drop constraint orders_robux_amount_check, drop constraint orders_check, drop constraint orders_at_most_rate_cents_check,
  drop constraint orders_creator_type_check, drop constraint orders_total_cents_check,
  alter column robux_amount type order_size, alter column rate_cents type sale_rate, alter column at_most_rate_cents type sale_rate,
  alter column creator_type type creator_type, alter column total_cents type some_cents,
  add constraint orders_at_most check (rate_cents <= at_most_rate_cents);
alter table pre_orders drop constraint pre_orders_robux_amount_check, drop constraint pre_orders_most_rate_cents_check,
  drop constraint pre_orders_most_cents_check, drop constraint pre_orders_creator_type_check,
  alter column robux_amount type order_size, alter column most_rate_cents type sale_rate, alter column most_cents type some_cents,
  alter column creator_type type creator_type;

drop trigger pre_orders_offer_more on ledger_balances;
alter table ledger_balances drop constraint ledger_balances_held_check, drop constraint ledger_balances_overdraft_check,
  alter column held type no_debt_cents, alter column overdraft type no_debt_cents;
create trigger pre_orders_offer_more after update on ledger_balances for each row
  when (new.posted - new.held > old.posted - old.held) execute function pre_orders_offer_more();

alter domain order_size add check (value between 100 and 1000000);
alter domain sale_rate add check (value between 100 and 600);
alter domain creator_type add check (value in ('User', 'Group'));
alter domain some_cents add check (value > 0);
alter domain no_debt_cents add check (value >= 0);

-- Conditions of triggers say what keeps an order out, their functions the rest.
select pg_temp.amend('match_new_stock', 'begin
', 'begin
  if tg_op = ''UPDATE'' and not stock_has_grown(old, new) then return null; end if;
');
drop trigger match_grown on roblox_accounts;
create constraint trigger match_grown after update on roblox_accounts deferrable initially deferred for each row
  when (new.reserved_robux <= old.reserved_robux) execute function match_new_stock();
select pg_temp.amend('remove_account_when_free', 'begin
', 'begin
  if old.removed_at is not null then return new; end if;
');
drop trigger removal_due on roblox_accounts;
create trigger removal_due before update on roblox_accounts for each row when (new.removal_due) execute function remove_account_when_free();

-- A foreign key is asked for each new order, part or not; the books ask instead, and the application deletes no order.
alter table orders drop constraint orders_split_id_fkey;
select pg_temp.amend('reference_differences', '
  union all
  select ''the buyer of an order is nobody''', '
  union all
  select ''an order is a part of none'', o.id::text, 0, 1
    from orders o where o.split_id is not null and not exists (select from orders w where w.id = o.split_id)
  union all
  select ''the buyer of an order is nobody''');

-- Their last column is the order's own, so that no two entries are equal.
alter index orders_of_buyer set (deduplicate_items = off);
alter index orders_of_seller set (deduplicate_items = off);
alter index orders_open_of_account set (deduplicate_items = off);

create or replace function queue_purchases(p_orders uuid[]) returns void language plpgsql as $$
begin
  insert into pgboss.job_common (id, name, data, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select p_orders[n], q.name, jsonb_build_object('orderIds', p_orders[n : n + 7]), 0, now(), now(), q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy,
      q.dead_letter, q.heartbeat_seconds
    from pgboss.queue q cross join generate_series(1, cardinality(p_orders), 8) as n
    where q.name = 'orders.buy-gamepass';
end $$;

create or replace function ledger_hold_all(p_keys text[], p_accounts bigint[], p_cents bigint[], p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_wallets int; v_holding int;
begin
  insert into ledger_holds (key, account_id, amount, remaining, opened_at)
    select key, account_id, cents, cents, p_at from unnest(p_keys, p_accounts, p_cents) as h (key, account_id, cents);
  with wanted as materialized (
      select account_id, sum(cents)::bigint as cents from unnest(p_accounts, p_cents) as h (account_id, cents)
      group by account_id order by account_id),
    holding as (
      update ledger_balances b set held = held + w.cents from wanted w
      where b.account_id = w.account_id and b.posted - b.held >= w.cents and not (
        exists (select from ledger_balances where overdraft > 0 and posted - held < 0)
        and ledger_is_frozen((select user_id from ledger_accounts where id = w.account_id)))
      returning 1)
    select (select count(*) from wanted), (select count(*) from holding) into v_wallets, v_holding;
  if v_holding < v_wallets then
    raise exception 'only % of % wallets can hold what was promised', v_holding, v_wallets using errcode = 'LN001';
  end if;
end $$;

-- choose_stock() tells of all accounts that it considered, with turn 0 where it took nothing: what it reckoned with is what it answers.
select pg_temp.amend('choose_stock', 'v_accounts', 'accounts');
select pg_temp.amend('choose_stock', 'v_taken', 'robux');
select pg_temp.amend('choose_stock', 'v_seen', 'seen_at');
select pg_temp.amend('choose_stock', 'v_turns', 'turns');
select pg_temp.amend('choose_stock', 'v_rates', 'account_rates');
select pg_temp.amend('choose_stock', 'v_kinds', 'kinds');
select pg_temp.amend('choose_stock', '
  if placed = 0 then return; end if;

  for v_one in 1 .. v_rows loop
    continue when turns[v_one] = 0;
    accounts := array_append(accounts, accounts[v_one]);
    robux := array_append(robux, robux[v_one]);
    seen_at := array_append(seen_at, seen_at[v_one]);
    turns := array_append(turns, turns[v_one]);
    account_rates := array_append(account_rates, account_rates[v_one]);
    kinds := array_append(kinds, kinds[v_one]);
  end loop;
', '
');
select pg_temp.amend('choose_stock', 'accounts uuid[]; v_owners uuid[]; account_rates int[]; v_left bigint[]; seen_at timestamptz[]; kinds boolean[]; v_ranks int[];
  v_next int[]; v_last int[]; robux bigint[]; turns int[];
', 'v_owners uuid[]; v_left bigint[]; v_ranks int[]; v_next int[]; v_last int[];
');

drop function take_stock(uuid[], bigint[], timestamptz[], int[], int[], boolean[]);
-- Takes of the stock that was seen what has a turn, with a claim on it if there is to be one. Throws LN001 where it is not as it was seen.
create function take_stock(
  p_claim uuid, p_accounts uuid[], p_robux bigint[], p_seen_at timestamptz[], p_turns int[], p_rates int[], p_kinds boolean[]
) returns void language plpgsql as $$
declare
  v_now timestamptz;
  v_wanted int; v_taken int;
begin
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  v_now := clock_timestamp();
  with wanted as materialized (
      select * from unnest(p_accounts, p_robux, p_seen_at, p_turns, p_rates, p_kinds) as t (id, taken, seen, n, rate_cents, is_manual)
      where n > 0 order by id),
    taken as (
      update roblox_accounts a set reserved_robux = a.reserved_robux + w.taken, last_used_at = v_now + w.n * interval '1 microsecond',
        turn = turn_at(v_now)
      from wanted w
      where a.id = w.id and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = w.rate_cents
        and (a.fulfilment = 'manual') = w.is_manual and a.last_used_at is not distinct from w.seen
        and a.robux_balance - a.reserved_robux >= w.taken
      returning 1)
    select (select count(*) from wanted), (select count(*) from taken) into v_wanted, v_taken;
  if v_taken < v_wanted then raise exception 'accounts have changed' using errcode = 'LN001'; end if;
  if p_claim is not null then
    insert into stock_claims (id, accounts, robux, seen_at, used_at)
      select p_claim, array_agg(id), array_agg(taken), array_agg(seen), array_agg(v_now + n * interval '1 microsecond')
      from unnest(p_accounts, p_robux, p_seen_at, p_turns) as t (id, taken, seen, n) where n > 0;
  end if;
end $$;
select pg_temp.amend('place_orders', 'perform take_stock(', 'perform take_stock(null, ');
select pg_temp.amend('place_plain_orders', 'if p_claim is null then perform take_stock(', 'if p_claim is null then perform take_stock(null, ');
select pg_temp.amend('place_plain_orders', '    insert into stock_claims (id, accounts, robux, seen_at, used_at)
      values (p_claim, v.accounts, v.robux, v.seen_at, take_stock(v.accounts, v.robux, v.seen_at, v.turns, v.account_rates, v.kinds));
', '    perform take_stock(p_claim, v.accounts, v.robux, v.seen_at, v.turns, v.account_rates, v.kinds);
');
select pg_temp.amend('place_plain_orders',
  '  v_wallets := array(select (select id from ledger_accounts where name = ''user:'' || u || '':buyer'') from unnest(p_users) as u);
  v_spendable := array(select coalesce((select posted - held from ledger_balances where account_id = w), 0) from unnest(v_wallets) as w);
', '  select array_agg(a.id order by u.n), array_agg(coalesce(b.posted - b.held, 0) order by u.n) into v_wallets, v_spendable
    from unnest(p_users) with ordinality as u (id, n) left join ledger_accounts a on a.name = ''user:'' || u.id || '':buyer''
    left join ledger_balances b on b.account_id = a.id;
');
