create function choose_stock(p_requests placement_request[], p_budgets buyer_budget[], p_for_pre_orders boolean) returns setof stock_choice
language plpgsql as $$
declare
  v_size constant int := cardinality(p_requests);
  -- Each request takes one account. A few more are locked, because some of them do not fit a request.
  v_limit constant int := v_size + 4;
  -- If there is only one request, only accounts that fit it are locked.
  v_only constant placement_request := case when v_size = 1 then p_requests[1] end;
  -- The nth elements of these arrays describe the nth account. v_used: how many requests had been served when it was last used (0: not used).
  v_accounts uuid[]; v_sellers uuid[]; v_rates int[]; v_are_manual boolean[]; v_robux bigint[]; v_used int[];
  v_count int;
  -- The nth element belongs to the nth buyer.
  v_spent bigint[] := array_fill(0::bigint, array[cardinality(p_budgets)]);
  v_served int := 0;
  v_request record;
  v_best int;
  v_choice stock_choice;
begin
  select array_agg(c.account_id), array_agg(c.seller_id), array_agg(c.rate_cents), array_agg(c.is_manual), array_agg(c.robux), count(*)
    into v_accounts, v_sellers, v_rates, v_are_manual, v_robux, v_count
    from lock_candidates((select min(robux_amount) from unnest(p_requests)), (select max(coalesce(max_rate_cents, highest_rate_cents())) from unnest(p_requests)), v_limit,
      v_only.buyer_id, v_only.excluded_accounts, v_only.pass_id, p_for_pre_orders) c;
  v_used := array_fill(0, array[v_count]);
  for v_request in
    select r.*, b.n::int as buyer, b.spendable_cents, b.allowed_cents,
      array(select p.account_id from taken_passes p where p.pass_id = r.pass_id and p.account_id = any (v_accounts)) as taken_by
    from numbered_requests(p_requests) r join unnest(p_budgets) with ordinality
      b (buyer_id, wallet_id, spendable_cents, allowed_cents, is_frozen, too_young_until, n) on b.buyer_id = r.buyer_id
    order by r.n
  loop
    v_best := null;
    for v_one in 1 .. v_count loop
      exit when v_rates[v_one] > v_request.max_rate_cents;
      -- Accounts with the same rate and kind are adjacent. The best account is the longest unused one of the first group that fits.
      exit when v_best is not null and (v_rates[v_one], v_are_manual[v_one]) <> (v_rates[v_best], v_are_manual[v_best]);
      continue when v_robux[v_one] < v_request.robux_amount or v_sellers[v_one] = v_request.buyer_id
        or v_accounts[v_one] = any (v_request.excluded_accounts) or v_accounts[v_one] = any (v_request.taken_by);
      if v_best is null or v_used[v_one] < v_used[v_best] then v_best := v_one; end if;
      exit when v_used[v_best] = 0;
    end loop;
    v_choice := row(v_request.n, null, v_accounts[v_best], v_sellers[v_best], v_rates[v_best],
      case when v_best is not null then order_total(v_request.robux_amount, v_rates[v_best]) end, v_spent[v_request.buyer]);
    v_choice.code := case
      -- The list was cut at v_limit. Accounts after it may fit, or may be unused for longer.
      when v_count = v_limit and (v_best is null and (v_request.max_rate_cents is null or v_rates[v_count] <= v_request.max_rate_cents)
        or v_used[v_best] > 0 and (v_rates[v_best], v_are_manual[v_best]) = (v_rates[v_count], v_are_manual[v_count])) then 'undecided'
      when v_best is null then 'out_of_stock'
      when v_choice.spent_cents + v_choice.total_cents > v_request.allowed_cents then 'over_limit'
      when v_choice.spent_cents + v_choice.total_cents > v_request.spendable_cents then 'insufficient_balance'
      else 'chosen' end;
    if v_choice.code = 'chosen' then
      v_served := v_served + 1;
      v_used[v_best] := v_served;
      v_robux[v_best] := v_robux[v_best] - v_request.robux_amount;
      v_spent[v_request.buyer] := v_choice.spent_cents + v_choice.total_cents;
    end if;
    return next v_choice;
  end loop;
end
$$;
comment on function choose_stock(placement_request[], buyer_budget[], boolean) is
  'Chooses the account for each request, with the same result as if the requests were placed one after the other. Locks the accounts; the
caller holds lock_stock() and the wallets. Codes: chosen, out_of_stock, over_limit (a limit for new buyers), insufficient_balance, and
undecided if too few accounts were locked. A single request is always decided. p_for_pre_orders: also use stock that is hidden from orders.
spent_cents is the cost of earlier requests of the same buyer.';
