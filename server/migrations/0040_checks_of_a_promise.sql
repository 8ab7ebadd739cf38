-- What PostgreSQL asks of each row that an order writes (docs/decisions/0006-order-lane.md).
create or replace function pg_temp.amend(p_function text, p_old text, p_new text) returns void language plpgsql as $$
declare
  v_all text;
begin
  select def into strict v_all from pg_proc p cross join lateral pg_get_functiondef(p.oid) as def
    where p.pronamespace = 'public'::regnamespace and p.proname = p_function and p.prokind in ('f', 'p') and strpos(def, p_old) > 0;
  execute replace(v_all, p_old, p_new);
end $$;

-- An account whose stock is promised is asked for no more than that; what is left of the check is asked when one of its columns is written, and of
-- an account that goes when it is free, which changes in a trigger.
alter table roblox_accounts drop constraint roblox_account_is_sound,
  add constraint roblox_accounts_promised check (reserved_robux >= 0 and (reserved_robux = 0 or removed_at is null));
create function refuse_unsound_account() returns trigger language plpgsql as $$
begin
  if not roblox_account_is_sound(new) then raise exception 'roblox account % is not sound', new.id using errcode = 'check_violation'; end if;
  return null;
end $$;
create trigger sound after insert or update of robux_balance, total_sold, rate_cents, status, fulfilment, removed_at, sealed_cookie, is_active, proxy_id
  on roblox_accounts for each row execute function refuse_unsound_account();
create trigger sound_removed after update on roblox_accounts for each row when (new.removal_due) execute function refuse_unsound_account();

-- A new order has one trigger instead of two.
drop trigger guard_new on orders;
drop trigger sound_new on orders;
select pg_temp.amend('orders_guard', '  if tg_op = ''INSERT'' then
    if new.status <> ''pending'' then raise exception ''an order starts as pending, not as %'', new.status; end if;
    return new;
  end if;
', '');
select pg_temp.amend('order_is_sound', 'begin
', 'begin
  if tg_op = ''INSERT'' and new.status <> ''pending'' then raise exception ''an order starts as pending, not as %'', new.status; end if;
');
create trigger sound_new after insert on orders for each row
  when (new.status <> 'pending' or new.look_at is null or num_nonnulls(new.ended_at, new.failure_reason, new.manual_deadline, new.manual_price_robux,
    new.review_reason, new.split_id, new.part) > 0)
  execute function order_is_sound();
