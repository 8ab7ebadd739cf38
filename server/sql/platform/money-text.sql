create function dollars(p_cents bigint) returns text
language sql immutable as $$
  select to_char(p_cents / 100.0, 'FM$999,999,999,990.00')
$$;
comment on function dollars(bigint) is
  'Cents as dollars, for the text of a notification.';
