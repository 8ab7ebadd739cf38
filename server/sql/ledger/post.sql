create function ledger_use_hold(p_event bigint, p_hold_key text, p_close boolean, p_at timestamptz, out account_id bigint, out freed bigint)
language plpgsql as $$
declare
  v_hold ledger_holds;
  v_used bigint;
begin
  freed := 0;
  if p_hold_key is null then return; end if;
  select * into v_hold from ledger_holds where key = p_hold_key for update;
  if v_hold.state is distinct from 'active' then raise exception using errcode = 'LG001', message = 'closed'; end if;
  select coalesce(sum(p.amount), 0) into v_used from ledger_postings p where p.event_id = p_event and p.from_account = v_hold.account_id;
  if v_used = 0 then raise exception 'event % takes nothing from its hold %', p_event, p_hold_key; end if;
  if v_used > v_hold.remaining then raise exception using errcode = 'LG001', message = 'insufficient'; end if;
  account_id := v_hold.account_id;
  freed := case when p_close then v_hold.remaining else v_used end;
  update ledger_holds set
    remaining = remaining - freed,
    state = case when remaining = freed then 'posted' else 'active' end,
    closed_at = case when remaining = freed then p_at end
    where key = p_hold_key;
end
$$;
comment on function ledger_use_hold(bigint, text, boolean, timestamptz) is
  'Pays for an event from a hold. Returns the account and the cents that are no longer held: the amount of the event, or with p_close the
whole hold. Raises LG001 with closed or insufficient.';

create function ledger_move_balances(p_event bigint, p_hold_account bigint, p_freed bigint, p_force boolean) returns void
language plpgsql as $$
declare
  v_accounts constant bigint[] := array(
    select distinct account from ledger_postings p cross join lateral (values (p.from_account), (p.to_account)) as touched (account)
    where p.event_id = p_event order by account);
  v_move record;
begin
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for no key update;
  for v_move in
    select b.account_id, b.overdraft, b.posted + (
        select coalesce(sum(case when p.to_account = b.account_id then p.amount else -p.amount end), 0) from ledger_postings p
        where p.event_id = p_event and b.account_id in (p.from_account, p.to_account)) as posted,
      b.held - case when b.account_id = p_hold_account then p_freed else 0 end as held, b.posted - b.held as spendable
    from ledger_balances b where b.account_id = any (v_accounts) order by b.account_id
  loop
    -- only an event that lowers an account can be refused: a credit to an account below zero is always accepted
    if not p_force and v_move.posted - v_move.held < least(0, v_move.spendable) then
      raise exception using errcode = 'LG001', message = 'insufficient';
    end if;
    update ledger_balances set posted = v_move.posted, held = v_move.held,
      overdraft = case when p_force then greatest(0, v_move.held - v_move.posted)
        else least(v_move.overdraft, greatest(0, v_move.held - v_move.posted)) end
      where account_id = v_move.account_id;
  end loop;
end
$$;
comment on function ledger_move_balances(bigint, bigint, bigint, boolean) is
  'Updates the balances of the accounts that an event touches. It locks them in the order of their ids. p_force lets an account fall below
zero; without it, LG001 is raised.';

create function ledger_book(
  p_key text, p_kind text, p_postings jsonb, p_hold_key text, p_close boolean, p_force boolean, p_details jsonb, p_at timestamptz
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_event bigint;
  v_posting jsonb;
  v_from bigint;
  v_hold record;
begin
  insert into ledger_events (key, kind, details, at) values (p_key, p_kind, p_details, p_at)
    on conflict (key) do nothing returning id into v_event;
  if v_event is null then return 'repeat'; end if;
  -- one by one: a set-based statement would not see the wallets that it opens itself, and would lose their postings
  for v_posting in select value from jsonb_array_elements(p_postings) loop
    v_from := ledger_account(v_posting ->> 'from');
    insert into ledger_postings (event_id, currency, from_account, to_account, amount)
      select v_event, currency, id, ledger_account(v_posting ->> 'to'), (v_posting ->> 'amount')::bigint
      from ledger_accounts where id = v_from;
  end loop;
  if v_from is null then raise exception 'event % has no postings', p_key; end if;
  select * into v_hold from ledger_use_hold(v_event, p_hold_key, p_close, p_at);
  perform ledger_move_balances(v_event, v_hold.account_id, v_hold.freed, p_force);
  return 'posted';
exception when sqlstate 'LG001' then
  -- the savepoint of this block has rolled back the event, its postings and the change to the hold
  return sqlerrm;
end
$$;
comment on function ledger_book(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz) is
  'The double entry of ledger_post(): event, postings, hold and balances. A step that refuses raises LG001 with the answer as its message.';

create function ledger_post(
  p_key text, p_kind text, p_postings jsonb, p_hold_key text default null, p_close boolean default true, p_force boolean default false,
  p_details jsonb default '{}', p_at timestamptz default now()
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_code text;
begin
  if p_kind = 'correction.made' then perform settlement_lock_payers(p_postings -> 0 ->> 'from'); end if;
  v_code := ledger_book(p_key, p_kind, p_postings, p_hold_key, p_close, p_force, p_details, p_at);
  if v_code = 'posted' then perform settlement_apply_event(p_key, p_kind, p_details); end if;
  return v_code;
end
$$;
comment on function ledger_post(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz) is
  'Books an event once: its postings, the hold that pays for them, and the settlement of deposits. Returns posted, or changes nothing and
returns repeat (the key was booked before), closed or insufficient. p_force books below zero, for reversed deposits only.';
