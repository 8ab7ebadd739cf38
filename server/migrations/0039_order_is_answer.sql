-- An order's answer is kept as the order and what may change of it, instead of as a text of eight hundred characters
-- (docs/decisions/0006-order-lane.md).
alter table idempotency_keys add column placed_order uuid, add column placed_account uuid, add column placed_rate_cents int,
  add column placed_total_cents bigint;
comment on column idempotency_keys.placed_order is 'The order that was placed, on the terms beside, where no reply is stored.';

-- What a call under this key was answered.
create function stored_reply(k idempotency_keys) returns json language plpgsql stable as $$
begin
  if k.placed_order is null then return k.reply; end if;
  return (
    select order_as_placed(o.id, k.placed_account, o.buyer_id, o.robux_amount, k.placed_rate_cents, k.placed_total_cents, o.gamepass_url,
      o.pass_name, to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      placed_text(o.robux_amount, k.placed_rate_cents, k.placed_total_cents))
    from orders o where o.id = k.placed_order);
end $$;

create or replace function pg_temp.amend(p_function text, p_old text, p_new text) returns void language plpgsql as $$
declare
  v_all text;
begin
  select def into strict v_all from pg_proc p cross join lateral pg_get_functiondef(p.oid) as def
    where p.pronamespace = 'public'::regnamespace and p.proname = p_function and p.prokind in ('f', 'p') and strpos(def, p_old) > 0;
  execute replace(v_all, p_old, p_new);
end $$;
select pg_temp.amend('orders_guard', '(new.id, new.buyer_id, new.robux_amount, new.at_most_rate_cents,', '(new.id, new.buyer_id, new.robux_amount, new.at_most_rate_cents, new.gamepass_url, new.pass_name,');
select pg_temp.amend('orders_guard', '(old.id, old.buyer_id, old.robux_amount, old.at_most_rate_cents,', '(old.id, old.buyer_id, old.robux_amount, old.at_most_rate_cents, old.gamepass_url, old.pass_name,');

-- As before; answers with their ids, null where there is no order.
drop function write_orders(
  bigint[], uuid[], uuid[], int[], bigint[], uuid[], int[], bigint[], int[], text[], bigint[], bigint[], text[], text[], bigint[], text[], bytea[]);
create function write_orders(
  p_wallets bigint[], p_account_ids uuid[], p_seller_ids uuid[], p_rates int[], p_totals bigint[],
  p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[], p_products bigint[],
  p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[]
) returns uuid[] language plpgsql as $$
declare
  v_at constant timestamptz := moment();
  v_ids uuid[] := array(select new_id() from generate_series(1, cardinality(p_robux)) order by 1);
  v_holds text[]; v_wallets bigint[]; v_totals bigint[];
begin
  for v_n in 1 .. cardinality(v_ids) loop
    if p_account_ids[v_n] is null then v_ids[v_n] := null; end if;
  end loop;
  perform queue_purchases(array_remove(v_ids, null));
  with placed as materialized (
      select n, v_ids[n] as id, p_users[p_buyers[n]] as buyer_id, p_account_ids[n] as account_id, p_rates[n] as rate_cents, p_totals[n] as total
      from generate_series(1, cardinality(v_ids)) as n where v_ids[n] is not null),
    new_orders as (
      insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
        gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, look_at, created_at)
      select id, buyer_id, account_id, p_seller_ids[n], p_robux[n], rate_cents, coalesce(p_most_cents[n], rate_cents), total, p_urls[n],
        p_passes[n], p_products[n], p_pass_names[n], p_creator_types[n], p_creators[n], false, now() + interval '10 seconds', v_at from placed),
    lines as (
      insert into order_events (order_id, what, at) select id, placed_text(p_robux[n], rate_cents, total), v_at from placed),
    answers as (
      insert into idempotency_keys (user_id, key, request_hash, status, placed_order, placed_account, placed_rate_cents, placed_total_cents)
      select buyer_id, p_keys[n], p_hashes[n], 201, id, account_id, rate_cents, total from placed where p_keys[n] is not null)
    select array_agg('order ' || id), array_agg(p_wallets[p_buyers[n]]), array_agg(total) into v_holds, v_wallets, v_totals from placed;
  perform ledger_hold_all(v_holds, v_wallets, v_totals, v_at);
  return v_ids;
end $$;

-- As before; `placed` becomes a JSON object, with when they were placed as `at`, and lists whose nth element is the nth order's, null where it
-- wants a closer look: `ids`, `accountIds`, `sellerIds`, `rates` and `totals` in cents.
select pg_temp.amend('place_plain_orders', '  v record;', '  v record;
  v_ids uuid[];');
select pg_temp.amend('place_plain_orders', '  placed := (
    select ''['' || string_agg(''{"n":'' || w.n || '',"sellerId":"'' || w.seller_id || ''","reply":'' || w.reply || ''}'', '','') || '']''
    from write_orders(v_wallets, v.account_ids, v.seller_ids, v.rates, v.totals, p_users, p_buyers, p_robux, p_most_cents, p_urls, p_passes,
      p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes) w);',
'  v_ids := write_orders(v_wallets, v.account_ids, v.seller_ids, v.rates, v.totals, p_users, p_buyers, p_robux, p_most_cents, p_urls, p_passes,
    p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes);
  placed := json_build_object(''at'', moment(), ''ids'', v_ids, ''accountIds'', v.account_ids, ''sellerIds'', v.seller_ids, ''rates'', v.rates,
    ''totals'', v.totals);');

-- As place_plain_orders answers.
select pg_temp.amend('place_order', 'insert into idempotency_keys (user_id, key, request_hash, status, reply) values (p_buyer, p_key, p_hash, 201, v_reply);',
'insert into idempotency_keys (user_id, key, request_hash, status, placed_order, placed_account, placed_rate_cents, placed_total_cents)
      values (p_buyer, p_key, p_hash, 201, v_id, v_account, v_rate, v_total);');
select pg_temp.amend('place_order', '  insert into order_events (order_id, what, at) values (v_id, v_what, v_at);
  v_reply := order_as_placed(v_id, v_account, p_buyer, p_robux, v_rate, v_total, p_url, p_pass_name,
    to_char(v_at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"''), v_what);
', '  insert into order_events (order_id, what, at) values (v_id, placed_text(p_robux, v_rate, v_total), v_at);
');
select pg_temp.amend('place_order', 'return ''[{"n":1,"sellerId":"'' || v_seller || ''","reply":'' || v_reply || ''}]'';',
'return json_build_object(''at'', v_at, ''ids'', array[v_id], ''accountIds'', array[v_account], ''sellerIds'', array[v_seller], ''rates'', array[v_rate],
    ''totals'', array[v_total]);');
select pg_temp.amend('place_order', '  v_what := placed_text(p_robux, v_rate, v_total);
', '');
select pg_temp.amend('place_order', '  v_what text;
', '');
select pg_temp.amend('place_order', '  v_reply json;
', '');

-- As before; what was placed is told as what it was placed for, instead of by a reply.
drop function place_orders(uuid[], int[], bigint[], int[], text[], bigint[], bigint[], text[], text[], bigint[], text[], bytea[]);
create function place_orders(
  p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[], p_products bigint[],
  p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[]
) returns table (n int, what text, at timestamptz, id uuid, account_id uuid, seller_id uuid, rate_cents int, total_cents bigint,
  request_hash bytea, status int, reply json)
language plpgsql as $$
#variable_conflict use_column
declare
  v_stored int[];
  v_wallets bigint[]; v_spendable bigint[]; v_allowed bigint[];
  v_buyer int; v_left bigint;
  v_has_claims boolean;
  v_all record;
  v_ids uuid[];
begin
  select array_agg(k.n) into v_stored
    from (select n::int, key, p_users[buyer] as user_id from unnest(p_keys, p_buyers) with ordinality as w (key, buyer, n) where key is not null) k
    cross join lateral (select from idempotency_keys where user_id = k.user_id and key = k.key offset 0) i;
  if v_stored is not null then
    return query select s.n, 'stored', null::timestamptz, null::uuid, null::uuid, null::uuid, null::int, null::bigint, i.request_hash, i.status, i.reply
      from unnest(v_stored) as s (n)
      cross join lateral (select k.request_hash, k.status, stored_reply(k) as reply from idempotency_keys k
        where k.user_id = p_users[p_buyers[s.n]] and k.key = p_keys[s.n] offset 0) i;
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
    v_ids := write_orders(v_wallets, v_all.account_ids, v_all.seller_ids, v_all.rates, v_all.totals, p_users, p_buyers, p_robux, p_most_cents,
      p_urls, p_passes, p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes);
    return query select w.n::int, 'placed', moment(), w.id, w.account_id, w.seller_id, w.rate, w.total, null::bytea, null::int, null::json
      from unnest(v_ids, v_all.account_ids, v_all.seller_ids, v_all.rates, v_all.totals) with ordinality as w (id, account_id, seller_id, rate, total, n)
      where w.id is not null;
    perform wake_purchases();
  end if;
  return query select w.n::int, case when what = 'out_of_stock' and v_has_claims then 'claimed' else what end,
      null::timestamptz, null::uuid, null::uuid, null::uuid, null::int, null::bigint, null::bytea, null::int, null::json
    from unnest(v_all.whats) with ordinality as w (what, n) where what <> 'placed';
end $$;
