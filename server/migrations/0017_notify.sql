-- Tells who listens about what changes seldom, whoever changes it. What changes with every order is announced by the
-- process that placed it, after its commit: NOTIFY holds a lock of the whole database until the commit is on disk
-- (docs/decisions/0004). That is why promised stock, which comes with an order, is not among the columns here.

create function roblox_accounts_announce() returns trigger language plpgsql as $$
declare
  v_account roblox_accounts := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('roblox-accounts',
    json_build_object('id', v_account.id, 'userId', v_account.user_id, 'state', v_account.status)::text);
  return null;
end $$;
create trigger announce after insert or delete on roblox_accounts
  for each row execute function roblox_accounts_announce();
create trigger announce_changed
  after update of status, is_active, rate_cents, fulfilment, robux_balance, removed_at on roblox_accounts for each row
  when ((old.status, old.is_active, old.rate_cents, old.fulfilment, old.robux_balance, old.removed_at)
    is distinct from (new.status, new.is_active, new.rate_cents, new.fulfilment, new.robux_balance, new.removed_at))
  execute function roblox_accounts_announce();

-- What a person may do.
create function users_announce() returns trigger language plpgsql as $$
begin
  perform pg_notify('users', new.id::text);
  return null;
end $$;
create trigger announce after insert on users for each row execute function users_announce();
create trigger announce_changed after update of role, is_owner, is_banned, deleted_at on users for each row
  when ((old.role, old.is_owner, old.is_banned, old.deleted_at)
    is distinct from (new.role, new.is_owner, new.is_banned, new.deleted_at))
  execute function users_announce();

-- A session that ended, or whose token is another.
create function sessions_announce() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', json_build_object('id', old.id, 'userId', old.user_id)::text);
  return null;
end $$;
create trigger announce after delete on sessions for each row execute function sessions_announce();
create trigger announce_changed after update of token_hash, rotation_due, expires_at on sessions for each row
  execute function sessions_announce();

create or replace function pre_orders_tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('pre-orders',
    json_build_object('preOrderId', new.id, 'buyerId', new.buyer_id, 'state', new.status)::text);
  return null;
end $$;
