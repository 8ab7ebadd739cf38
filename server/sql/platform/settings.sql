create function emergency_stopped() returns boolean
language sql stable as $$
  select coalesce((select (value ->> 'enabled')::boolean from settings where key = 'emergency_shutdown'), true)
$$;
comment on function emergency_stopped() is 'Whether the owner has stopped all movements of money. Also true while there are no settings.';
