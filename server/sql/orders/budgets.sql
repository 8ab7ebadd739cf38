create function lock_budgets(p_buyers uuid[], p_waits boolean) returns setof buyer_budget
language plpgsql as $$
declare
  v_locked buyer_budget[] := array(
    select row(w.user_id, w.account_id, w.spendable, null, w.is_frozen, null)::buyer_budget from ledger_lock_buyers(p_buyers, p_waits) w);
begin
  -- The limits are read by a statement of their own, which sees the orders that committed while the first one waited for the locks.
  return query
    select w.buyer_id, w.wallet_id, w.spendable_cents, case when l.too_young_until is null then l.left_cents else 0 end, w.is_frozen, l.too_young_until
    from unnest(v_locked) w left join buying_limits(p_buyers) l on l.buyer_id = w.buyer_id;
end
$$;
comment on function lock_budgets(uuid[], boolean) is
  'Locks the wallets of these buyers and returns what each may spend: the balance that is not held, and the cents that the limits for new
buyers leave today (null: no limit; 0: the Discord account is too young, until too_young_until). Without p_waits, the function skips buyers
whose wallet another transaction has locked.';
