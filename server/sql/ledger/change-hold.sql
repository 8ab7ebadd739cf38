create function ledger_resize_hold(p_key text, p_amount bigint) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_hold ledger_holds;
  v_more bigint;
begin
  if p_amount <= 0 then raise exception 'hold % resized to %', p_key, p_amount; end if;
  select * into v_hold from ledger_holds where key = p_key for update;
  if v_hold.state is distinct from 'active' then return 'closed'; end if;
  v_more := p_amount - v_hold.remaining;
  if v_more > 0 and ledger_is_frozen((select user_id from ledger_accounts where id = v_hold.account_id)) then
    return 'frozen';
  end if;
  update ledger_balances set held = held + v_more,
    overdraft = least(overdraft, greatest(0, held + v_more - posted))
    where account_id = v_hold.account_id and (v_more <= 0 or posted - held >= v_more);
  if not found then return 'insufficient'; end if;
  update ledger_holds set amount = amount + v_more, remaining = p_amount where key = p_key;
  return 'held';
end
$$;
comment on function ledger_resize_hold(text, bigint) is
  'Changes what remains of an active hold to p_amount cents. Returns held, or changes nothing and returns closed, frozen or insufficient.';

create function ledger_void_hold(p_key text, p_at timestamptz default now()) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_hold ledger_holds;
begin
  select * into v_hold from ledger_holds where key = p_key for update;
  if v_hold.state is distinct from 'active' then return 'closed'; end if;
  update ledger_balances set held = held - v_hold.remaining,
    overdraft = least(overdraft, greatest(0, held - v_hold.remaining - posted))
    where account_id = v_hold.account_id;
  update ledger_holds set state = 'voided', remaining = 0, closed_at = p_at where key = p_key;
  return 'voided';
end
$$;
comment on function ledger_void_hold(text, timestamptz) is
  'Ends an active hold. Its money is spendable again. Returns voided, or closed when the hold had ended before.';
