create function is_on_sale(p_account roblox_accounts) returns boolean
language sql immutable as $$
  select p_account.status = 'online' and p_account.is_active and not p_account.is_seller_banned and not p_account.is_paused_by_rule
$$;
comment on function is_on_sale(roblox_accounts) is
  'Whether an account can sell, if it has Robux. The column has_stock and the index roblox_accounts_in_turn together say the same.';

create view stock_at_hand as
  select id as account_id, user_id as seller_id, rate_cents, fulfilment, robux_balance - reserved_robux as robux, last_used_at, unmatched
  from roblox_accounts a where is_on_sale(a) and robux_balance > reserved_robux;
comment on view stock_at_hand is
  'Accounts that can sell now, with the Robux that are not reserved. Matching uses all of it; orders use stock_for_sale.';

create view stock_for_sale as
  select account_id, seller_id, rate_cents, robux, fulfilment, last_used_at from stock_at_hand where unmatched is null;
comment on view stock_for_sale is
  'Stock that new orders may take. Waiting pre-orders have been matched with it first, so no order overtakes them.';

create view bought_passes as
  select pass_id, account_id from purchase_attempts where state = 'bought';
comment on view bought_passes is
  'Gamepasses that accounts have bought. An account does not buy a gamepass twice, not even after its owner has given the gamepass up.';

create view taken_passes as
  select pass_id, account_id from bought_passes
  union all select pass_id, account_id from orders where manual_deadline is not null and ended_at is null;
comment on view taken_passes is
  'Gamepasses that accounts have bought, or that their sellers have to buy by hand for an open order. The account cannot buy it for another order.';

create function lock_stock() returns void
language sql as $$
  select pg_advisory_xact_lock(hashtextextended('stock', 0))
$$;
comment on function lock_stock() is
  'Locks the choice of stock until the transaction ends. Lock order: wallets, stock, rows of accounts.';

create function lock_candidates(
  p_robux bigint, p_max_rate_cents int, p_limit int, p_buyer uuid, p_excluded uuid[], p_pass bigint, p_for_pre_orders boolean
) returns table (account_id uuid, seller_id uuid, rate_cents int, is_manual boolean, robux bigint)
language plpgsql set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
    select c.id, c.user_id, c.rate_cents, c.fulfilment = 'manual', c.robux_balance - c.reserved_robux
    from (
      select * from roblox_accounts a
      where a.status = 'online' and a.is_active and a.has_stock and (a.unmatched is null or p_for_pre_orders)
        and a.rate_cents <= p_max_rate_cents and a.robux_balance - a.reserved_robux >= p_robux
        and a.user_id is distinct from p_buyer and a.id <> all (coalesce(p_excluded, '{}'))
        and not exists (select from taken_passes t where t.pass_id = p_pass and t.account_id = a.id)
      order by a.rate_cents, a.fulfilment = 'manual', a.last_used_at nulls first, a.id
      limit p_limit for update) c
    -- Sorted again, because a row may have changed while this statement waited for its lock.
    order by c.rate_cents, c.fulfilment = 'manual', c.last_used_at nulls first, c.id;
end
$$;
comment on function lock_candidates(bigint, int, int, uuid, uuid[], bigint, boolean) is
  'Locks the first accounts that can sell p_robux at p_max_rate_cents or less, in the order in which stock is sold: cheapest first, automatic
before manual, the longest unused first. Skips accounts of p_buyer and accounts that bought p_pass before or buy it by hand now. Its planner settings force an index scan instead of a sort of all accounts.';
