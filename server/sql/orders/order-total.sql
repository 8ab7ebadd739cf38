create function order_total(p_robux bigint, p_rate_cents bigint) returns bigint
language sql immutable parallel safe as $$
  select greatest(1, (2 * p_robux * p_rate_cents + 1000) / 2000)
$$;
comment on function order_total(bigint, bigint) is
  'The price of an order in cents, rounded half up, at least one cent. orderTotal() in contract/src/money.ts returns the same; a test compares
them.';

create function min_order_robux() returns int
language sql immutable parallel safe as $$
  select 100
$$;
comment on function min_order_robux() is
  'The smallest order. An account with less cannot sell. MIN_ORDER_ROBUX in contract/src/money.ts is the same, and so is the column has_stock.';

create function lowest_rate_cents() returns int
language sql immutable parallel safe as $$
  select 100
$$;
comment on function lowest_rate_cents() is
  'The lowest rate in cents per 1000 Robux. MIN_RATE in contract/src/money.ts is the same.';

create function highest_rate_cents() returns int
language sql immutable parallel safe as $$
  select 600
$$;
comment on function highest_rate_cents() is
  'The highest rate in cents per 1000 Robux. MAX_RATE in contract/src/money.ts is the same.';

create function affordable_rate(p_robux bigint, p_cents bigint) returns bigint
language sql immutable parallel safe as $$
  select case when p_cents < 1 then 0 else (2000 * p_cents + 999) / (2 * p_robux) end
$$;
comment on function affordable_rate(bigint, bigint) is
  'The highest rate in cents per 1000 Robux at which p_cents pay for the order. 0 if no rate is low enough.';
