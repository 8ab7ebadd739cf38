create function value_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'an order does not cost what its Robux cost', id::text, order_total(robux_amount, rate_cents), total_cents
  from orders where split_id is null and total_cents <> order_total(robux_amount, rate_cents)
  union all
  select 'a trade does not cost what its items cost', id::text, units * price_cents, total_cents
  from transactions where total_cents <> units * price_cents
  union all
  select 'a deposit is not credited at its price', d.id::text, worth.cents, d.cents
  from deposits d join prices p on p.id = d.price_id
  cross join lateral (select div(d.litoshi::numeric * p.price, 100000000)::bigint as cents) worth
  where d.cents <> worth.cents
  union all
  select 'a withdrawal does not pay its dollars at its price', w.id::text, worth.litoshi, w.litoshi
  from withdrawals w join prices p on p.id = w.price_id
  cross join lateral (select div(w.amount_cents::numeric * 100000000, p.price)::bigint as litoshi) worth
  where w.litoshi <> worth.litoshi
  union all
  select 'the fee of a withdrawal is not its percentage', w.id::text, due.cents, w.percentage_fee_cents
  from withdrawals w
  cross join lateral (select (w.amount_cents * w.fee_percent + 50) / 100 as cents) due
  where w.percentage_fee_cents <> due.cents
$$;
comment on function value_differences() is
  'Orders, trades, deposits and withdrawals whose amount is not what their Robux, items, coins or dollars are worth at their own rate or price.
The fee of a trade has no stored percentage. The parts of a split order are in order_differences().';
