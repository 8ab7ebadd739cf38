create function roblox_accounts_announce() returns trigger
language plpgsql as $$
declare
  v_account roblox_accounts := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('roblox-accounts',
    json_build_object('id', v_account.id, 'userId', v_account.user_id, 'state', v_account.status)::text);
  return null;
end
$$;
comment on function roblox_accounts_announce() is
  'Notifies open pages that an account changed.';

create trigger announce after insert or delete on roblox_accounts for each row
  execute function roblox_accounts_announce();

create trigger announce_changed after update of status, status_reason, is_active, rate_cents, fulfilment, proxy_id, robux_balance, removed_at,
    unmatched on roblox_accounts for each row
  when ((old.status, old.status_reason, old.is_active, old.rate_cents, old.fulfilment, old.proxy_id, old.robux_balance, old.removed_at,
      old.unmatched) is distinct from
    (new.status, new.status_reason, new.is_active, new.rate_cents, new.fulfilment, new.proxy_id, new.robux_balance, new.removed_at,
      new.unmatched))
  execute function roblox_accounts_announce();
