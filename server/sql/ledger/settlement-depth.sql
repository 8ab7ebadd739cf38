create function settlement_apply_height(p_height int) returns table (user_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_deposits uuid[];
  v_accounts bigint[];
begin
  select array_agg(changed.deposit_id), array_agg(distinct changed.account_id) into v_deposits, v_accounts from (
    select l.deposit_id, l.account_id from settlement_lots l join deposits d on d.id = l.deposit_id
      where l.state = 'unsettled' and d.height <= p_height + 1 - l.settles_at
    union all
    -- the first condition lets an index find the deposits
    select l.deposit_id, l.account_id from deposits d join settlement_lots l on l.deposit_id = d.id
      where d.height > p_height + 1 - max_settlement_depth() and l.state = 'settled' and d.height > p_height + 1 - l.settles_at) changed;
  if v_deposits is null then return; end if;
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for no key update;
  update settlement_lots l set state = case l.state when 'settled' then 'unsettled' else 'settled' end
    where l.deposit_id = any (v_deposits);
  perform settlement_raise(unsettled.account_id, 0) from (
    select distinct l.account_id from settlement_lots l where l.deposit_id = any (v_deposits) and l.state = 'unsettled') unsettled;
  return query
    with changed as (
      update settlement_spends s set waits = l.state <> 'settled' and not s.released
      from settlement_lots l where l.deposit_id = s.deposit_id and s.deposit_id = any (v_deposits)
      returning s.to_account)
    select distinct a.user_id from changed c join ledger_accounts a on a.id = c.to_account where a.user_id is not null;
end
$$;
comment on function settlement_apply_height(int) is
  'Settles or unsettles deposits for a new chain height, together with the earnings that they paid. Returns the users whose earnings changed.';

create function settlement_release(p_deposit uuid) returns table (user_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from ledger_balances b join settlement_lots l on l.account_id = b.account_id where l.deposit_id = p_deposit for no key update of b;
  update settlement_lots set released = true where deposit_id = p_deposit;
  return query
    with changed as (
      update settlement_spends s set released = true, waits = false where s.deposit_id = p_deposit returning s.to_account)
    select distinct a.user_id from changed c join ledger_accounts a on a.id = c.to_account where a.user_id is not null;
end
$$;
comment on function settlement_release(uuid) is
  'Lets earnings from one deposit be withdrawn although it is not settled. Returns the users whose earnings changed.';
