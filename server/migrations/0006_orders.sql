-- Robux orders: what was promised to whom at what price, and every attempt to buy the gamepass that fulfils them
-- (docs/money.md, States). A gamepass is bought whole, by one account, once.
create table orders (
  id uuid primary key default new_id(),
  buyer_id uuid not null references users,
  -- the account that serves it now, and its seller; an order that is handed on changes both
  account_id uuid not null references roblox_accounts,
  seller_id uuid not null references users,
  robux_amount bigint not null check (robux_amount between 100 and 1000000),
  -- cents per 1000 Robux: what is paid, and the most that may be
  rate_cents int not null check (rate_cents between 100 and at_most_rate_cents),
  at_most_rate_cents int not null check (at_most_rate_cents <= 600),
  total_cents bigint not null check (total_cents > 0),
  -- the gamepass as it was when the order was placed: one that has changed since is not bought
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type text not null check (creator_type in ('User', 'Group')),
  creator_target_id bigint not null,
  -- the buyer's cookie came with it: the pass's price is set to the amount before it is bought
  sets_price boolean not null,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'failed', 'unclear', 'manual')),
  -- in the buyer's words, with what he can mend
  failure_reason text,
  -- accounts that could not serve it
  passed_over uuid[] not null default '{}',
  -- how often in a row the account at hand was tried in vain
  tries int not null default 0,
  -- when a worker looks at it at the latest; null once it is final
  look_at timestamptz default now(),
  created_at timestamptz not null default moment(),
  ended_at timestamptz,
  check ((status in ('completed', 'failed')) = (ended_at is not null)),
  check ((status in ('completed', 'failed')) = (look_at is null)),
  check ((status = 'failed') = (failure_reason is not null))
);
create index orders_of_buyer on orders (buyer_id, id);
create index orders_of_seller on orders (seller_id, id);
create index orders_to_look_at on orders (look_at) where look_at is not null;
create index orders_open_of_account on orders (account_id, id) where look_at is not null;
-- two that set one pass's price would undo each other
create unique index orders_setting_a_price on orders (pass_id) where sets_price and look_at is not null;

-- A buyer's cookie: the vault's, context 'order <id>', for minutes.
create table order_cookies (
  order_id uuid primary key references orders,
  sealed_cookie bytea not null,
  created_at timestamptz not null default now()
);
create index order_cookies_by_age on order_cookies (created_at);

-- What happened, in the order it happened: the timeline that buyer and seller see.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  at timestamptz not null default moment(),
  what text not null
);
create index order_events_of_order on order_events (order_id, id);

-- Each time an account set out to buy. Marked before anything is sent: whoever finds one that nobody works on
-- must assume that it was.
create table purchase_attempts (
  id uuid primary key default new_id(),
  order_id uuid not null references orders,
  account_id uuid not null references roblox_accounts,
  pass_id bigint not null,
  -- sent with every try of this attempt, so that the platform can tell a repeat
  idempotency_key uuid not null unique default gen_random_uuid(),
  -- what the payer pays, and what he had before
  price_robux bigint not null check (price_robux > 0),
  balance_before bigint not null check (balance_before >= 0),
  -- sent at most so often: an attempt that surely did not happen may be sent once more
  sendings int not null default 1 check (sendings between 1 and 2),
  state text not null default 'marked' check (state in ('marked', 'bought', 'refused', 'unclear')),
  -- the platform's word, or what was lost
  reason text,
  -- looks in a row that found neither the pass nor a change of the balance
  quiet_looks int not null default 0,
  -- looks in a row that did not find the pass, and could not tell the rest or found it changed
  odd_looks int not null default 0,
  -- the platform's own record of the purchase, where it shows one
  purchase_token text,
  marked_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state in ('bought', 'refused')) = (ended_at is not null))
);
-- the serial lane of an account, and of an order
create unique index purchase_attempts_lane on purchase_attempts (account_id) where state in ('marked', 'unclear');
create unique index purchase_attempts_open on purchase_attempts (order_id) where state in ('marked', 'unclear');
create unique index purchase_attempts_once on purchase_attempts (account_id, pass_id) where state = 'bought';
create unique index purchase_attempts_paid_once on purchase_attempts (order_id) where state = 'bought';
create index purchase_attempts_of_order on purchase_attempts (order_id);

create function orders_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then raise exception 'an order starts as pending, not as %', new.status; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'an order is never deleted'; end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'failed'),
    ('processing', 'completed'), ('processing', 'failed'), ('processing', 'unclear'), ('processing', 'manual'),
    ('unclear', 'completed'), ('unclear', 'processing'), ('unclear', 'failed'), ('unclear', 'manual'),
    ('manual', 'completed'), ('manual', 'processing'), ('manual', 'failed')) then
    raise exception 'an order that is % does not become %', old.status, new.status;
  end if;
  if old.ended_at is not null then raise exception 'order % has ended', old.id; end if;
  if (new.id, new.buyer_id, new.robux_amount, new.at_most_rate_cents, new.pass_id, new.product_id, new.creator_type,
      new.creator_target_id, new.sets_price, new.created_at) is distinct from
     (old.id, old.buyer_id, old.robux_amount, old.at_most_rate_cents, old.pass_id, old.product_id, old.creator_type,
      old.creator_target_id, old.sets_price, old.created_at) then
    raise exception 'what was ordered does not change';
  end if;
  if new.account_id <> old.account_id and exists (
    select from purchase_attempts where order_id = old.id and state in ('marked', 'unclear', 'bought')) then
    raise exception 'order % has an attempt under way: no other account may serve it', old.id;
  end if;
  if new.status = 'completed' and not exists (
    select from purchase_attempts where order_id = old.id and account_id = new.account_id and state = 'bought') then
    raise exception 'order % has not been bought', old.id;
  end if;
  if new.status = 'failed' and exists (
    select from purchase_attempts where order_id = old.id and state in ('marked', 'unclear', 'bought')) then
    raise exception 'order % may have been bought', old.id;
  end if;
  return new;
end $$;
create trigger guard before insert or update or delete on orders for each row execute function orders_guard();

create function purchase_attempts_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'marked' then raise exception 'an attempt starts as marked, not as %', new.state; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'an attempt is never deleted'; end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('marked', 'bought'), ('marked', 'refused'), ('marked', 'unclear'),
    ('unclear', 'bought'), ('unclear', 'refused'), ('unclear', 'marked')) then
    raise exception 'an attempt that is % does not become %', old.state, new.state;
  end if;
  if (new.order_id, new.account_id, new.pass_id, new.idempotency_key, new.price_robux) is distinct from
     (old.order_id, old.account_id, old.pass_id, old.idempotency_key, old.price_robux) then
    raise exception 'what an attempt set out to buy does not change';
  end if;
  return new;
end $$;
create trigger guard before insert or update or delete on purchase_attempts for each row execute function purchase_attempts_guard();

create function order_events_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to an order is not changed';
end $$;
create trigger append_only before update or delete on order_events for each row execute function order_events_stay();

-- Every way in which orders disagree with the ledger or with the stock; no row when they agree.
create function order_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'an order''s hold is not what its state says', o.id::text,
    case when o.ended_at is null then o.total_cents else 0 end, coalesce(h.remaining, 0)
  from orders o left join ledger_holds h on h.key = 'order ' || o.id
  where coalesce(h.remaining, 0) <> case when o.ended_at is null then o.total_cents else 0 end
  union all
  select 'an order''s hold belongs to none', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'order %' and not exists (select from orders o where h.key = 'order ' || o.id)
  union all
  select 'an order is not paid to its seller as its state says', o.id::text,
    case when o.status = 'completed' then o.total_cents else 0 end, coalesce(booked.total, 0)
  from orders o cross join lateral (
    select sum(p.amount)::bigint as total from ledger_events e join ledger_postings p on p.event_id = e.id
      join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account
    where e.key = 'order ' || o.id || ' completed'
      and f.name = 'user:' || o.buyer_id || ':buyer' and t.name = 'user:' || o.seller_id || ':seller') booked
  where coalesce(booked.total, 0) <> case when o.status = 'completed' then o.total_cents else 0 end
  union all
  select 'an order has more or fewer paying events than its state says', o.id::text,
    case when o.status = 'completed' then 1 else 0 end, booked.events
  from orders o cross join lateral (
    select count(*) as events from ledger_events e where e.key = 'order ' || o.id || ' completed') booked
  where booked.events <> case when o.status = 'completed' then 1 else 0 end
  union all
  select 'an order''s gamepass was bought more or less often than its state says', o.id::text,
    case when o.status = 'completed' then 1 else 0 end, bought.times
  from orders o cross join lateral (
    select count(*) as times from purchase_attempts a where a.order_id = o.id and a.state = 'bought') bought
  where bought.times <> case when o.status = 'completed' then 1 else 0 end
  union all
  select 'reserved stock is not what open orders need', a.id::text, coalesce(needed.robux, 0), a.reserved_robux
  from roblox_accounts a left join (
    select account_id, sum(robux_amount)::bigint as robux from orders where ended_at is null group by account_id) needed
    on needed.account_id = a.id
  where a.reserved_robux <> coalesce(needed.robux, 0)
  union all
  select 'Robux sold are not those of completed orders', a.id::text, coalesce(sold.robux, 0), a.total_sold
  from roblox_accounts a left join (
    select account_id, sum(robux_amount)::bigint as robux from orders where status = 'completed' group by account_id) sold
    on sold.account_id = a.id
  where a.total_sold <> coalesce(sold.robux, 0)
$$;
revoke all on function order_differences() from public;
grant execute on function order_differences() to sterling_app;
