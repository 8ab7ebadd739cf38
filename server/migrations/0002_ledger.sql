-- Double entry. A posting moves one amount of one currency between two accounts; an event is a set of postings with a
-- unique key. Only the functions below write here (docs/money.md).
create table ledger_accounts (
  id bigint generated always as identity primary key,
  name text not null unique,
  currency text not null check (currency in ('USD', 'LTC')),
  -- null for accounts of the house and of the outside
  user_id uuid references users,
  wallet text check (wallet in ('buyer', 'seller')),
  unique (id, currency),
  check ((user_id is null) = (wallet is null))
);
create index ledger_accounts_of_user on ledger_accounts (user_id) where user_id is not null;

insert into ledger_accounts (name, currency) values
  ('house:fees', 'USD'), ('house:network-fees', 'USD'), ('house:affiliate', 'USD'), ('house:adjustments', 'USD'),
  ('exchange:usd', 'USD'), ('treasury:ltc', 'LTC'), ('outside:ltc', 'LTC'), ('miners:ltc', 'LTC');

-- Balances of people only. A house account has no row that every order would queue for: its balance is a sealed sum and the tail.
create table ledger_balances (
  account_id bigint primary key references ledger_accounts,
  posted bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  -- how far a reversed deposit has taken the account below zero
  overdraft bigint not null default 0 check (overdraft >= 0),
  constraint never_below_zero check (posted - held >= -overdraft)
) with (fillfactor = 70);

create table ledger_events (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  details jsonb not null default '{}',
  at timestamptz not null
);

create table ledger_postings (
  id bigint generated always as identity primary key,
  event_id bigint not null references ledger_events,
  currency text not null,
  from_account bigint not null,
  to_account bigint not null,
  amount bigint not null check (amount > 0),
  check (from_account <> to_account),
  foreign key (from_account, currency) references ledger_accounts (id, currency),
  foreign key (to_account, currency) references ledger_accounts (id, currency)
);
create index ledger_postings_of_event on ledger_postings (event_id);
create index ledger_postings_from on ledger_postings (from_account, id);
create index ledger_postings_to on ledger_postings (to_account, id);

create table ledger_holds (
  id bigint generated always as identity primary key,
  key text not null unique,
  account_id bigint not null references ledger_accounts,
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  state text not null default 'active' check (state in ('active', 'posted', 'voided')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'active') = (closed_at is null)),
  check (state = 'active' or remaining = 0)
);
create index ledger_holds_active on ledger_holds (account_id) where state = 'active';

create table ledger_seals (
  account_id bigint primary key references ledger_accounts,
  through_posting bigint not null,
  posted bigint not null
);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % refused', tg_op, tg_table_name;
end $$;
create trigger append_only before update or delete on ledger_accounts for each row execute function ledger_refuse_change();
create trigger append_only before update or delete on ledger_events for each row execute function ledger_refuse_change();
create trigger append_only before update or delete on ledger_postings for each row execute function ledger_refuse_change();
create trigger no_truncate before truncate on ledger_accounts execute function ledger_refuse_change();
create trigger no_truncate before truncate on ledger_events execute function ledger_refuse_change();
create trigger no_truncate before truncate on ledger_postings execute function ledger_refuse_change();

-- The id of an account by name; a person's wallet is opened when it is first named ('user:<uuid>:buyer').
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
end $$;

-- Whether a person's money is frozen: one of the two wallets is below zero.
create function ledger_is_frozen(p_user uuid) returns boolean language sql stable as $$
  select exists (
    select from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.user_id = p_user and b.posted - b.held < 0)
$$;

-- Locks a person's wallet before what comes after it in the one order of locks: buyers, stock, sellers (docs/money.md).
create function ledger_lock(p_account text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_account bigint := ledger_account(p_account);
begin
  perform 1 from ledger_balances where account_id = v_account for update;
end $$;

-- Promises money: 'held', 'repeat' (the key exists: nothing moved), 'insufficient' or 'frozen'.
create function ledger_hold(p_key text, p_account text, p_amount bigint, p_at timestamptz default now()) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_account bigint := ledger_account(p_account);
  v_hold bigint;
  v_balance ledger_balances;
begin
  insert into ledger_holds (key, account_id, amount, remaining, opened_at) values (p_key, v_account, p_amount, p_amount, p_at)
    on conflict (key) do nothing returning id into v_hold;
  if v_hold is null then return 'repeat'; end if;
  select * into v_balance from ledger_balances where account_id = v_account for update;
  if not found then raise exception 'only a wallet can hold money, % is none', p_account; end if;
  if ledger_is_frozen((select user_id from ledger_accounts where id = v_account)) then
    delete from ledger_holds where id = v_hold;
    return 'frozen';
  end if;
  if v_balance.posted - v_balance.held < p_amount then
    delete from ledger_holds where id = v_hold;
    return 'insufficient';
  end if;
  update ledger_balances set held = held + p_amount where account_id = v_account;
  return 'held';
end $$;

-- Makes what remains of an active hold smaller or larger: 'held', 'insufficient', 'frozen' or 'closed'.
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
  perform 1 from ledger_balances where account_id = v_hold.account_id for update;
  if v_more > 0 and ledger_is_frozen((select user_id from ledger_accounts where id = v_hold.account_id)) then
    return 'frozen';
  end if;
  update ledger_balances set held = held + v_more,
    overdraft = least(overdraft, greatest(0, held + v_more - posted))
    where account_id = v_hold.account_id and (v_more <= 0 or posted - held >= v_more);
  if not found then return 'insufficient'; end if;
  update ledger_holds set amount = amount + v_more, remaining = p_amount where id = v_hold.id;
  return 'held';
end $$;

-- Gives a hold back: 'voided', or 'closed' when it was not active any more.
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
  update ledger_holds set state = 'voided', remaining = 0, closed_at = p_at where id = v_hold.id;
  return 'voided';
end $$;

-- Books an event: 'posted', 'repeat' (the key exists: nothing moved), 'insufficient' (nothing moved), or 'closed' (its hold is not active).
-- p_postings: [{"from": name, "to": name, "amount": n}, …]. With p_hold_key what leaves the hold's account is taken from the hold;
-- p_close gives what remains of it back. p_force lets a reversal take an account below zero.
create function ledger_post(
  p_key text, p_kind text, p_postings jsonb, p_hold_key text default null, p_close boolean default true,
  p_force boolean default false, p_details jsonb default '{}', p_at timestamptz default now()
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
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
      where id = v_hold.id;
  end if;

  select array_agg(distinct account order by account) into v_accounts from (
    select from_account as account from ledger_postings where event_id = v_event
    union select to_account from ledger_postings where event_id = v_event) touched;
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for update;

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
end $$;

-- Balance of any account: its row, or for the house the sealed sum and what came after it.
create function ledger_posted(p_name text) returns bigint language sql stable as $$
  select coalesce(b.posted, coalesce(s.posted, 0)
    + coalesce((select sum(amount) from ledger_postings where to_account = a.id and id > coalesce(s.through_posting, 0)), 0)
    - coalesce((select sum(amount) from ledger_postings where from_account = a.id and id > coalesce(s.through_posting, 0)), 0))::bigint
  from ledger_accounts a
  left join ledger_balances b on b.account_id = a.id
  left join ledger_seals s on s.account_id = a.id
  where a.name = p_name
$$;

-- Seals the sums of the house's accounts as far as no open transaction can still add an older posting.
create function ledger_seal() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_through bigint;
begin
  lock table ledger_postings in share mode;
  select coalesce(max(id), 0) into v_through from ledger_postings;
  insert into ledger_seals (account_id, through_posting, posted)
    select a.id, v_through, ledger_posted(a.name) from ledger_accounts a where a.user_id is null
    on conflict (account_id) do update set through_posting = excluded.through_posting, posted = excluded.posted;
end $$;

-- Every way in which the ledger disagrees with itself; no row when the books are right.
create function ledger_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'posted is not the sum of its postings', a.name, coalesce(p.total, 0)::bigint, b.posted
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  left join (
    select account, sum(amount) as total from (
      select to_account as account, amount from ledger_postings
      union all select from_account, -amount from ledger_postings) moves group by account) p on p.account = b.account_id
  where b.posted <> coalesce(p.total, 0)
  union all
  select 'held is not the sum of its active holds', a.name, coalesce(h.total, 0)::bigint, b.held
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  left join (select account_id, sum(remaining) as total from ledger_holds where state = 'active' group by account_id) h
    on h.account_id = b.account_id
  where b.held <> coalesce(h.total, 0)
  union all
  select 'a sealed sum is not the sum of its postings', a.name,
    (select coalesce(sum(case when p.to_account = a.id then p.amount else -p.amount end), 0)::bigint from ledger_postings p
      where p.id <= s.through_posting and a.id in (p.from_account, p.to_account)), s.posted
  from ledger_seals s join ledger_accounts a on a.id = s.account_id
  where s.posted <> (select coalesce(sum(case when p.to_account = a.id then p.amount else -p.amount end), 0) from ledger_postings p
      where p.id <= s.through_posting and a.id in (p.from_account, p.to_account))
  union all
  select 'below zero without a reversed deposit', a.name, 0, b.posted - b.held
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  where b.posted - b.held < 0 and not exists (
    select from ledger_postings p join ledger_events e on e.id = p.event_id
    where p.from_account = a.id and e.kind = 'deposit.reversed')
  union all
  select 'an event without postings', e.key, 1, 0
  from ledger_events e where not exists (select from ledger_postings p where p.event_id = e.id)
$$;

revoke insert, update, delete, truncate on ledger_accounts, ledger_balances, ledger_events, ledger_postings, ledger_holds, ledger_seals
  from sterling_app;
revoke all on function ledger_account(text), ledger_lock(text), ledger_hold(text, text, bigint, timestamptz), ledger_resize_hold(text, bigint),
  ledger_void_hold(text, timestamptz), ledger_post(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz), ledger_seal(),
  ledger_differences() from public;
grant execute on function ledger_account(text), ledger_lock(text), ledger_hold(text, text, bigint, timestamptz), ledger_resize_hold(text, bigint),
  ledger_void_hold(text, timestamptz), ledger_post(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz), ledger_seal(),
  ledger_differences() to sterling_app;
