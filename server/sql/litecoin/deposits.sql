create function deposits_guard() returns trigger
language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('seen', 'orphaned'), ('orphaned', 'seen'), ('seen', 'small'), ('seen', 'credited'),
    ('small', 'credited'), ('small', 'orphaned'), ('credited', 'reversed'), ('reversed', 'credited')) then
    raise exception 'a deposit cannot go from % to %', old.status, new.status;
  end if;
  if (new.txid, new.n, new.user_id, new.address, new.litoshi) is distinct from (old.txid, old.n, old.user_id, old.address, old.litoshi)
    or (old.cents is not null and (new.cents, new.price_id) is distinct from (old.cents, old.price_id)) then
    raise exception 'the identity and the value of a deposit never change';
  end if;
  return new;
end
$$;
comment on function deposits_guard() is
  'Allows only the legal state changes of a deposit. Its identity and its value never change.';

create trigger guard before update on deposits for each row
  execute function deposits_guard();
