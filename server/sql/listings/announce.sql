create function marketplace_announce() returns trigger
language plpgsql as $$
begin
  perform pg_notify('marketplace', '{}');
  return null;
end
$$;
comment on function marketplace_announce() is
  'Notifies all open pages that the marketplace changed. It names neither the listing nor the seller.';

create function seller_marketplace_announce() returns trigger
language plpgsql as $$
begin
  if exists (select from listings where seller_id = new.id and status = 'active') then
    perform pg_notify('marketplace', '{}');
  end if;
  return null;
end
$$;
comment on function seller_marketplace_announce() is
  'Notifies all open pages that the marketplace changed, if the user has listings on it.';

create trigger announce_marketplace after insert on listings for each row
  execute function marketplace_announce();
create trigger announce_marketplace_changed after update of updated_at on listings for each row
  when (old.updated_at is distinct from new.updated_at and 'active' in (old.status, new.status))
  execute function marketplace_announce();
create trigger announce_marketplace_banned after update of is_banned on users for each row
  when (old.is_banned is distinct from new.is_banned)
  execute function seller_marketplace_announce();
