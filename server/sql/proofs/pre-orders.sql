create function pre_order_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a matched pre-order''s order is not what was pre-ordered', p.id::text, p.robux_amount, o.robux_amount
  from pre_orders p join orders o on o.id = p.order_id
  where (o.buyer_id, o.at_most_rate_cents, o.pass_id) is distinct from (p.buyer_id, p.most_rate_cents, p.pass_id)
    or o.robux_amount > p.robux_amount
  union all
  select 'a pre-order stays matched though its order failed', p.id::text, 0, 1
  from pre_orders p join orders o on o.id = p.order_id where o.status = 'failed'
$$;
comment on function pre_order_differences() is
  'Matched pre-orders whose order failed or differs from what was pre-ordered.';
