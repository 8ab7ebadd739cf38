create function present_database() returns table (system text, database bigint, timeline integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.system_identifier::text, d.oid::bigint,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
  from pg_control_system() c cross join pg_database d where d.datname = current_database()
$$;
comment on function present_database() is
  'The cluster, the database in it, and the timeline of its WAL. A restore into another cluster or database, a point-in-time recovery and a promoted standby each change one of them.';

create function was_restored() returns boolean
language sql stable as $$
  select exists (select from database_identity i cross join present_database() p
    where (i.system, i.database, i.timeline) <> (p.system, p.database, p.timeline))
$$;
comment on function was_restored() is
  'Whether this database was restored, and no process has recognised it yet.';

create function restores_guard() returns trigger
language plpgsql as $$
begin
  if (new.id, new.cause, new.at, new.data_at, new.height) is distinct from (old.id, old.cause, old.at, old.data_at, old.height)
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at)
    or (old.compared_at is not null and new.compared_at is distinct from old.compared_at)
    or (old.skipped_at is not null and new.skipped_at is distinct from old.skipped_at) then
    raise exception 'what is known about a restore does not change';
  end if;
  if new.compared_at is not null and old.compared_at is null and not is_signer() then
    raise exception 'only the signer compares the chain with its journal';
  end if;
  if new.skipped_at is not null and old.skipped_at is null and not is_signer() then
    raise exception 'only the signer knows which addresses were given out';
  end if;
  return new;
end
$$;
comment on function restores_guard() is
  'A restore is confirmed and compared once. Only the signer records that it has compared the chain and skipped addresses.';

create trigger guard before update on restores for each row
  execute function restores_guard();
