create function own_row_announce() returns trigger
language plpgsql as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify(tg_argv[0], json_build_object('userId', v_row -> tg_argv[1])::text);
  return null;
end
$$;
comment on function own_row_announce() is
  'Notifies open pages of a user that one of their rows changed. Arguments: the topic, and the column with the user.';

-- Changes that no page shows, such as the time of the next check, are not announced.

create trigger announce after insert on listings for each row
  execute function own_row_announce('listings', 'seller_id');
create trigger announce_changed after update of updated_at on listings for each row
  when (old.updated_at is distinct from new.updated_at)
  execute function own_row_announce('listings', 'seller_id');

create trigger announce after insert or delete on proxies for each row
  execute function own_row_announce('proxies', 'user_id');
create trigger announce_changed after update of status, status_reason, removal_due on proxies for each row
  when ((old.status, old.status_reason, old.removal_due) is distinct from (new.status, new.status_reason, new.removal_due))
  execute function own_row_announce('proxies', 'user_id');

create trigger announce after insert or delete on webhook_endpoints for each row
  execute function own_row_announce('webhooks', 'user_id');
create trigger announce_changed after update of url, kinds, failing_since, off_reason on webhook_endpoints for each row
  when ((old.url, old.kinds, old.failing_since, old.off_reason) is distinct from (new.url, new.kinds, new.failing_since, new.off_reason))
  execute function own_row_announce('webhooks', 'user_id');

create trigger announce after insert or delete on withdrawal_addresses for each row
  execute function own_row_announce('withdrawal-addresses', 'user_id');
create trigger announce_changed after update of label, usable_at on withdrawal_addresses for each row
  when ((old.label, old.usable_at) is distinct from (new.label, new.usable_at))
  execute function own_row_announce('withdrawal-addresses', 'user_id');

create trigger announce after insert or delete on price_alerts for each row
  execute function own_row_announce('price-alerts', 'user_id');
create trigger announce_changed after update of met_at on price_alerts for each row
  when (old.met_at is distinct from new.met_at)
  execute function own_row_announce('price-alerts', 'user_id');

create trigger announce after insert or delete on standing_orders for each row
  execute function own_row_announce('standing-orders', 'user_id');
create trigger announce_changed after update of next_at, paused_because on standing_orders for each row
  when ((old.next_at, old.paused_because) is distinct from (new.next_at, new.paused_because))
  execute function own_row_announce('standing-orders', 'user_id');

create trigger announce after insert or delete on notifications for each row
  execute function own_row_announce('notifications', 'user_id');
create trigger announce_changed after update of webhook_id, kinds on notifications for each row
  when ((old.webhook_id, old.kinds) is distinct from (new.webhook_id, new.kinds))
  execute function own_row_announce('notifications', 'user_id');

create trigger announce after insert or delete on api_credentials for each row
  execute function own_row_announce('api-credentials', 'user_id');
create trigger announce_changed after update of revoked_at on api_credentials for each row
  when (old.revoked_at is distinct from new.revoked_at)
  execute function own_row_announce('api-credentials', 'user_id');

create trigger announce after insert or delete on factors for each row
  execute function own_row_announce('factors', 'user_id');
create trigger announce_changed after update of name, confirmed_at, used_at on factors for each row
  when ((old.name, old.confirmed_at, old.used_at) is distinct from (new.name, new.confirmed_at, new.used_at))
  execute function own_row_announce('factors', 'user_id');

create trigger announce after insert or delete or update of used_at on recovery_codes for each row
  execute function own_row_announce('factors', 'user_id');

create trigger announce after insert or delete or update of state on factor_resets for each row
  execute function own_row_announce('factors', 'user_id');

create trigger announce_limit after insert or delete or update of unchecked_cents on withdrawal_preferences for each row
  execute function own_row_announce('factors', 'user_id');
create trigger announce_wait after insert or delete or update of wait_hours, next_wait_hours on withdrawal_preferences for each row
  execute function own_row_announce('withdrawal-addresses', 'user_id');
