create function counted_since() returns timestamptz
language sql stable as $$
  select coalesce(max(at), '-infinity') from clean_ups
$$;
comment on function counted_since() is
  'When the market''s figures began: at the last clean-up of the database, or before all orders.';

create function robux_sold() returns bigint
language sql stable as $$
  select coalesce(sum(total_sold), 0)::bigint - coalesce((select robux_sold from clean_ups order by at desc limit 1), 0)
  from roblox_accounts
$$;
comment on function robux_sold() is
  'Robux sold since the last clean-up of the database. Each account counts what it has sold, so removed accounts are included.';

create trigger append_only before delete or update on clean_ups for each row
  execute function refuse_change();
