-- What an order asks the database, once more with less to set up for each statement (docs/decisions/0006-order-lane.md).
create or replace function pg_temp.amend(p_function text, p_old text, p_new text) returns void language plpgsql as $$
declare
  v_all text;
begin
  select def into strict v_all from pg_proc p cross join lateral pg_get_functiondef(p.oid) as def
    where p.pronamespace = 'public'::regnamespace and p.proname = p_function and p.prokind in ('f', 'p') and strpos(def, p_old) > 0;
  execute replace(v_all, p_old, p_new);
end $$;

-- A new hold is asked on the spot whether it is one; the function that knows what holds become costs more than the row.
alter table ledger_holds drop constraint ledger_hold_is_sound, add constraint ledger_hold_is_sound
  check (state = 'active' and closed_at is null and remaining = amount and amount > 0 or ledger_hold_is_sound(ledger_holds));

-- An account knows whether its seller may sell, so that nobody who looks for stock has to look for its sellers too.
alter table roblox_accounts set (fillfactor = 50);
alter table roblox_accounts add column is_barred boolean not null default false;
comment on column roblox_accounts.is_barred is 'Its seller is banned or gone.';
alter table roblox_accounts alter column has_stock
  set expression as (robux_balance - reserved_robux >= 100 and unmatched is null and not is_barred);

create function bar_new_account() returns trigger language plpgsql as $$
begin
  -- locked whatever he is: a ban that is under way ends first, or sees the account
  select is_banned or deleted_at is not null into new.is_barred from users where id = new.user_id for share;
  new.is_barred := coalesce(new.is_barred, false);
  return new;
end $$;
create trigger barred_added before insert on roblox_accounts for each row execute function bar_new_account();
create function bar_accounts() returns trigger language plpgsql as $$
begin
  update roblox_accounts set is_barred = new.is_banned or new.deleted_at is not null where user_id = new.id and removed_at is null;
  return null;
end $$;
create trigger bars_accounts after update of is_banned, deleted_at on users for each row
  when ((new.is_banned or new.deleted_at is not null) <> (old.is_banned or old.deleted_at is not null)) execute function bar_accounts();

create or replace function stock_at(p_least_robux bigint, p_most_cents int, p_not_owned_by uuid default null, p_exclude uuid[] default '{}')
returns table (id uuid, seller_id uuid, rate_cents int, is_manual boolean, robux bigint, last_used_at timestamptz) language sql stable as $$
  select id, user_id, rate_cents, fulfilment = 'manual', robux_balance - reserved_robux, last_used_at
  from roblox_accounts
  where status = 'online' and is_active and has_stock and rate_cents <= p_most_cents and robux_balance - reserved_robux >= p_least_robux
    and user_id is distinct from p_not_owned_by and id <> all (p_exclude)
  order by rate_cents, fulfilment = 'manual', turn, last_used_at nulls first, id
$$;
create or replace view stock_at_hand as
  select id as account_id, user_id as seller_id, rate_cents, robux_balance - reserved_robux as robux, fulfilment, last_used_at, unmatched
  from roblox_accounts
  where status = 'online' and is_active and robux_balance > reserved_robux and not is_barred;

select pg_temp.amend('reference_differences',
  'a.id = o.account_id and a.user_id = o.seller_id)
',
  'a.id = o.account_id and a.user_id = o.seller_id)
  union all
  select ''an account is for sale or barred otherwise than its seller'', a.id::text, (not a.is_barred)::int::bigint, a.is_barred::int::bigint
    from roblox_accounts a join users u on u.id = a.user_id
    where a.removed_at is null and a.is_barred <> (u.is_banned or u.deleted_at is not null)
');

-- An account that goes when it is free is asked for what it must be by the function that lets it go, before it is written.
drop trigger sound_removed on roblox_accounts;
select pg_temp.amend('remove_account_when_free', '  return new;
', '  if not roblox_account_is_sound(new) then raise exception ''roblox account % is not sound'', new.id using errcode = ''check_violation''; end if;
  return new;
');

select pg_temp.amend('place_order',
  'json_build_object(''at'', v_at, ''ids'', array[v_id], ''accountIds'', array[v_account], ''sellerIds'', array[v_seller], ''rates'', array[v_rate],
    ''totals'', array[v_total])',
  'concat(''{"at":'', to_json(v_at), '',"ids":["'', v_id, ''"],"accountIds":["'', v_account, ''"],"sellerIds":["'', v_seller,
    ''"],"rates":['', v_rate, ''],"totals":['', v_total, '']}'')');

update roblox_accounts a set is_barred = true from users u where u.id = a.user_id and (u.is_banned or u.deleted_at is not null) and a.removed_at is null;
