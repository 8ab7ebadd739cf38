create function ledger_post(
  p_key text, p_kind text, p_postings jsonb, p_hold_key text default null, p_close boolean default true, p_force boolean default false, p_details jsonb default '{}', p_at timestamptz default now()
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_code text := ledger_book(p_key, p_kind, p_postings, p_hold_key, p_close, p_force, p_details, p_at);
begin
  if v_code = 'posted' then perform settlement_follow(p_key, p_kind, p_details); end if;
  return v_code;
end
$$;

create function ledger_book(
  p_key text, p_kind text, p_postings jsonb, p_hold_key text default null, p_close boolean default true, p_force boolean default false, p_details jsonb default '{}', p_at timestamptz default now()
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_event bigint;
  v_hold ledger_holds;
  v_used bigint := 0;
  v_posting jsonb;
  v_from bigint;
  v_moves record;
  v_accounts bigint[];
begin
  insert into ledger_events (key, kind, details, at) values (p_key, p_kind, p_details, p_at)
    on conflict (key) do nothing returning id into v_event;
  if v_event is null then return 'repeat'; end if;

  -- one by one: a set-based statement would not see the wallets that it opens itself, and lose their postings
  for v_posting in select value from jsonb_array_elements(p_postings) loop
    v_from := ledger_account(v_posting ->> 'from');
    insert into ledger_postings (event_id, currency, from_account, to_account, amount)
      select v_event, currency, id, ledger_account(v_posting ->> 'to'), (v_posting ->> 'amount')::bigint
      from ledger_accounts where id = v_from;
  end loop;
  if v_from is null then raise exception 'event % has no postings', p_key; end if;

  if p_hold_key is not null then
    select * into v_hold from ledger_holds where key = p_hold_key for update;
    if v_hold.state is distinct from 'active' then
      raise exception using errcode = 'LG001', message = 'closed';
    end if;
    select coalesce(sum(amount), 0) into v_used from ledger_postings
      where event_id = v_event and from_account = v_hold.account_id;
    if v_used = 0 then raise exception 'event % takes nothing from its hold %', p_key, p_hold_key; end if;
    if v_used > v_hold.remaining then raise exception using errcode = 'LG001', message = 'insufficient'; end if;
    update ledger_holds set
      remaining = case when p_close then 0 else remaining - v_used end,
      state = case when p_close or remaining = v_used then 'posted' else 'active' end,
      closed_at = case when p_close or remaining = v_used then p_at end
      where key = p_hold_key;
  end if;

  select array_agg(distinct account order by account) into v_accounts from (
    select from_account as account from ledger_postings where event_id = v_event
    union select to_account from ledger_postings where event_id = v_event) touched;
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for no key update;

  for v_moves in
    select b.account_id,
      coalesce((select sum(case when p.to_account = b.account_id then p.amount else -p.amount end) from ledger_postings p
        where p.event_id = v_event and b.account_id in (p.from_account, p.to_account)), 0) as net,
      case when b.account_id = v_hold.account_id then case when p_close then v_hold.remaining else v_used end else 0 end as freed,
      b.posted, b.held, b.overdraft
    from ledger_balances b where b.account_id = any (v_accounts) order by b.account_id
  loop
    -- only what lowers an account can be refused: a credit to one below zero always helps
    if v_moves.net + v_moves.freed < 0 and not p_force
      and v_moves.posted + v_moves.net - (v_moves.held - v_moves.freed) < 0 then
      raise exception using errcode = 'LG001', message = 'insufficient';
    end if;
    update ledger_balances set
      posted = v_moves.posted + v_moves.net,
      held = v_moves.held - v_moves.freed,
      overdraft = case
        when p_force then greatest(0, v_moves.held - v_moves.freed - v_moves.posted - v_moves.net)
        else least(v_moves.overdraft, greatest(0, v_moves.held - v_moves.freed - v_moves.posted - v_moves.net)) end
      where account_id = v_moves.account_id;
  end loop;
  return 'posted';
exception when sqlstate 'LG001' then
  -- the block's own savepoint took the event, its postings and the hold's change back
  return sqlerrm;
end
$$;
