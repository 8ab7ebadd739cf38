create function leave_proxy() returns trigger
language plpgsql as $$
begin
  new.proxy_id := null;
  return new;
end
$$;
comment on function leave_proxy() is
  'A removed account leaves its proxy.';

create function delete_unused_proxy() returns trigger
language plpgsql as $$
begin
  delete from proxies p where p.id = old.proxy_id and p.removal_due
    and not exists (select from roblox_accounts a where a.proxy_id = p.id);
  return null;
end
$$;
comment on function delete_unused_proxy() is
  'Deletes a proxy that is due for removal once no account uses it.';

create function proxies_guard() returns trigger
language plpgsql as $$
begin
  if (new.user_id, new.host, new.port) is distinct from (old.user_id, old.host, old.port)
    or new.username is distinct from old.username or (new.status = 'unchecked' and old.status <> 'unchecked') then
    raise exception 'proxy % keeps its address and user name', old.id;
  end if;
  return new;
end
$$;
comment on function proxies_guard() is
  'A proxy keeps its owner, host, port and user name.';

create trigger proxy_left after update on roblox_accounts for each row
  when (old.proxy_id is not null and new.proxy_id is null)
  execute function delete_unused_proxy();

-- Fires after removal_due, which may have set removed_at.
create trigger removed_leaves_proxy before update on roblox_accounts for each row
  when (new.removed_at is not null and old.removed_at is null)
  execute function leave_proxy();

create trigger guard before update on proxies for each row
  execute function proxies_guard();
