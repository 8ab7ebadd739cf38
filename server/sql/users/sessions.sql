create function sessions_announce() returns trigger
language plpgsql as $$
declare
  v_session sessions := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('sessions', json_build_object('id', v_session.id, 'userId', v_session.user_id)::text);
  return null;
end
$$;
comment on function sessions_announce() is
  'Notifies all processes, and open pages of the user, that a session began, changed or ended.';

create trigger announce after insert or delete on sessions for each row
  execute function sessions_announce();

create trigger announce_changed after update of token_hash, rotation_due, expires_at on sessions for each row
  execute function sessions_announce();
