-- Orders that a seller buys in his own browser, and orders that several accounts fill one after the other.
alter table orders
  -- by hand: until when, at what price, where the seller finds the pass, and what somebody of the staff has to look at
  add column manual_deadline timestamptz,
  add column manual_price_robux bigint check (manual_price_robux > 0),
  add column store_url text,
  add column review_reason text,
  -- parts of one order: the id that its buyer knows, which is that of the part bought last, and whose turn it is when
  add column split_id uuid references orders,
  add column part int check (part > 0),
  add check ((split_id is null) = (part is null)),
  add check ((manual_deadline is null) = (manual_price_robux is null)),
  add check (manual_deadline is null or status in ('manual', 'completed', 'failed')),
  add check (review_reason is null or manual_deadline is not null);
create unique index orders_parts on orders (split_id, part) where split_id is not null;

create function orders_parts_stay() returns trigger language plpgsql as $$
begin
  if (new.split_id, new.part) is distinct from (old.split_id, old.part) then
    raise exception 'part % of order % does not change', old.part, old.split_id;
  end if;
  if new.split_id is not null and new.rate_cents <> old.rate_cents then
    raise exception 'a part of order % does not change its rate', old.split_id;
  end if;
  return new;
end $$;
create trigger parts_stay before update on orders for each row execute function orders_parts_stay();

-- Every way in which orders disagree with the ledger or with the stock; no row when they agree. The parts of one order
-- share its hold, and together cost what their Robux cost at once.
create or replace function order_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'an order''s hold is not what its state says', o.id::text, o.open_cents, coalesce(h.remaining, 0)
  from (
    select coalesce(split_id, id) as id, coalesce(sum(total_cents) filter (where ended_at is null), 0)::bigint as open_cents
    from orders group by coalesce(split_id, id)) o
  left join ledger_holds h on h.key = 'order ' || o.id
  where coalesce(h.remaining, 0) <> o.open_cents
  union all
  select 'the parts of an order cost another sum than their Robux', s.split_id::text,
    greatest(1, (2 * s.robux * s.rate_cents + 1000) / 2000), s.cents
  from (
    select split_id, min(rate_cents) as rate_cents, sum(robux_amount)::bigint as robux, sum(total_cents)::bigint as cents
    from orders where split_id is not null and status <> 'failed' group by split_id) s
  where s.cents <> greatest(1, (2 * s.robux * s.rate_cents + 1000) / 2000)
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

-- How fast an account may be asked on behalf of its seller, whatever process asks: a bucket of calls, and a pause where
-- the platform wanted one.
create table account_paces (
  account_id uuid primary key references roblox_accounts,
  calls_left double precision not null,
  counted_at timestamptz not null,
  paused_until timestamptz
);

-- Takes a call out of an account's bucket, which holds p_burst and gains p_per_second. Answers how many seconds to wait
-- before it may be made; calls that wait are counted already, so they go one after the other. One that would have to wait
-- for longer than p_most_seconds is not taken.
create function take_call(p_account uuid, p_burst double precision, p_per_second double precision, p_most_seconds double precision)
returns double precision language plpgsql as $$
declare
  v_pace account_paces;
  v_left double precision;
  v_wait double precision;
begin
  insert into account_paces (account_id, calls_left, counted_at) values (p_account, p_burst, clock_timestamp())
    on conflict do nothing;
  select * into v_pace from account_paces where account_id = p_account for update;
  v_left := least(p_burst,
    v_pace.calls_left + extract(epoch from clock_timestamp() - v_pace.counted_at) * p_per_second) - 1;
  v_wait := greatest(0, -v_left / p_per_second,
    coalesce(extract(epoch from v_pace.paused_until - clock_timestamp()), 0));
  if v_wait <= p_most_seconds then
    update account_paces set calls_left = v_left, counted_at = clock_timestamp() where account_id = p_account;
  end if;
  return v_wait;
end $$;

-- When an account's balance is read next without anybody asking.
alter table roblox_accounts add column balance_due_at timestamptz not null
  default now() + interval '9 minutes' + random() * interval '2 minutes';
create index roblox_accounts_due on roblox_accounts (balance_due_at) where status = 'online' and is_active;
