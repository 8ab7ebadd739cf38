create function meet_price_alerts() returns table (id uuid, user_id uuid, robux bigint, rate_cents int, met_robux bigint)
language sql as $$
  with depth as (
    select s.rate_cents, sum(sum(s.robux)) over (order by s.rate_cents) as robux
    from stock_for_sale s
    where s.robux >= min_order_robux() and exists (select from price_alerts where met_at is null) and not emergency_stopped()
    group by s.rate_cents),
  met as (
    select a.id, offered.robux
    from price_alerts a
      join users u on u.id = a.user_id and not u.is_banned and u.deleted_at is null
      cross join lateral (
        select max(d.robux) - coalesce((select sum(s.robux) from stock_for_sale s
          where s.seller_id = a.user_id and s.rate_cents <= a.rate_cents and s.robux >= min_order_robux()), 0) as robux
        from depth d where d.rate_cents <= a.rate_cents) offered
    where a.met_at is null and offered.robux >= a.robux
    order by a.id limit 200 for update of a skip locked)
  update price_alerts a set met_at = now(), met_robux = met.robux from met where a.id = met.id
  returning a.id, a.user_id, a.robux, a.rate_cents, a.met_robux
$$;
comment on function meet_price_alerts() is
  'Switches off at most 200 waiting price alerts whose Robux are for sale at their rate or less, and returns them with the Robux for sale. A
person''s own accounts do not count, and neither do accounts with less than the smallest order, from which nobody can buy. Returns none during an emergency stop. Concurrent calls return different alerts.';
