create function purchase_attempts_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'marked' then raise exception 'an attempt starts as marked, not as %', new.state; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'an attempt is never deleted'; end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('marked', 'bought'), ('marked', 'refused'), ('marked', 'unclear'),
    ('unclear', 'bought'), ('unclear', 'refused'), ('unclear', 'marked'), ('refused', 'unclear')) then
    raise exception 'an attempt that is % does not become %', old.state, new.state;
  end if;
  if (new.order_id, new.account_id, new.pass_id, new.idempotency_key, new.price_robux) is distinct from
     (old.order_id, old.account_id, old.pass_id, old.idempotency_key, old.price_robux) then
    raise exception 'what an attempt buys does not change';
  end if;
  return new;
end
$$;
comment on function purchase_attempts_guard() is
  'Enforces the allowed state changes of a purchase attempt. What it buys never changes.';

create trigger guard before insert or delete or update on purchase_attempts for each row
  execute function purchase_attempts_guard();
