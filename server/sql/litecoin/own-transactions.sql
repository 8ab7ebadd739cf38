create function own_transactions_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.kind <> 'unknown' and not is_signer() then raise exception 'only the signer signs'; end if;
    return new;
  end if;
  if old.kind = 'unknown' and new.kind <> 'unknown' then
    if not is_signer() then raise exception 'only the signer signs'; end if;
    if new.txid <> old.txid then raise exception 'a signed transaction does not change'; end if;
    return new;
  end if;
  if (new.txid, new.kind, new.hex, new.fee_litoshi, new.signed_at, new.signed_height)
    is distinct from (old.txid, old.kind, old.hex, old.fee_litoshi, old.signed_at, old.signed_height) then
    raise exception 'a signed transaction does not change';
  end if;
  return new;
end
$$;
comment on function own_transactions_guard() is
  'Lets only the signer record signed transactions. A recorded transaction never changes; an unknown one may turn out to be signed by us.';

create function is_signer() returns boolean
language sql stable as $$
  select pg_has_role(current_user, 'sterling_signer', 'usage')
$$;
comment on function is_signer() is
  'Whether this connection acts as the signer.';

create trigger guard before insert or update on own_transactions for each row
  execute function own_transactions_guard();
