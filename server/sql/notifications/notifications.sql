create function add_notification(
  p_user uuid, p_kind text, p_code text, p_subject uuid, p_details jsonb, p_other_kind text default null
) returns void
language sql as $$
  with entry as (
    insert into inbox_entries (user_id, kind, code, subject_id, details)
      select p_user, p_kind, p_code, p_subject, p_details where p_user is not null
    returning id, at),
  message as (
    insert into notification_messages (user_id, entry_id)
      select n.user_id, entry.id from entry, notifications n
      where n.user_id = p_user and (p_kind = any (n.kinds) or p_other_kind = any (n.kinds)))
  insert into webhook_deliveries (endpoint_id, event_id, object_id, subject_id, code, details, at)
    select w.id, entry.id, coalesce(p_subject, p_user), p_subject, p_code, p_details, entry.at
    from entry, webhook_endpoints w
    where w.user_id = p_user and w.off_at is null and (p_kind = any (w.kinds) or p_other_kind = any (w.kinds))
$$;
comment on function add_notification(uuid, text, text, uuid, jsonb, text) is
  'Adds an entry to a user''s inbox. Queues it as a Discord message and for the user''s webhooks, if they take this kind or the other one.
inbox.rules.ts makes the sentence, webhooks.rules.ts the body.';

create function notify_of_account() returns trigger
language plpgsql as $$
begin
  perform add_notification(new.user_id, 'accounts', 'account_off_sale', new.id,
    jsonb_build_object('username', new.username, 'status', new.status));
  return null;
end
$$;
comment on function notify_of_account() is
  'Adds the news about an account that went off sale because Roblox refused its session.';

create function notify_of_offline(p_account uuid) returns void
language sql as $$
  select add_notification(user_id, 'accounts', 'account_off_sale', id,
    jsonb_build_object('username', username, 'status', status, 'reason', status_reason))
  from roblox_accounts where id = p_account and status = 'offline' and is_active
$$;
comment on function notify_of_offline(uuid) is
  'Adds the news about an account that went offline, and will not return without its seller or the end of a restriction.';

create function notify_of_deposit() returns trigger
language plpgsql as $$
begin
  perform add_notification(new.user_id, 'deposits', 'deposit_' || new.status, new.id,
    jsonb_build_object('litoshi', new.litoshi, 'cents', new.cents));
  return null;
end
$$;
comment on function notify_of_deposit() is
  'Adds the news about a credited or reversed deposit.';

create function notify_of_order() returns trigger
language plpgsql as $$
declare
  v_details jsonb := jsonb_build_object('robux', new.robux_amount, 'cents', new.total_cents);
begin
  if new.status = 'completed' then
    perform add_notification(new.seller_id, 'sales', 'order_sold', new.id, v_details);
  elsif new.status = 'manual' then
    perform add_notification(new.seller_id, 'sales', 'order_to_buy', new.id, v_details);
    return null;
  end if;
  if new.split_id is not null then
    perform notify_of_split_order(new.split_id);
  elsif new.status = 'completed' then
    perform add_notification(new.buyer_id, 'orders', 'order_completed', new.id, v_details);
  else
    perform add_notification(new.buyer_id, 'orders', 'order_failed', new.id,
      v_details || jsonb_build_object('reason', new.failure_reason));
  end if;
  return null;
end
$$;
comment on function notify_of_order() is
  'Adds the news about an order that ended, or that its seller has to buy in their own browser. Each seller of a split order gets the news
of their part, and the buyer those of the whole order.';

create function notify_of_split_order(p_split uuid) returns void
language sql as $$
  select case when bool_or(status = 'completed')
    then add_notification(buyer_id, 'orders', 'order_completed', p_split, jsonb_strip_nulls(jsonb_build_object(
      'robux', sum(robux_amount) filter (where status = 'completed'), 'cents', sum(total_cents) filter (where status = 'completed'),
      'missingRobux', sum(robux_amount) filter (where status = 'failed'), 'backCents', sum(total_cents) filter (where status = 'failed'))))
    else add_notification(buyer_id, 'orders', 'order_failed', p_split, jsonb_build_object(
      'robux', sum(robux_amount), 'cents', sum(total_cents), 'reason', (array_agg(failure_reason order by part))[1])) end
  from orders where split_id = p_split group by buyer_id having bool_and(ended_at is not null)
$$;
comment on function notify_of_split_order(uuid) is
  'Adds the news about a split order for its buyer, once its last open part has ended. It is completed if any
part was bought; the news then says what the failed parts lack and what came back for them.';

create function notify_of_trade() returns trigger
language plpgsql as $$
declare
  v_decided boolean := tg_op = 'UPDATE' and old.stage = 'disputed' and new.stage in ('completed', 'cancelled');
  v_details jsonb := jsonb_build_object('cents', new.total_cents, 'earnedCents', new.total_cents - new.fee_cents, 'decided', v_decided);
begin
  if new.stage = 'pending' then
    perform add_notification(new.seller_id, 'trades', 'trade_bought', new.id, v_details);
  elsif new.stage = 'delivered' then
    perform add_notification(new.buyer_id, 'trades', 'trade_delivered', new.id, v_details);
  elsif new.stage = 'disputed' then
    perform add_notification(new.seller_id, 'trades', 'trade_disputed', new.id, v_details);
  elsif new.stage = 'completed' then
    perform add_notification(new.seller_id, 'trades', 'trade_completed', new.id, v_details);
    if v_decided then
      perform add_notification(new.buyer_id, 'trades', 'trade_lost', new.id, v_details);
    end if;
  else
    perform add_notification(new.buyer_id, 'trades', 'trade_refunded', new.id, v_details);
    perform add_notification(new.seller_id, 'trades', 'trade_cancelled', new.id, v_details);
  end if;
  return null;
end
$$;
comment on function notify_of_trade() is
  'Adds the news about a new stage of a trade. A decision about a trade that nobody disputed passes the stage disputed, which is no news.';

create function notify_of_withdrawal() returns trigger
language plpgsql as $$
begin
  perform add_notification(new.user_id, 'withdrawals',
    case when new.is_cancelled then 'withdrawal_cancelled' when new.state = 'broadcast' then 'withdrawal_sent'
      else 'withdrawal_' || new.state end, new.id,
    jsonb_build_object('cents', new.amount_cents, 'reason', new.reason));
  return null;
end
$$;
comment on function notify_of_withdrawal() is
  'Adds the news about a withdrawal that was sent, confirmed, cancelled or failed.';

create trigger notify after update of status on roblox_accounts for each row
  when (new.status <> old.status and new.status in ('invalid_cookie', '2fa_required'))
  execute function notify_of_account();

create trigger notify after update on deposits for each row
  when (new.status <> old.status and new.status in ('credited', 'reversed'))
  execute function notify_of_deposit();

create trigger notify after update on orders for each row
  when (new.status <> old.status and (new.status in ('completed', 'failed')
    or (new.status = 'manual' and new.manual_deadline is not null)))
  execute function notify_of_order();

create trigger notify after update on withdrawals for each row
  -- a booked payment that a reorganisation moves to another block is no news
  when (new.state <> old.state and new.state in ('failed', 'confirmed', 'broadcast')
    and (old.confirmed_at is null or new.state = 'failed'))
  execute function notify_of_withdrawal();

create trigger notify_bought after insert on transactions for each row
  execute function notify_of_trade();

create trigger notify_moved after update on transactions for each row
  when (new.stage <> old.stage and not (new.stage = 'disputed' and new.decided_for is not null))
  execute function notify_of_trade();
