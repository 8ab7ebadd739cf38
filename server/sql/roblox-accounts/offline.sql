create function roblox_accounts_stay_offline() returns trigger
language plpgsql as $$
begin
  if new.restricted_until > now() then
    new.status := 'offline';
    new.status_reason := case when tg_op = 'INSERT' then new.status_reason else old.status_reason end;
  elsif (select is_selling_paused from users where id = new.user_id) then
    new.status := 'offline';
    new.status_reason := paused_text();
  elsif exists (
    select from purchase_attempts p join orders o on o.id = p.order_id
    where p.account_id = new.id and p.state in ('marked', 'unclear') and p.holds_account and o.status = 'manual') then
    new.status := 'offline';
    new.status_reason := unverified_text();
  end if;
  return new;
end
$$;
comment on function roblox_accounts_stay_offline() is
  'Keeps an account off sale while Roblox restricts it, while its seller is paused, and until its escalated purchase is decided, because it buys
nothing else before.';

create function unverified_text() returns text
language sql immutable as $$
  select 'We couldn''t verify a purchase by this account and are investigating. The account goes on sale again afterwards.'
$$;
comment on function unverified_text() is
  'The reason that sellers read until an escalated purchase is decided. UNVERIFIED_PURCHASE in stock.rules.ts is the same.';

create function paused_text() returns text
language sql immutable as $$
  select 'Roblox objected to trades by one of your accounts. All your accounts are paused until our staff has reviewed this.'
$$;
comment on function paused_text() is
  'The reason that sellers read while all of their accounts are paused. SELLING_PAUSED in stock.rules.ts is the same.';

create function pause_seller(p_user uuid) returns void
language plpgsql as $$
begin
  update users set is_selling_paused = true where id = p_user and not is_selling_paused;
  if found then
    perform add_notification(p_user, 'accounts', 'accounts_paused', null, jsonb_build_object('reason', paused_text()));
  end if;
  -- an account that another transaction puts on sale now has its old status in this statement's snapshot, and in that of the next its new one
  perform from roblox_accounts where user_id = p_user and removed_at is null order by id for no key update;
  update roblox_accounts set status = 'offline', status_reason = paused_text()
    where user_id = p_user and status = 'online' and removed_at is null;
end
$$;
comment on function pause_seller(uuid) is
  'Takes all accounts of a seller off sale until staff resumes the seller, and tells the seller once.';

create function resume_seller(p_user uuid) returns void
language plpgsql as $$
begin
  update users set is_selling_paused = false where id = p_user;
  update roblox_accounts set status = case when is_active then 'online' else status end, status_reason = null
    where user_id = p_user and status = 'offline' and status_reason = paused_text() and removed_at is null;
end
$$;
comment on function resume_seller(uuid) is
  'Ends pause_seller(): active accounts go on sale again.';

create trigger stay_offline before update of status on roblox_accounts for each row
  when (new.status = 'online' and old.status <> 'online')
  execute function roblox_accounts_stay_offline();

create trigger stay_offline_added before insert on roblox_accounts for each row
  when (new.status = 'online')
  execute function roblox_accounts_stay_offline();
