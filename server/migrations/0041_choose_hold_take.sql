-- A batch that goes alone chooses its stock, holds the money and takes the stock then, as an order alone does: wallets are locked before the
-- stock, whatever comes first, without a look at them beforehand (docs/decisions/0006-order-lane.md).
drop function take_stock(uuid[], int[], bigint[], int[], bigint[], bigint[]);

-- Chooses the stock of some orders (null: nothing is wanted), as if one came after the other. p_spendable is what each buyer has, p_allowed how
-- much of it guards let him spend (null: all; below zero: that wants a closer look). The nth element of each answer is the nth order's; `whats` is
-- null where it wants a closer look. `accounts` to `kinds` are what take_stock() wants to know: how much of which account, in which turn, and what was
-- seen of it.
create function choose_stock(
  p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_spendable bigint[], p_allowed bigint[],
  out whats text[], out account_ids uuid[], out seller_ids uuid[], out rates int[], out totals bigint[], out placed int,
  out accounts uuid[], out robux bigint[], out seen_at timestamptz[], out turns int[], out account_rates int[], out kinds boolean[]
) language plpgsql as $$
declare
  v_size constant int := cardinality(p_robux);
  v_spent bigint[] := array_fill(0::bigint, array[cardinality(p_users)]);
  -- accounts, best first; `next` leads from one to the next, 0 ends it; equals are of one rank, whose end is `last`
  v_accounts uuid[]; v_owners uuid[]; v_rates int[]; v_left bigint[]; v_seen timestamptz[]; v_kinds boolean[]; v_ranks int[];
  v_next int[]; v_last int[]; v_taken bigint[]; v_turns int[];
  v_limit constant int := v_size + 4;
  v_rows int;
  v_first int := 1;
  v_least bigint; v_most_of_all int := 0;
  v_one int; v_before int; v_buyer int; v_most int; v_total bigint; v_rank int;
begin
  placed := 0;
  whats := array_fill(null::text, array[v_size]);
  account_ids := array_fill(null::uuid, array[v_size]);
  seller_ids := account_ids;
  rates := array_fill(null::int, array[v_size]);
  totals := array_fill(null::bigint, array[v_size]);
  for v_n in 1 .. v_size loop
    v_least := least(v_least, p_robux[v_n]);
    v_most_of_all := greatest(v_most_of_all, coalesce(p_most_cents[v_n], 600));
  end loop;
  select count(*), array_agg(s.id), array_agg(s.seller_id), array_agg(s.rate_cents), array_agg(s.robux), array_agg(s.last_used_at), array_agg(s.is_manual)
    into v_rows, v_accounts, v_owners, v_rates, v_left, v_seen, v_kinds
    from (select * from stock_at(v_least, v_most_of_all) limit v_limit) s;
  if v_rows > 0 then
    v_next := array_fill(0, array[v_rows]);
    for v_one in 2 .. v_rows loop v_next[v_one - 1] := v_one; end loop;
    v_taken := array_fill(0::bigint, array[v_rows]);
    v_turns := array_fill(0, array[v_rows]);
    v_ranks := array_fill(1, array[v_rows]);
    v_rank := 1;
    v_last := array[v_rows];
    for v_one in 2 .. case when v_rates[1] = v_rates[v_rows] and v_kinds[1] = v_kinds[v_rows] then 1 else v_rows end loop
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

  for v_one in 1 .. v_rows loop
    continue when v_turns[v_one] = 0;
    accounts := array_append(accounts, v_accounts[v_one]);
    robux := array_append(robux, v_taken[v_one]);
    seen_at := array_append(seen_at, v_seen[v_one]);
    turns := array_append(turns, v_turns[v_one]);
    account_rates := array_append(account_rates, v_rates[v_one]);
    kinds := array_append(kinds, v_kinds[v_one]);
  end loop;
end $$;

-- Takes what was chosen, one batch of all processes after the other, and says when each account was used. Throws LN001 when one was used or has changed meanwhile.
create function take_stock(
  p_accounts uuid[], p_robux bigint[], p_seen_at timestamptz[], p_turns int[], p_rates int[], p_kinds boolean[]
) returns timestamptz[] language plpgsql as $$
declare
  v_now timestamptz;
  v_used_at timestamptz[];
  v_taken int;
begin
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  v_now := clock_timestamp();
  for v_n in 1 .. cardinality(p_turns) loop
    v_used_at[v_n] := v_now + p_turns[v_n] * interval '1 microsecond';
  end loop;
  update roblox_accounts a set reserved_robux = a.reserved_robux + w.taken, last_used_at = w.used, turn = turn_at(v_now)
    from (select * from unnest(p_accounts, p_robux, p_seen_at, v_used_at, p_rates, p_kinds) as t (id, taken, seen, used, rate_cents, is_manual)
      order by t.id) w
    where a.id = w.id and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = w.rate_cents
      and (a.fulfilment = 'manual') = w.is_manual and a.last_used_at is not distinct from w.seen
      and a.robux_balance - a.reserved_robux >= w.taken;
  get diagnostics v_taken = row_count;
  if v_taken < cardinality(p_accounts) then raise exception 'accounts have changed' using errcode = 'LN001'; end if;
  return v_used_at;
end $$;

-- As before; without a claim all of it is one transaction, for a batch that no other goes beside, and stock is taken last.
create or replace procedure place_plain_orders(
  p_claim uuid, p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[], p_products bigint[],
  p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[], inout placed text default null
) language plpgsql as $$
declare
  v_wallets bigint[];
  v_spendable bigint[];
  v record;
  v_ids uuid[];
begin
  if exists (select from ledger_balances where overdraft > 0 and posted - held < 0) or (
    select count(*) from settings where key in ('emergency_shutdown', 'account_age', 'new_buyer_cap') and case key
      when 'emergency_shutdown' then value ->> 'enabled' = 'false' when 'account_age' then value ->> 'days' = '0' else value ->> 'usd' is null end) < 3
  then return; end if;
  v_wallets := array(select (select id from ledger_accounts where name = 'user:' || u || ':buyer') from unnest(p_users) as u);
  v_spendable := array(select coalesce((select posted - held from ledger_balances where account_id = w), 0) from unnest(v_wallets) as w);
  if p_claim is not null then perform pg_advisory_xact_lock(hashtextextended('orders', 0)); end if;
  select * into v from choose_stock(p_users, p_buyers, p_robux, p_most_cents, v_spendable, null);
  if v.placed = 0 then return; end if;
  if p_claim is not null then
    insert into stock_claims (id, accounts, robux, seen_at, used_at)
      values (p_claim, v.accounts, v.robux, v.seen_at, take_stock(v.accounts, v.robux, v.seen_at, v.turns, v.account_rates, v.kinds));
    perform set_config('synchronous_commit', 'off', true);
    commit;
    delete from stock_claims where id = p_claim;
    if not found then raise exception 'the claim was given back' using errcode = 'LN001'; end if;
  end if;
  v_ids := write_orders(v_wallets, v.account_ids, v.seller_ids, v.rates, v.totals, p_users, p_buyers, p_robux, p_most_cents, p_urls, p_passes,
    p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes);
  if p_claim is null then perform take_stock(v.accounts, v.robux, v.seen_at, v.turns, v.account_rates, v.kinds); end if;
  placed := json_build_object('at', moment(), 'ids', v_ids, 'accountIds', v.account_ids, 'sellerIds', v.seller_ids, 'rates', v.rates,
    'totals', v.totals);
  commit;
  perform wake_purchases();
end $$;

-- As before.
create or replace function pg_temp.amend(p_function text, p_old text, p_new text) returns void language plpgsql as $$
declare
  v_all text;
begin
  select def into strict v_all from pg_proc p cross join lateral pg_get_functiondef(p.oid) as def
    where p.pronamespace = 'public'::regnamespace and p.proname = p_function and p.prokind in ('f', 'p') and strpos(def, p_old) > 0;
  execute replace(v_all, p_old, p_new);
end $$;
select pg_temp.amend('place_orders', 'from take_stock(', 'from choose_stock(');
select pg_temp.amend('place_orders', '  if v_all.placed > 0 then
', '  if v_all.placed > 0 then
    perform take_stock(v_all.accounts, v_all.robux, v_all.seen_at, v_all.turns, v_all.account_rates, v_all.kinds);
');
