create function ledger_hold(p_key text, p_account text, p_amount bigint, p_at timestamptz default now()) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_account bigint := (select id from ledger_accounts where name = p_account);
begin
  if v_account is null then v_account := ledger_account(p_account); end if;
  insert into ledger_holds (key, account_id, amount, remaining, opened_at) values (p_key, v_account, p_amount, p_amount, p_at)
    on conflict (key) do nothing;
  if not found then return 'repeat'; end if;
  update ledger_balances b set held = held + p_amount
    where account_id = v_account and posted - held >= p_amount and not (
      (select ledger_has_frozen())
      and ledger_is_frozen((select user_id from ledger_accounts where id = v_account)));
  if found then return 'held'; end if;
  delete from ledger_holds where key = p_key;
  if not exists (select from ledger_balances where account_id = v_account) then
    raise exception 'only wallets can hold money, % is not a wallet', p_account;
  end if;
  return case when ledger_is_frozen((select user_id from ledger_accounts where id = v_account)) then 'frozen' else 'insufficient' end;
end
$$;
comment on function ledger_hold(text, text, bigint, timestamptz) is
  'Holds p_amount cents of a wallet under a key. Returns held, or changes nothing and returns repeat (the key has a hold already), frozen
or insufficient.';
