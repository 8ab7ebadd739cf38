create function order_total(p_robux bigint, p_rate_cents bigint) returns bigint
language sql immutable parallel safe as $$
  select greatest(1, (2 * p_robux * p_rate_cents + 1000) / 2000)
$$;

create function affordable_rate(p_robux bigint, p_cents bigint) returns bigint
language sql immutable parallel safe as $$
  select case when p_cents < 1 then 0 else (2000 * p_cents + 999) / (2 * p_robux) end
$$;
