create function mark_accounts_of_banned_seller() returns trigger
language plpgsql as $$
begin
  update roblox_accounts set is_seller_banned = new.is_banned or new.deleted_at is not null where user_id = new.id and removed_at is null;
  return null;
end
$$;
comment on function mark_accounts_of_banned_seller() is
  'Copies a seller''s ban or deletion to the accounts, so that choosing stock needs no join with users.';

create function mark_new_account_of_banned_seller() returns trigger
language plpgsql as $$
begin
  -- The lock makes a concurrent ban either finish first or see the new account.
  select is_banned or deleted_at is not null into new.is_seller_banned from users where id = new.user_id for share;
  return new;
end
$$;
comment on function mark_new_account_of_banned_seller() is 'Does the same as mark_accounts_of_banned_seller() for a new account.';

create trigger mark_banned_seller before insert on roblox_accounts for each row
  execute function mark_new_account_of_banned_seller();

create trigger mark_accounts after update of is_banned, deleted_at on users for each row
  when ((new.is_banned or new.deleted_at is not null) <> (old.is_banned or old.deleted_at is not null))
  execute function mark_accounts_of_banned_seller();
