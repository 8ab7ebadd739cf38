create function sweeps_guard() returns trigger
language plpgsql as $$
begin
  if old.state <> 'requested' then raise exception 'a % sweep cannot change', old.state; end if;
  if new.state = 'signed' and not is_signer() then raise exception 'only the signer signs'; end if;
  return new;
end
$$;
comment on function sweeps_guard() is
  'A sweep leaves the state requested only once, and only the signer signs it.';

create trigger guard before update on sweeps for each row
  execute function sweeps_guard();
