-- Messages to people's own Discord webhooks, written by what happens and sent by the worker.
create table notifications (
  user_id uuid primary key references users,
  -- the vault's, context 'webhook <user id>': who has it can write into the person's channel
  sealed_webhook bytea not null,
  -- the part of it that is no secret
  webhook_id text not null,
  kinds text[] not null
    check (kinds <@ array['orders', 'sales', 'pre-orders', 'trades', 'deposits', 'withdrawals', 'accounts'])
);

create table notification_messages (
  id bigint generated always as identity primary key,
  user_id uuid not null references notifications on delete cascade,
  text text not null,
  tries int not null default 0,
  send_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index notification_messages_due on notification_messages (send_at);
create index notification_messages_of_user on notification_messages (user_id);

-- Tells a person, if he wants to hear of such things. Texts hold nothing that another person wrote.
create function tell(p_user uuid, p_kind text, p_text text) returns void language sql as $$
  insert into notification_messages (user_id, text)
    select user_id, p_text from notifications where user_id = p_user and p_kind = any (kinds)
$$;

create function dollars(p_cents bigint) returns text language sql immutable as $$
  select to_char(p_cents / 100.0, 'FM$999,999,999,990.00')
$$;

create function tell_of_order() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' then
    perform tell(new.buyer_id, 'orders', format('Order completed: %s Robux for %s.', new.robux_amount, dollars(new.total_cents)));
    perform tell(new.seller_id, 'sales', format('Sold: %s Robux for %s.', new.robux_amount, dollars(new.total_cents)));
  else
    perform tell(new.buyer_id, 'orders', format('Order failed: %s. %s is back in your wallet.',
      rtrim(new.failure_reason, '.'), dollars(new.total_cents)));
  end if;
  return null;
end $$;
create trigger tell after update on orders
  for each row when (new.status <> old.status and new.status in ('completed', 'failed')) execute function tell_of_order();

create function tell_of_pre_order() returns trigger language plpgsql as $$
begin
  perform tell(new.buyer_id, 'pre-orders', format('Your pre-order of %s Robux was matched.', new.robux_amount));
  return null;
end $$;
create trigger tell_webhook after update on pre_orders
  for each row when (new.status = 'matched' and old.status <> 'matched') execute function tell_of_pre_order();

create function tell_of_trade() returns trigger language plpgsql as $$
begin
  if new.stage = 'pending' then
    perform tell(new.seller_id, 'trades', format('A listing of yours was bought for %s: please deliver.', dollars(new.total_cents)));
  elsif new.stage = 'completed' then
    perform tell(new.seller_id, 'trades', format('A trade is completed: %s is yours.', dollars(new.total_cents - new.fee_cents)));
  elsif new.stage = 'disputed' then
    perform tell(new.seller_id, 'trades', 'The buyer disputes a trade: please look at it.');
  elsif new.stage = 'delivered' then
    perform tell(new.buyer_id, 'trades', 'A listing that you bought was delivered: please confirm it.');
  else
    perform tell(new.buyer_id, 'trades', format('A trade was called off: %s is back in your wallet.', dollars(new.total_cents)));
    perform tell(new.seller_id, 'trades', 'A trade was called off.');
  end if;
  return null;
end $$;
create trigger tell_bought after insert on transactions for each row execute function tell_of_trade();
create trigger tell_moved after update on transactions
  for each row when (new.stage <> old.stage) execute function tell_of_trade();

create function tell_of_deposit() returns trigger language plpgsql as $$
begin
  perform tell(new.user_id, 'deposits', case new.status
    when 'credited' then format('Deposit credited: %s LTC, %s.', to_char(new.litoshi / 1e8, 'FM999999990.00000000'), dollars(new.cents))
    else format('The network took a deposit of %s back.', dollars(new.cents)) end);
  return null;
end $$;
create trigger tell after update on deposits
  for each row when (new.status <> old.status and new.status in ('credited', 'reversed')) execute function tell_of_deposit();

create function tell_of_withdrawal() returns trigger language plpgsql as $$
begin
  perform tell(new.user_id, 'withdrawals', case new.state
    when 'failed' then format('Withdrawal of %s failed: %s.', dollars(new.amount_cents), rtrim(new.reason, '.'))
    when 'confirmed' then format('Withdrawal of %s is confirmed.', dollars(new.amount_cents))
    else format('Withdrawal of %s is on its way.', dollars(new.amount_cents)) end);
  return null;
end $$;
create trigger tell after update on withdrawals
  for each row when (new.state <> old.state and new.state in ('failed', 'confirmed', 'broadcast') and old.confirmed_at is null)
  execute function tell_of_withdrawal();

create function tell_of_account() returns trigger language plpgsql as $$
begin
  perform tell(new.user_id, 'accounts', format('Your account %s went off sale: %s.', new.username,
    case new.status when 'invalid_cookie' then 'its cookie does not work any more' else 'Roblox wants a check' end));
  return null;
end $$;
create trigger tell after update on roblox_accounts
  for each row when (new.status <> old.status and new.status in ('invalid_cookie', '2fa_required')) execute function tell_of_account();
