create function order_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'an order''s hold is not what its state says', o.id::text, o.open_cents, coalesce(h.remaining, 0)
  from (
    select coalesce(split_id, id) as id, coalesce(sum(total_cents) filter (where ended_at is null), 0)::bigint as open_cents
    from orders group by coalesce(split_id, id)) o
  left join ledger_holds h on h.key = 'order ' || o.id
  where coalesce(h.remaining, 0) <> o.open_cents
  union all
  select 'the parts of an order do not cost what their Robux cost', s.split_id::text,
    order_total(s.robux, s.rate_cents), s.cents
  from (
    select split_id, min(rate_cents) as rate_cents, sum(robux_amount)::bigint as robux, sum(total_cents)::bigint as cents
    from orders where split_id is not null and status <> 'failed' group by split_id) s
  where s.cents <> order_total(s.robux, s.rate_cents)
  union all
  select 'an order''s hold belongs to no order', h.key, 0, h.remaining
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
comment on function order_differences() is
  'Orders whose hold, payment, purchase, stock or sales differ from their state.';
