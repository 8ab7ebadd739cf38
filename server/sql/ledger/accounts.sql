create function ledger_account(p_name text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_id bigint;
  v_parts text[];
begin
  select id into v_id from ledger_accounts where name = p_name;
  if found then return v_id; end if;
  v_parts := regexp_match(p_name, '^user:([0-9a-f-]{36}):(buyer|seller)$');
  if v_parts is null then raise exception 'no ledger account named %', p_name; end if;
  insert into ledger_accounts (name, currency, user_id, wallet) values (p_name, 'USD', v_parts[1]::uuid, v_parts[2])
    on conflict (name) do nothing;
  select id into strict v_id from ledger_accounts where name = p_name;
  insert into ledger_balances (account_id) values (v_id) on conflict do nothing;
  return v_id;
end
$$;
comment on function ledger_account(text) is
  'The id of the ledger account with that name. A wallet (user:<id>:buyer or user:<id>:seller) is opened on first use; any other unknown name
is an error.';

create function ledger_lock(p_account text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_account bigint := ledger_account(p_account);
begin
  perform 1 from ledger_balances where account_id = v_account for no key update;
end
$$;
comment on function ledger_lock(text) is
  'Locks an account''s balance until the transaction ends. Callers lock wallets before stock (docs/guide/money.md, Locks).';

create function ledger_posted(p_name text) returns bigint
language sql stable as $$
  select coalesce(b.posted, (
    select sum(case when a.name = d.target then d.amount else -d.amount end)
    from ledger_days_between('-infinity', 'infinity') d where a.name in (d.source, d.target)), 0)::bigint
  from ledger_accounts a
  left join ledger_balances b on b.account_id = a.id
  where a.name = p_name
$$;
comment on function ledger_posted(text) is
  'The posted balance of an account. Wallets store it. House accounts add their daily sums (ledger_days) and the postings that
are not in them yet, so that payments do not compete for one row.';
