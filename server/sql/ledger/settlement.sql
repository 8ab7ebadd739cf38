create function settlement_apply_event(p_key text, p_kind text, p_details jsonb) returns void
language plpgsql as $$
declare
  v_deposit uuid := case when p_kind in ('deposit.credited', 'deposit.reversed') then (p_details ->> 'depositId')::uuid end;
  v_posting record;
begin
  for v_posting in
    select p.event_id, p.from_account, p.to_account, p.amount, source.wallet as from_wallet,
      sum(p.amount) over (partition by p.from_account order by p.id desc) as this_and_later
    from ledger_events e join ledger_postings p on p.event_id = e.id
    join ledger_accounts source on source.id = p.from_account join ledger_accounts target on target.id = p.to_account
    where e.key = p_key and p.currency = 'USD'
      and ('buyer' in (source.wallet, target.wallet) or source.wallet = 'seller' and p_kind = 'correction.made') order by p.id
  loop
    if v_posting.from_wallet = 'seller' then
      perform settlement_take_back(v_posting.from_account, v_posting.event_id, v_posting.to_account, v_posting.amount);
    elsif v_posting.from_wallet = 'buyer' and p_kind <> 'deposit.reversed' then
      perform settlement_take(v_posting.from_account, v_posting.event_id, v_posting.to_account, v_posting.amount,
        settlement_free(v_posting.from_account) + v_posting.this_and_later::bigint);
    elsif v_posting.from_wallet = 'buyer' then
      update settlement_lots set state = 'reversed' where deposit_id = v_deposit;
      update settlement_spends set waits = not released where deposit_id = v_deposit;
      perform settlement_repay(v_posting.from_account);
    else
      if v_deposit is not null then perform settlement_open(v_deposit, v_posting.to_account, v_posting.amount); end if;
      perform settlement_repay(v_posting.to_account);
    end if;
  end loop;
end
$$;
comment on function settlement_apply_event(text, text, jsonb) is
  'Updates settlement after an event was booked: it records which deposits a buyer''s payment came from, and applies credits, reversals, and
corrections that take from a seller.';

create function settlement_free(p_account bigint) returns bigint
language sql stable as $$
  select b.posted + coalesce((
    select sum(case l.state when 'reversed' then l.cents - l.unspent else -l.unspent end) from settlement_lots l
    where l.account_id = p_account and l.in_use), 0)::bigint
  from ledger_balances b where b.account_id = p_account
$$;
comment on function settlement_free(bigint) is
  'The cents in a wallet that do not come from unspent deposits: earnings and corrections, less the debt from reversed deposits.';

create function settlement_take(
  p_account bigint, p_event bigint, p_to bigint, p_cents bigint, p_free bigint, p_released boolean default false
) returns void
language plpgsql as $$
declare
  v_rest bigint := p_cents - least(p_cents, greatest(p_free, 0));
  v_lot settlement_lots;
  v_part bigint;
begin
  if v_rest = 0 then return; end if;
  for v_lot in
    select * from settlement_lots where account_id = p_account and in_use and unspent > 0
    order by array_position(array['settled', 'unsettled', 'reversed'], state), deposit_id
  loop
    v_part := least(v_lot.unspent, v_rest);
    update settlement_lots set unspent = unspent - v_part where deposit_id = v_lot.deposit_id;
    insert into settlement_spends (event_id, deposit_id, to_account, cents, waits, released)
      values (p_event, v_lot.deposit_id, p_to, v_part,
        v_lot.state <> 'settled' and not (p_released or v_lot.released), p_released or v_lot.released);
    v_rest := v_rest - v_part;
    exit when v_rest = 0;
  end loop;
end
$$;
comment on function settlement_take(bigint, bigint, bigint, bigint, bigint, boolean) is
  'Records where p_cents that leave a wallet came from: first the p_free cents that are not from deposits, then settled, unsettled and
reversed deposits.';

create function settlement_repay(p_account bigint) returns void
language plpgsql as $$
declare
  v_debt settlement_spends;
  v_free bigint;
  v_available bigint;
  v_part bigint;
begin
  for v_debt in
    select s.* from settlement_lots l join settlement_spends s on s.deposit_id = l.deposit_id
    where l.account_id = p_account and l.in_use and l.state = 'reversed' order by s.id
  loop
    v_free := settlement_free(p_account);
    v_available := v_free + (select coalesce(sum(unspent), 0) from settlement_lots
      where account_id = p_account and in_use and state <> 'reversed');
    exit when v_available <= 0;
    v_part := least(v_debt.cents, v_available);
    if v_part = v_debt.cents then delete from settlement_spends where id = v_debt.id;
    else update settlement_spends set cents = cents - v_part where id = v_debt.id;
    end if;
    update settlement_lots set unspent = unspent + v_part where deposit_id = v_debt.deposit_id;
    perform settlement_take(p_account, v_debt.event_id, v_debt.to_account, v_part, v_free, v_debt.released);
  end loop;
end
$$;
comment on function settlement_repay(bigint) is
  'Repays a wallet''s debt for reversed deposits from its present balance, oldest spend first.';

create function settlement_pass_on(
  p_from_event bigint, p_from bigint, p_event bigint, p_to bigint, p_cents bigint
) returns void
language plpgsql as $$
declare
  v_spends constant settlement_spends[] := array(
    select s from settlement_spends s where event_id = p_from_event and to_account = p_from and waits order by id);
  v_all constant bigint := (select sum(amount) from ledger_postings where event_id = p_from_event and to_account = p_from);
begin
  perform settlement_move(v_spends, p_event, p_to, p_cents, v_all);
end
$$;
comment on function settlement_pass_on(bigint, bigint, bigint, bigint, bigint) is
  'Moves the waiting part of an amount, which is a part of an event''s money, to the account that receives it. A recipient of unsettled money has
to wait as well.';

create function settlement_lock_payers(p_from text) returns void
language sql as $$
  select from ledger_balances b join ledger_accounts a on a.id = b.account_id where b.account_id in (
    select id from ledger_accounts where name = p_from and wallet = 'seller'
    union all
    select l.account_id from ledger_accounts a join settlement_spends s on s.to_account = a.id and s.waits
      join settlement_lots l on l.deposit_id = s.deposit_id where a.name = p_from and a.wallet = 'seller')
  order by a.wallet = 'seller', b.account_id for no key update of b
$$;
comment on function settlement_lock_payers(text) is
  'Locks the wallets of the buyers whose deposits a seller''s earnings wait for, in the order of their ids, and then the seller''s wallet, as
a sale does. Locks nothing for another account.';

create function settlement_take_back(p_account bigint, p_event bigint, p_to bigint, p_cents bigint) returns void
language plpgsql as $$
declare
  -- spends change only under the lock of their payer's wallet. ledger_post() has locked all but those of buyers who paid in that moment
  v_spends constant settlement_spends[] := array(
    select s from settlement_spends s join settlement_lots l on l.deposit_id = s.deposit_id
    join ledger_balances payer on payer.account_id = l.account_id
    where s.to_account = p_account and s.waits order by l.state = 'reversed' desc, s.id for no key update of payer, s);
  v_before constant bigint := p_cents + (select posted - held from ledger_balances where account_id = p_account);
begin
  perform settlement_move(v_spends, p_event, p_to, p_cents, v_before);
end
$$;
comment on function settlement_take_back(bigint, bigint, bigint, bigint) is
  'Moves the waiting part of what staff took from a seller, so that it does not hold back later earnings. Earnings from reversed deposits are
taken before those from unsettled ones.';

create function settlement_move(p_spends settlement_spends[], p_event bigint, p_to bigint, p_cents bigint, p_all bigint) returns void
language plpgsql as $$
declare
  v_spend settlement_spends;
  v_part bigint;
  v_waiting constant bigint := coalesce((select sum(s.cents) from unnest(p_spends) s), 0);
  v_rest bigint := p_cents - least(p_cents, greatest(0, p_all - v_waiting));
begin
  foreach v_spend in array p_spends loop
    exit when v_rest = 0;
    v_part := least(v_spend.cents, v_rest);
    insert into settlement_spends (event_id, deposit_id, to_account, cents, waits)
      values (p_event, v_spend.deposit_id, p_to, v_part, true);
    if v_part = v_spend.cents then delete from settlement_spends where id = v_spend.id;
    else update settlement_spends set cents = cents - v_part where id = v_spend.id;
    end if;
    v_rest := v_rest - v_part;
  end loop;
end
$$;
comment on function settlement_move(settlement_spends[], bigint, bigint, bigint, bigint) is
  'Moves waiting spends to another account for p_cents that leave p_all cents. What does not wait leaves first.';
