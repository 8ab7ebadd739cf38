create function orders_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'an order is never deleted'; end if;
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then raise exception 'an order starts as pending, not as %', new.status; end if;
    return new;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'failed'),
    ('processing', 'completed'), ('processing', 'failed'), ('processing', 'unclear'), ('processing', 'manual'),
    ('unclear', 'completed'), ('unclear', 'processing'), ('unclear', 'failed'), ('unclear', 'manual'),
    ('manual', 'completed'), ('manual', 'processing'), ('manual', 'failed')) then
    raise exception 'an order that is % does not become %', old.status, new.status;
  end if;
  if old.ended_at is not null then raise exception 'order % has ended', old.id; end if;
  if (new.id, new.buyer_id, new.robux_amount, new.max_rate_cents, new.gamepass_url, new.pass_name, new.pass_id, new.product_id, new.creator_type,
      new.creator_target_id, new.sets_price, new.created_at) is distinct from
     (old.id, old.buyer_id, old.robux_amount, old.max_rate_cents, old.gamepass_url, old.pass_name, old.pass_id, old.product_id, old.creator_type,
      old.creator_target_id, old.sets_price, old.created_at) then
    raise exception 'what was ordered does not change';
  end if;
  if new.account_id <> old.account_id and exists (
    select from purchase_attempts where order_id = old.id and state in ('marked', 'unclear', 'bought')) then
    raise exception 'order % has an attempt in progress, so no other account may serve it', old.id;
  end if;
  if new.status = 'completed' and not exists (
    select from purchase_attempts where order_id = old.id and account_id = new.account_id and state = 'bought') then
    raise exception 'order % has not been bought', old.id;
  end if;
  if new.status = 'failed' and exists (
    select from purchase_attempts where order_id = old.id and state in ('marked', 'unclear', 'bought')) then
    raise exception 'order % may have been bought', old.id;
  end if;
  return new;
end
$$;
comment on function orders_guard() is
  'Enforces the allowed state changes of an order. What was ordered never changes. An order completes, fails or moves to another account only
if its purchase attempts allow it.';

create function orders_parts_stay() returns trigger
language plpgsql as $$
begin
  if (new.split_id, new.part) is distinct from (old.split_id, old.part) then
    raise exception 'part % of order % does not change', old.part, old.split_id;
  end if;
  if new.split_id is not null and new.rate_cents <> old.rate_cents then
    raise exception 'a part of order % does not change its rate', old.split_id;
  end if;
  return new;
end
$$;
comment on function orders_parts_stay() is
  'A part of a split order keeps its number and its rate.';

create trigger guard before insert or delete or update on orders for each row
  execute function orders_guard();

create trigger parts_stay before update on orders for each row
  execute function orders_parts_stay();
