create function match_all_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform match_or_mark(null);
  return null;
end
$$;
comment on function match_all_stock() is
  'Matches all stock when the transaction commits.';

create function match_or_mark(p_account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_lock_timeout constant text := current_setting('lock_timeout');
  v_is_finished boolean := false;
begin
  if current_setting('sterling.matching_is_left', true) is distinct from 'yes' then
    begin
      perform set_config('lock_timeout', '250ms', true);
      v_is_finished := (select p_is_finished from match_pre_orders(p_account));
    exception when lock_not_available then
      perform set_config('sterling.matching_is_left', 'yes', true);
    end;
    -- the rest of the commit, such as the audit log, waits as long as before
    perform set_config('lock_timeout', v_lock_timeout, true);
    if v_is_finished then return; end if;
  end if;
  update roblox_accounts a set unmatched = nextval('matching_marks')
    where a.id = p_account or (p_account is null and a.id in (select account_id from stock_at_hand));
end
$$;
comment on function match_or_mark(uuid) is
  'Matches new stock in the transaction that adds it, if no lock takes longer than 250 ms. Otherwise it marks the stock, which hides it from
orders until the worker has matched it.';

create function match_new_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and not stock_has_grown(old, new) then return null; end if;
  perform match_or_mark(new.id);
  return null;
end
$$;
comment on function match_new_stock() is
  'Matches the stock of an account that can sell more than before.';

create function retry_limited_pre_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update pre_orders set limited_until = now() where waits_for = 'stock' and limited_until is not null;
  return null;
end
$$;
comment on function retry_limited_pre_orders() is
  'Makes matching try limited buyers again after the owner has changed the limits.';

create function stock_has_grown(old roblox_accounts, new roblox_accounts) returns boolean
language plpgsql immutable as $$
begin
  return is_on_sale(new) and new.robux_balance > new.reserved_robux and (
    not is_on_sale(old) or new.rate_cents < old.rate_cents or new.robux_balance - new.reserved_robux > old.robux_balance - old.reserved_robux);
end
$$;
comment on function stock_has_grown(roblox_accounts, roblox_accounts) is
  'Whether an account can sell something that it could not sell before.';

create constraint trigger match_added after insert on roblox_accounts deferrable initially deferred for each row
  when (is_on_sale(new) and new.robux_balance > new.reserved_robux)
  execute function match_new_stock();

create constraint trigger match_grown after update on roblox_accounts deferrable initially deferred for each row
  when (new.reserved_robux <= old.reserved_robux)
  execute function match_new_stock();

create constraint trigger match_unbanned after update on users deferrable initially deferred for each row
  when (old.is_banned and not new.is_banned or may_buy(new) and not may_buy(old))
  execute function match_all_stock();

create constraint trigger match_started after update on settings deferrable initially deferred for each row
  -- only at its end: the start of a stop waits for nothing
  when (new.key = 'emergency_shutdown' and (old.value ->> 'enabled')::boolean and not (new.value ->> 'enabled')::boolean)
  execute function match_all_stock();

create trigger limits_changed after update on settings for each row
  when (new.key in ('account_age', 'new_buyer_cap') and old.value is distinct from new.value)
  execute function retry_limited_pre_orders();
