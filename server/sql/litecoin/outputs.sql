create function chain_outputs_check_change() returns trigger
language plpgsql as $$
begin
  if (new.txid, new.n, new.address, new.litoshi) is distinct from (old.txid, old.n, old.address, old.litoshi) then
    raise exception 'an output does not change';
  end if;
  return new;
end
$$;
comment on function chain_outputs_check_change() is
  'An output of the chain never changes its place, address or amount.';

create function applied_height() returns int
language sql stable as $$
  select max(height) from chain_blocks
$$;
comment on function applied_height() is
  'The height up to which the chain was applied.';

create trigger allowed_change before update on chain_outputs for each row
  execute function chain_outputs_check_change();
