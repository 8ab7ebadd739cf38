create function chain_outputs_check_change() returns trigger
language plpgsql as $$
begin
  if (new.txid, new.n, new.address, new.litoshi) is distinct from (old.txid, old.n, old.address, old.litoshi) then
    raise exception 'an output does not change';
  end if;
  return new;
end
$$;

create function applied_height() returns int
language sql stable as $$
 select max(height) from chain_blocks 
$$;

create trigger allowed_change before update on chain_outputs for each row
  execute function chain_outputs_check_change();
