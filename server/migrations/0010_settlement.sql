-- Settled and unsettled money, waits of withdrawals, and reviews (docs/money.md, 'Settled and unsettled').

-- One credited deposit: a lot of its buyer's money. A lot changes only while its wallet's balance row is locked.
create table settlement_lots (
  deposit_id uuid primary key references deposits,
  -- the buyer wallet that it came to
  account_id bigint not null references ledger_accounts,
  cents bigint not null check (cents > 0),
  -- what no spend rests on; of a reversed lot it is nobody's money
  unspent bigint not null check (unspent between 0 and cents),
  state text not null check (state in ('unsettled', 'settled', 'reversed')),
  -- confirmations that settle it
  settles_at int not null check (settles_at between 1 and 100),
  -- the owner ruled that the house bears it: nobody waits for it
  released boolean not null default false,
  -- a column of its own, so that a spend that leaves something changes no index
  in_use boolean not null generated always as (unspent > 0 or state = 'reversed') stored
) with (fillfactor = 70);
create index settlement_lots_in_use on settlement_lots (account_id) where in_use;
create index settlement_lots_unsettled on settlement_lots (deposit_id) where state = 'unsettled';

-- How much of which spend rests on which deposit. What rests on none was money without a deposit, such as a correction.
create table settlement_spends (
  id bigint generated always as identity primary key,
  event_id bigint not null references ledger_events,
  deposit_id uuid not null references settlement_lots,
  to_account bigint not null references ledger_accounts,
  cents bigint not null check (cents > 0),
  -- the receiver cannot withdraw it yet: its lot is not settled
  waits boolean not null,
  released boolean not null default false,
  check (not (waits and released))
);
create index settlement_spends_of_deposit on settlement_spends (deposit_id);
create index settlement_spends_waiting on settlement_spends (to_account) where waits;

-- What of a buyer wallet rests on no deposit: its balance less what lots hold, and what was spent of reversed ones is owed.
create function settlement_free(p_account bigint) returns bigint language sql stable as $$
  select b.posted + coalesce((
    select sum(case l.state when 'reversed' then l.cents - l.unspent else -l.unspent end) from settlement_lots l
    where l.account_id = p_account and l.in_use), 0)::bigint
  from ledger_balances b where b.account_id = p_account
$$;

-- Rests a spend on what pays for it: money without a deposit, settled deposits, unsettled ones, each oldest first; at last
-- on reversed ones, which is how a hold is paid whose deposit went away meanwhile.
create function settlement_take(
  p_account bigint, p_event bigint, p_to bigint, p_cents bigint, p_free bigint, p_released boolean default false
) returns void language plpgsql as $$
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
end $$;

-- Moves what rests on reversed deposits to whatever else the wallet has, oldest spend first: so something is owed only
-- while the wallet is below zero.
create function settlement_repay(p_account bigint) returns void language plpgsql as $$
declare
  v_debt settlement_spends;
  v_free bigint;
  v_means bigint;
  v_part bigint;
begin
  for v_debt in
    select s.* from settlement_lots l join settlement_spends s on s.deposit_id = l.deposit_id
    where l.account_id = p_account and l.in_use and l.state = 'reversed' order by s.id
  loop
    v_free := settlement_free(p_account);
    v_means := v_free + (select coalesce(sum(unspent), 0) from settlement_lots
      where account_id = p_account and in_use and state <> 'reversed');
    exit when v_means <= 0;
    v_part := least(v_debt.cents, v_means);
    if v_part = v_debt.cents then delete from settlement_spends where id = v_debt.id;
    else update settlement_spends set cents = cents - v_part where id = v_debt.id;
    end if;
    update settlement_lots set unspent = unspent + v_part where deposit_id = v_debt.deposit_id;
    perform settlement_take(p_account, v_debt.event_id, v_debt.to_account, v_part, v_free, v_debt.released);
  end loop;
end $$;

-- What an event that was just booked means to the lots of the buyer wallets that it touched, which are locked by it.
-- Events of a deposit name it: {"depositId", "settlesAt"}.
create function settlement_follow(p_key text, p_kind text, p_details jsonb) returns void language plpgsql as $$
declare
  v_deposit uuid := case when p_kind in ('deposit.credited', 'deposit.reversed') then (p_details ->> 'depositId')::uuid end;
  v_posting record;
begin
  for v_posting in
    select p.event_id, p.from_account, p.to_account, p.amount, source.wallet is not distinct from 'buyer' as leaves,
      sum(p.amount) over (partition by p.from_account order by p.id desc) as not_rested
    from ledger_events e join ledger_postings p on p.event_id = e.id
    join ledger_accounts source on source.id = p.from_account join ledger_accounts target on target.id = p.to_account
    where e.key = p_key and p.currency = 'USD' and 'buyer' in (source.wallet, target.wallet) order by p.id
  loop
    if v_posting.leaves and p_kind <> 'deposit.reversed' then
      perform settlement_take(v_posting.from_account, v_posting.event_id, v_posting.to_account, v_posting.amount,
        settlement_free(v_posting.from_account) + v_posting.not_rested::bigint);
    elsif v_posting.leaves then
      update settlement_lots set state = 'reversed' where deposit_id = v_deposit;
      update settlement_spends set waits = not released where deposit_id = v_deposit;
      perform settlement_repay(v_posting.from_account);
    else
      insert into settlement_lots (deposit_id, account_id, cents, unspent, state, settles_at)
        select v_deposit, v_posting.to_account, v_posting.amount, v_posting.amount, 'unsettled', (p_details ->> 'settlesAt')::int
        where v_deposit is not null
        on conflict (deposit_id) do update set state = 'unsettled', settles_at = excluded.settles_at;
      perform settlement_repay(v_posting.to_account);
    end if;
  end loop;
end $$;

-- The ledger's writer goes on to say what paid for what.
alter function ledger_post(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz) rename to ledger_book;
revoke all on function ledger_book(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz) from sterling_app;
create function ledger_post(
  p_key text, p_kind text, p_postings jsonb, p_hold_key text default null, p_close boolean default true,
  p_force boolean default false, p_details jsonb default '{}', p_at timestamptz default now()
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_code text := ledger_book(p_key, p_kind, p_postings, p_hold_key, p_close, p_force, p_details, p_at);
begin
  if v_code = 'posted' then perform settlement_follow(p_key, p_kind, p_details); end if;
  return v_code;
end $$;

-- Settles what is deep enough with the chain at a height and unsettles what is not any more; answers the people whose
-- earnings came free or have to wait again. Whoever calls it holds the chain's lock.
create function settlement_follow_depth(p_height int) returns table (user_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_deposits uuid[];
  v_accounts bigint[];
begin
  select array_agg(changed.deposit_id), array_agg(distinct changed.account_id) into v_deposits, v_accounts from (
    select l.deposit_id, l.account_id from settlement_lots l join deposits d on d.id = l.deposit_id
      where l.state = 'unsettled' and d.height <= p_height + 1 - l.settles_at
    union all
    -- none settles deeper than 100, so that only the last blocks have to be looked at
    select l.deposit_id, l.account_id from deposits d join settlement_lots l on l.deposit_id = d.id
      where d.height > p_height + 1 - 100 and l.state = 'settled' and d.height > p_height + 1 - l.settles_at) changed;
  if v_deposits is null then return; end if;
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for update;
  update settlement_lots l set state = case l.state when 'settled' then 'unsettled' else 'settled' end
    where l.deposit_id = any (v_deposits);
  return query
    with changed as (
      update settlement_spends s set waits = l.state <> 'settled' and not s.released
      from settlement_lots l where l.deposit_id = s.deposit_id and s.deposit_id = any (v_deposits)
      returning s.to_account)
    select distinct a.user_id from changed c join ledger_accounts a on a.id = c.to_account where a.user_id is not null;
end $$;

-- The owner's ruling on a deposit: the house bears it, and nobody's earnings wait for it any more.
create function settlement_release(p_deposit uuid) returns table (user_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from ledger_balances b join settlement_lots l on l.account_id = b.account_id where l.deposit_id = p_deposit for update of b;
  update settlement_lots set released = true where deposit_id = p_deposit;
  return query
    with changed as (
      update settlement_spends s set released = true, waits = false where s.deposit_id = p_deposit returning s.to_account)
    select distinct a.user_id from changed c join ledger_accounts a on a.id = c.to_account where a.user_id is not null;
end $$;

-- Every way in which lots, deposits, the chain and the ledger disagree; no row when they agree.
create function settlement_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a lot is not what its spends leave', l.deposit_id::text, l.cents - coalesce(s.total, 0)::bigint, l.unspent
  from settlement_lots l
  left join (select deposit_id, sum(cents) as total from settlement_spends group by deposit_id) s on s.deposit_id = l.deposit_id
  where l.unspent <> l.cents - coalesce(s.total, 0)
  union all
  select 'a credited deposit has no lot, or another than it says', d.id::text, d.cents, coalesce(l.cents, 0)
  from deposits d left join settlement_lots l on l.deposit_id = d.id
  where d.status in ('credited', 'reversed') and d.cents > 0
    and (l.cents is distinct from d.cents or (l.state = 'reversed') <> (d.status = 'reversed'))
  union all
  select 'a deposit is settled at another depth than its own', l.deposit_id::text, l.settles_at::bigint, tip.height - d.height + 1
  from settlement_lots l join deposits d on d.id = l.deposit_id
  cross join (select max(height)::bigint as height from chain_blocks) tip
  where l.state <> 'reversed' and (l.state = 'settled') <> (tip.height - d.height + 1 >= l.settles_at)
  union all
  select 'earnings wait, or do not, against the state of their deposit', s.id::text, l.settles_at::bigint, s.cents
  from settlement_spends s join settlement_lots l on l.deposit_id = s.deposit_id
  where s.waits <> (l.state <> 'settled' and not s.released)
  union all
  select 'a reversed deposit is owed by a wallet that could repay it', a.name, 0, owed.cents
  from (select account_id, sum(cents - unspent)::bigint as cents from settlement_lots where state = 'reversed' group by account_id) owed
  join ledger_accounts a on a.id = owed.account_id join ledger_balances b on b.account_id = owed.account_id
  where owed.cents > greatest(0, -b.posted)
  union all
  select 'lots hold more than their wallet', a.name, 0, settlement_free(a.id)
  from (select distinct account_id from settlement_lots) lots join ledger_accounts a on a.id = lots.account_id
  where settlement_free(a.id) < 0
$$;

revoke insert, update, delete, truncate on settlement_lots, settlement_spends from sterling_app;
revoke all on function settlement_free(bigint), settlement_take(bigint, bigint, bigint, bigint, bigint, boolean), settlement_repay(bigint),
  settlement_follow(text, text, jsonb), settlement_follow_depth(int), settlement_release(uuid), settlement_differences(),
  ledger_book(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz),
  ledger_post(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz) from public;
grant execute on function settlement_follow_depth(int), settlement_release(uuid), settlement_differences(),
  ledger_post(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz) to sterling_app;

-- Until when a withdrawal to a new address is not approved; null: it never had to wait.
alter table withdrawals add column waits_until timestamptz;
create index withdrawals_by_age on withdrawals (created_at);

-- What a person of the staff has to decide. One that nobody needs to decide any more is overtaken.
create table reviews (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('withdrawal', 'reversal', 'correction', 'dispute', 'manual_order', 'report')),
  -- what it is about: the id of a withdrawal, a deposit, …
  subject_id uuid not null,
  -- whom it is about
  user_id uuid references users,
  -- what was known when it was opened
  facts jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'overtaken')),
  reason text,
  decided_by uuid references users,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null)),
  check ((state in ('approved', 'rejected')) = (decided_by is not null))
);
create unique index reviews_open on reviews (kind, subject_id) where state = 'open';
create index reviews_open_of_user on reviews (user_id) where state = 'open';

create function reviews_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'open'
    or (new.id, new.kind, new.subject_id, new.user_id, new.facts, new.opened_at) is distinct from
      (old.id, old.kind, old.subject_id, old.user_id, old.facts, old.opened_at) then
    raise exception 'what was reviewed and decided does not change';
  end if;
  return new;
end $$;
create trigger guard before update or delete on reviews for each row execute function reviews_guard();
