create function pre_order_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a matched pre-order''s order is not what was pre-ordered', p.id::text, p.robux_amount, o.robux_amount
  from pre_orders p join orders o on o.id = p.order_id
  where (o.buyer_id, o.max_rate_cents, o.pass_id) is distinct from (p.buyer_id, p.max_rate_cents, p.pass_id)
    or o.robux_amount > p.robux_amount
  union all
  select 'a pre-order stays matched though its order failed', p.id::text, 0, 1
  from pre_orders p join orders o on o.id = p.order_id where o.status = 'failed'
  union all
  select 'the count of a block of the queue is not the count of its pre-orders', coalesce(w.block, c.block)::text,
    coalesce(w.waiting, 0)::bigint, coalesce(c.waiting, 0)::bigint
  from (select pre_order_block(place) as block, count(*) as waiting, sum(robux_amount) as robux from pre_orders where status = 'waiting' group by 1) w
  full join pre_order_counts c on c.block = w.block
  where (w.waiting, w.robux) is distinct from (c.waiting, c.robux)
$$;
comment on function pre_order_differences() is
  'Matched pre-orders whose order failed or differs from what was pre-ordered, and wrong counts of the queue.';
