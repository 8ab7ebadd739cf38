create function add_notification(p_user uuid, p_kind text, p_text text) returns void
language sql as $$
  insert into notification_messages (user_id, text)
    select user_id, p_text from notifications where user_id = p_user and p_kind = any (kinds)
$$;
comment on function add_notification(uuid, text, text) is
  'Queues a Discord message for a user who has enabled this kind of notification.';

create function notify_of_account() returns trigger
language plpgsql as $$
begin
  perform add_notification(new.user_id, 'accounts', format('Your account %s went off sale because %s.', new.username,
    case new.status when 'invalid_cookie' then 'its cookie no longer works' else 'Roblox requires verification' end));
  return null;
end
$$;
comment on function notify_of_account() is
  'Queues the message about an account that went off sale because Roblox refused its session.';

create function notify_of_deposit() returns trigger
language plpgsql as $$
begin
  perform add_notification(new.user_id, 'deposits', case new.status
    when 'credited' then format('Deposit credited: %s LTC, %s.', to_char(new.litoshi / 1e8, 'FM999999990.00000000'), dollars(new.cents))
    else format('The Litecoin network reversed a deposit of %s.', dollars(new.cents)) end);
  return null;
end
$$;
comment on function notify_of_deposit() is
  'Queues the message about a credited or reversed deposit.';

create function notify_of_order() returns trigger
language plpgsql as $$
begin
  if new.status = 'completed' then
    perform add_notification(new.buyer_id, 'orders', format('Order completed: %s Robux for %s.', new.robux_amount, dollars(new.total_cents)));
    perform add_notification(new.seller_id, 'sales', format('Sold: %s Robux for %s.', new.robux_amount, dollars(new.total_cents)));
  else
    perform add_notification(new.buyer_id, 'orders', format('Order failed: %s. %s is back in your wallet.',
      rtrim(new.failure_reason, '.'), dollars(new.total_cents)));
  end if;
  return null;
end
$$;
comment on function notify_of_order() is
  'Queues the messages about an order that ended.';

create function notify_of_trade() returns trigger
language plpgsql as $$
begin
  if new.stage = 'pending' then
    perform add_notification(new.seller_id, 'trades', format('One of your listings was bought for %s. Please deliver it.', dollars(new.total_cents)));
  elsif new.stage = 'completed' then
    perform add_notification(new.seller_id, 'trades', format('Trade completed. %s was added to your wallet.', dollars(new.total_cents - new.fee_cents)));
  elsif new.stage = 'disputed' then
    perform add_notification(new.seller_id, 'trades', 'A buyer disputed a trade. Please check it.');
  elsif new.stage = 'delivered' then
    perform add_notification(new.buyer_id, 'trades', 'A listing that you bought was delivered. Please confirm it.');
  else
    perform add_notification(new.buyer_id, 'trades', format('A trade was cancelled. %s is back in your wallet.', dollars(new.total_cents)));
    perform add_notification(new.seller_id, 'trades', 'A trade was cancelled.');
  end if;
  return null;
end
$$;
comment on function notify_of_trade() is
  'Queues the messages about a new stage of a trade.';

create function notify_of_withdrawal() returns trigger
language plpgsql as $$
begin
  perform add_notification(new.user_id, 'withdrawals', case new.state
    when 'failed' then format('Withdrawal of %s failed: %s.', dollars(new.amount_cents), rtrim(new.reason, '.'))
    when 'confirmed' then format('Withdrawal of %s is confirmed.', dollars(new.amount_cents))
    else format('Withdrawal of %s is on its way.', dollars(new.amount_cents)) end);
  return null;
end
$$;
comment on function notify_of_withdrawal() is
  'Queues the message about a withdrawal that was sent, confirmed or failed.';

create trigger notify after update of status on roblox_accounts for each row
  when (new.status <> old.status and new.status in ('invalid_cookie', '2fa_required'))
  execute function notify_of_account();

create trigger notify after update on deposits for each row
  when (new.status <> old.status and new.status in ('credited', 'reversed'))
  execute function notify_of_deposit();

create trigger notify after update on orders for each row
  when (new.status <> old.status and new.status in ('completed', 'failed'))
  execute function notify_of_order();

create trigger notify after update on withdrawals for each row
  when (new.state <> old.state and new.state in ('failed', 'confirmed', 'broadcast')
    and (old.confirmed_at is null or new.state = 'failed'))
  execute function notify_of_withdrawal();

create trigger notify_bought after insert on transactions for each row
  execute function notify_of_trade();

create trigger notify_moved after update on transactions for each row
  when (new.stage <> old.stage)
  execute function notify_of_trade();
