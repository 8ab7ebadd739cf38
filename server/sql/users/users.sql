create function users_announce() returns trigger
language plpgsql as $$
begin
  perform pg_notify('users', new.id::text);
  return null;
end
$$;
comment on function users_announce() is
  'Notifies all processes that a user changed.';

create function new_affiliate_code() returns text
language sql as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits from 5 * part + 1 for 5)::int, 1), '' order by part)
  from (select ('x' || encode(substring(uuid_send(gen_random_uuid()) from 1 for 5), 'hex'))::bit(40) as bits) random,
    generate_series(0, 7) as part
$$;
comment on function new_affiliate_code() is
  'Eight random characters of the Crockford alphabet.';

create trigger announce after insert on users for each row
  execute function users_announce();

create trigger announce_changed after update of role, is_owner, is_banned, deleted_at, has_factor on users for each row
  when ((old.role, old.is_owner, old.is_banned, old.deleted_at, old.has_factor)
    is distinct from (new.role, new.is_owner, new.is_banned, new.deleted_at, new.has_factor))
  execute function users_announce();
