create function reserve_chosen(p_requests placement_request[], p_choices stock_choice[]) returns void
language plpgsql as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update roblox_accounts a set reserved_robux = a.reserved_robux + c.robux,
      -- Microseconds keep the order in which the accounts were used.
      last_used_at = v_now + c.last_n * interval '1 microsecond'
    from (
      select o.account_id, sum(r.robux_amount)::bigint as robux, max(r.n) as last_n
      from unnest(p_choices) o join numbered_requests(p_requests) r on r.n = o.n where o.code = 'chosen' group by o.account_id) c
    where a.id = c.account_id;
end
$$;
comment on function reserve_chosen(placement_request[], stock_choice[]) is
  'Reserves the Robux of the accounts that choose_stock() has chosen and locked in this transaction.';

create function reserve_stock(p_robux bigint, p_max_rate_cents int, p_buyer uuid, p_pass bigint, p_excluded uuid[])
returns table (account_id uuid, seller_id uuid, rate_cents int)
language plpgsql as $$
declare
  v_request constant placement_request := row(p_buyer, p_robux, p_max_rate_cents, null, p_pass, null, null, null, null, p_excluded);
  v_choice stock_choice;
begin
  perform lock_stock();
  -- The caller checks whether the buyer can pay, so this budget has no limits.
  select * into v_choice from choose_stock(array[v_request], array[row(p_buyer, null, null, null, false, null)::buyer_budget], false);
  if v_choice.code <> 'chosen' then return; end if;
  perform reserve_chosen(array[v_request], array[v_choice]);
  return query select v_choice.account_id, v_choice.seller_id, v_choice.rate_cents;
end
$$;
comment on function reserve_stock(bigint, int, uuid, bigint, uuid[]) is
  'Reserves p_robux on the account that choose_stock() chooses for one order. Skips the buyer''s own accounts, those in p_excluded,
and those that bought the gamepass before or buy it by hand now. Returns no row if no account fits.';
