create function chain_outputs_guard() returns trigger
language plpgsql as $$
begin
  if (new.txid, new.n, new.address, new.litoshi) is distinct from (old.txid, old.n, old.address, old.litoshi) then
    raise exception 'a chain output never changes';
  end if;
  return new;
end
$$;
comment on function chain_outputs_guard() is
  'Refuses changes to the outpoint, address or amount of a chain output.';

create function applied_height() returns int
language sql stable as $$
  select max(height) from chain_blocks
$$;
comment on function applied_height() is
  'The height of the last applied block; null before the first.';

create trigger guard before update on chain_outputs for each row
  execute function chain_outputs_guard();
