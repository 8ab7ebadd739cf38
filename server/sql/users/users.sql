create function users_announce() returns trigger
language plpgsql as $$
begin
  perform pg_notify('users', new.id::text);
  return null;
end
$$;

create function new_affiliate_code() returns text
language sql as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits from 5 * part + 1 for 5)::int, 1), '' order by part)
  from (select ('x' || encode(substring(uuid_send(gen_random_uuid()) from 1 for 5), 'hex'))::bit(40) as bits) random,
    generate_series(0, 7) as part
$$;

create trigger announce after insert on users for each row
  execute function users_announce();

create trigger announce_changed after update of role, is_owner, is_banned, deleted_at on users for each row
  when (((((old.role is distinct from new.role) or (old.is_owner is distinct from new.is_owner)) or (old.is_banned is distinct from new.is_banned)) or (old.deleted_at is distinct from new.deleted_at)))
  execute function users_announce();
