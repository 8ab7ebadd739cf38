create function sessions_announce() returns trigger
language plpgsql as $$
begin
  perform pg_notify('sessions', json_build_object('id', old.id, 'userId', old.user_id)::text);
  return null;
end
$$;
comment on function sessions_announce() is
  'Notifies all processes that a session ended or changed.';

create trigger announce after delete on sessions for each row
  execute function sessions_announce();

create trigger announce_changed after update of token_hash, rotation_due, expires_at on sessions for each row
  execute function sessions_announce();
