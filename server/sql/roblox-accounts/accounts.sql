create function exclude_undecided(p_account roblox_accounts) returns void
language sql as $$
  insert into account_exclusions (user_id, roblox_user_id, source_id)
    select p_account.user_id, p_account.roblox_user_id, id from reviews
    where kind = 'off_platform' and subject_id = p_account.user_id and state = 'open'
      and p_account.roblox_user_id <> 0 and (p_account.removed_at is null or p_account.removed_at >= opened_at)
    -- a decision in this moment has ended then
    for share
  on conflict do nothing
$$;
comment on function exclude_undecided(roblox_accounts) is
  'Keeps a seller from adding an account again, if it is removed while staff decide whether the seller may continue to sell. Its id at Roblox,
by which a later decision would find it, is about to be deleted. Approval lets the seller add it again; rejection does not.';

create function remove_account_when_free() returns trigger
language plpgsql as $$
begin
  if old.removed_at is not null then return new; end if;
  if new.reserved_robux = 0 then
    perform exclude_undecided(old);
    new.removed_at := now();
    new.sealed_cookie := null;
    new.roblox_user_id := 0;
    new.username := 'deleted';
    new.profile_picture := null;
    new.ownership_ip := '';
  end if;
  new.is_active := false;
  return new;
end
$$;
comment on function remove_account_when_free() is
  'Removes an account that is due for removal once none of its stock is reserved. The row stays without personal data, because orders
reference it.';

create function roblox_accounts_guard() returns trigger
language plpgsql as $$
begin
  if new.removed_at is distinct from old.removed_at or new.sealed_cookie is not null or new.is_active then
    raise exception 'roblox account % is removed', old.id;
  end if;
  return new;
end
$$;
comment on function roblox_accounts_guard() is
  'A removed account stays removed.';

create trigger removal_due before update on roblox_accounts for each row
  when (new.removal_due)
  execute function remove_account_when_free();

create trigger stays_removed before update of removed_at, sealed_cookie, is_active on roblox_accounts for each row
  when (old.removed_at is not null)
  execute function roblox_accounts_guard();
