create function fitting_pre_orders(p_max_robux bigint[], p_after bigint, p_limit int) returns bigint[]
language plpgsql stable as $$
declare
  v_few constant int := 500;
  v_places bigint[];
begin
  v_places := array(
    select fits.place from generate_series(lowest_rate_cents(), highest_rate_cents()) as rate, lateral (
      select p.place from pre_orders p
      where p.waits_for = 'stock' and p.affordable_rate_cents = rate and p.robux_amount <= p_max_robux[1 + rate - lowest_rate_cents()] and p.place > p_after
      limit v_few + 1) fits
    where p_max_robux[1 + rate - lowest_rate_cents()] > 0
    limit v_few + 1);
  if cardinality(v_places) <= v_few then
    return array(select place from unnest(v_places) as place order by place limit p_limit);
  end if;
  return array(
    select p.place from pre_orders p
    where p.waits_for = 'stock' and p.place > p_after and p.robux_amount <= p_max_robux[1 + p.affordable_rate_cents - lowest_rate_cents()]
    order by p.place limit p_limit);
end
$$;
comment on function fitting_pre_orders(bigint[], bigint, int) is
  'Places of the next waiting pre-orders after p_after that fit the stock, in order. p_max_robux is the result of
max_robux_by_rate(). If few pre-orders fit, an index by rate finds them; if many fit, walking the queue is faster.';

create function max_robux_by_rate(p_account uuid) returns bigint[]
language sql stable as $$
  select array_agg(max_robux order by rate) from (
    select rate, coalesce(max(max(s.robux)) over (order by rate), 0) as max_robux
    from generate_series(lowest_rate_cents(), highest_rate_cents()) as rate
    left join stock_at_hand s on s.rate_cents = rate and (p_account is null or s.account_id = p_account)
    group by rate) by_rate
$$;
comment on function max_robux_by_rate(uuid) is
  'The largest order that stock can fill at each rate or below, from the lowest rate to the highest. p_account null: all stock.';
