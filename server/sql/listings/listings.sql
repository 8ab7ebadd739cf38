create function listings_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a listing is never deleted'; end if;
  if tg_op = 'INSERT' then
    if new.status <> 'active' then raise exception 'a listing starts as active, not as %', new.status; end if;
    return new;
  end if;
  -- These texts are deleted with the account of the seller. They count as unchanged.
  if old.status <> 'active' and new.description is null then old.description := null; end if;
  if old.status = 'cancelled' and (new.title, new.delivery_time) = ('deleted', 'deleted') then
    old.title := 'deleted';
    old.delivery_time := 'deleted';
  end if;
  if old.removed_at is not null
    and (new.status, new.removed_at, new.updated_at) is distinct from (old.status, old.removed_at, old.updated_at) then
    raise exception 'listing % was removed', old.id;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('active', 'pending'), ('active', 'cancelled'), ('pending', 'active'), ('pending', 'sold'), ('pending', 'cancelled')) then
    raise exception 'a listing that is % does not become %', old.status, new.status;
  end if;
  if (new.id, new.seller_id, new.item_type, new.created_at) is distinct from (old.id, old.seller_id, old.item_type, old.created_at)
    or (old.status <> 'active' and (new.title, new.description, new.quantity, new.price_cents, new.delivery_time)
      is distinct from (old.title, old.description, old.quantity, old.price_cents, old.delivery_time)) then
    raise exception 'a listing does not change, except for the terms of an active one';
  end if;
  return new;
end
$$;
comment on function listings_guard() is
  'Allows only the legal state changes of a listing. Only an active listing''s terms can change, except that the description can always be
deleted, and the other texts of a cancelled listing. No listing is deleted.';

create trigger guard before insert or delete or update on listings for each row
  execute function listings_guard();
