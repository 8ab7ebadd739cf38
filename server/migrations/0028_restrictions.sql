-- What the game platform forbids an account for a time, and sellers whose accounts all rest because it objects to this
-- very trade (docs/faults.md): nothing puts such an account on sale before that is over.
alter table roblox_accounts
  -- until when it may buy nothing, where the platform said so; then it is looked at, and goes on sale again
  add column restricted_until timestamptz;
create index roblox_accounts_restricted on roblox_accounts (restricted_until) where restricted_until is not null;
alter table users add column is_selling_paused boolean not null default false;

alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_check check (kind in
  ('withdrawal', 'reversal', 'correction', 'dispute', 'manual_order', 'report', 'house_payment', 'off_platform'));

create function paused_text() returns text language sql immutable as $$
  select 'Roblox objected to trade by an account of yours: all of them rest until somebody has looked into it.'
$$;

create function roblox_accounts_rest() returns trigger language plpgsql as $$
begin
  if new.restricted_until > now() then
    new.status := 'offline';
    new.status_reason := old.status_reason;
  elsif (select is_selling_paused from users where id = new.user_id) then
    new.status := 'offline';
    new.status_reason := paused_text();
  end if;
  return new;
end $$;
create trigger rest_added before insert on roblox_accounts
  for each row when (new.status = 'online') execute function roblox_accounts_rest();
create trigger rest before update on roblox_accounts
  for each row when (new.status = 'online' and old.status <> 'online') execute function roblox_accounts_rest();

-- Takes all that a seller has for sale off it, and what he adds or activates meanwhile.
create function pause_seller(p_user uuid) returns void language plpgsql as $$
begin
  update users set is_selling_paused = true where id = p_user;
  update roblox_accounts set status = 'offline', status_reason = paused_text()
    where user_id = p_user and status = 'online' and removed_at is null;
end $$;

-- Puts on sale again what only the pause kept off it.
create function resume_seller(p_user uuid) returns void language plpgsql as $$
begin
  update users set is_selling_paused = false where id = p_user;
  update roblox_accounts set status = case when is_active then 'online' else status end, status_reason = null
    where user_id = p_user and status = 'offline' and status_reason = paused_text() and removed_at is null;
end $$;
