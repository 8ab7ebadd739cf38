create function add_account_event(p_account uuid, p_code text, p_details jsonb default '{}') returns void
language sql as $$
  insert into account_events (account_id, code, details) values (p_account, p_code, p_details)
$$;
comment on function add_account_event(uuid, text, jsonb) is
  'Adds an entry to the history of an account. health.rules.ts makes the sentence.';

create function record_added_account() returns trigger
language plpgsql as $$
begin
  perform add_account_event(new.id, 'added', jsonb_build_object('robux', new.robux_balance));
  return null;
end
$$;
comment on function record_added_account() is
  'Begins the history of an account.';

create function record_account_change() returns trigger
language plpgsql as $$
declare
  v_was_for_sale boolean := old.status = 'online' and old.is_active;
  v_is_for_sale boolean := new.status = 'online' and new.is_active;
  v_code text := case
    when v_is_for_sale and not v_was_for_sale then case when old.is_active then 'on_sale' else 'activated' end
    when old.is_active and not new.is_active and not new.removal_due then 'deactivated'
    when new.status <> old.status and new.status = 'invalid_cookie' then 'cookie_ended'
    when new.status <> old.status and new.status = '2fa_required' then 'check_required'
    when new.status = 'offline' and new.status_reason is not null
      and (v_was_for_sale or new.status_reason is distinct from old.status_reason) then 'off_sale' end;
begin
  if v_code is not null then
    perform add_account_event(new.id, v_code, jsonb_strip_nulls(jsonb_build_object('reason', new.status_reason)));
  end if;
  if new.fulfilment <> old.fulfilment then
    perform add_account_event(new.id, case new.fulfilment when 'manual' then 'automatic_stopped' else 'automatic_started' end);
  end if;
  if new.robux_balance <> old.robux_balance and new.total_sold = old.total_sold then
    perform add_account_event(new.id, 'balance_read', jsonb_build_object('robux', new.robux_balance, 'before', old.robux_balance));
  end if;
  return null;
end
$$;
comment on function record_account_change() is
  'Adds to the history of an account why it went off sale, came back, how its orders are bought, and balances that no sale explains.';

create function forget_account_events() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from account_events where account_id = new.id;
  return null;
end
$$;
comment on function forget_account_events() is
  'Deletes the history of a removed account.';

create trigger record_added after insert on roblox_accounts for each row
  execute function record_added_account();

create trigger record_change after update of status, status_reason, is_active, fulfilment, robux_balance on roblox_accounts for each row
  when (new.removed_at is null and ((old.status, old.status_reason, old.is_active, old.fulfilment)
      is distinct from (new.status, new.status_reason, new.is_active, new.fulfilment)
    or (old.robux_balance <> new.robux_balance and old.total_sold = new.total_sold)))
  execute function record_account_change();

create trigger removed_is_forgotten after update on roblox_accounts for each row
  when (new.removed_at is not null and old.removed_at is null)
  execute function forget_account_events();
