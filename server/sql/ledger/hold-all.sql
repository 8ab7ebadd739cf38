create function ledger_hold_all(p_keys text[], p_accounts bigint[], p_cents bigint[], p_at timestamptz) returns void
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
        (select ledger_has_frozen())
        and ledger_is_frozen((select user_id from ledger_accounts where id = w.account_id)))
      returning 1)
    select (select count(*) from wanted), (select count(*) from holding) into v_wallets, v_holding;
  if v_holding < v_wallets then
    raise exception 'only % of % wallets can carry their holds', v_holding, v_wallets using errcode = 'LN001';
  end if;
end
$$;
comment on function ledger_hold_all(text[], bigint[], bigint[], timestamptz) is
  'Opens new holds on locked wallets. Fails with LN001, and changes nothing, when a wallet cannot carry its holds.';

create function ledger_lock_buyers(p_users uuid[], p_waits boolean)
returns table (user_id uuid, account_id bigint, spendable bigint, is_frozen boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  -- ledger_account() opens wallets that were never used
  v_accounts bigint[] := array(select ledger_account('user:' || u || ':buyer') from unnest(p_users) u);
begin
  if p_waits then
    perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for no key update;
  else
    v_accounts := array(
      select account_id from ledger_balances where account_id = any (v_accounts) order by account_id for no key update skip locked);
  end if;
  return query
    select a.user_id, a.id, b.spendable, (select ledger_has_frozen()) and ledger_is_frozen(a.user_id)
    from unnest(v_accounts) as locked (id)
      -- one lookup per wallet: a cached plan from a time with few wallets would scan all of them
      cross join lateral (select id, user_id from ledger_accounts where id = locked.id offset 0) a
      cross join lateral (select posted - held as spendable from ledger_balances where account_id = locked.id offset 0) b;
end
$$;
comment on function ledger_lock_buyers(uuid[], boolean) is
  'Locks the buyer wallets of some users and returns the spendable cents of each. The lock order is by id, so that two callers cannot
deadlock. Without p_waits, it skips wallets that another transaction has locked.';
