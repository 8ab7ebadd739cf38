create function pre_orders_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'waiting' then raise exception 'a pre-order starts as waiting, not as %', new.status; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'a pre-order is never deleted'; end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('waiting', 'matched'), ('waiting', 'closed'), ('matched', 'waiting'), ('matched', 'closed')) then
    raise exception 'a pre-order that is % does not become %', old.status, new.status;
  end if;
  if old.status = 'closed' then raise exception 'pre-order % is closed', old.id; end if;
  if old.status = 'matched' and new.status <> 'matched'
    and not exists (select from orders where id = old.order_id and status = 'failed') then
    raise exception 'pre-order % has an order that did not fail', old.id;
  end if;
  if (new.id, new.place, new.buyer_id, new.robux_amount, new.max_rate_cents, new.max_total_cents, new.pass_id, new.product_id,
      new.creator_type, new.creator_target_id, new.created_at) is distinct from
     (old.id, old.place, old.buyer_id, old.robux_amount, old.max_rate_cents, old.max_total_cents, old.pass_id, old.product_id,
      old.creator_type, old.creator_target_id, old.created_at) then
    raise exception 'what was pre-ordered does not change';
  end if;
  return new;
end
$$;
comment on function pre_orders_guard() is
  'Enforces the allowed state changes of a pre-order. What was pre-ordered never changes. A matched pre-order waits again only if its order
failed.';

create function pre_orders_announce() returns trigger
language plpgsql as $$
begin
  perform pg_notify('pre-orders',
    json_build_object('preOrderId', new.id, 'buyerId', new.buyer_id, 'state', new.status)::text);
  return null;
end
$$;
comment on function pre_orders_announce() is
  'Notifies open pages that a pre-order changed.';

create function retry_unaffordable_pre_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update pre_orders p set affordable_rate_cents = p.max_rate_cents, limited_by = null, limited_until = null
    from ledger_accounts a
    where a.id = new.account_id and p.buyer_id = a.user_id and p.status = 'waiting' and p.affordable_rate_cents < p.max_rate_cents;
  return null;
end
$$;
comment on function retry_unaffordable_pre_orders() is
  'Makes matching try the pre-orders of a buyer again after the balance has grown.';

create function return_pre_order() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_accounts_failed boolean := new.account_id = any (new.excluded_accounts);
begin
  -- someone may be closing it in this moment, which both statements have to see
  perform 1 from pre_orders where order_id = new.id for no key update;
  update pre_orders set status = 'closed', order_id = null, matched_at = null
    where order_id = new.id and close_reason is not null;
  update pre_orders p set status = 'waiting', order_id = null, matched_at = null, returns = p.returns + 1,
      waits_for = case when v_accounts_failed then 'stock' else 'pass' end,
      affordable_rate_cents = p.max_rate_cents, avoided_accounts = new.excluded_accounts,
      avoid_until = clock_timestamp() + interval '30 seconds' * 2 ^ least(p.returns, 6),
      next_check_at = case when not v_accounts_failed
        then clock_timestamp() + interval '30 seconds' * 2 ^ greatest(0, least(p.returns - 4, 6)) end
    where p.order_id = new.id;
  return null;
end
$$;
comment on function return_pre_order() is
  'Returns a pre-order whose order failed to its place in the queue. It waits for other stock if accounts failed, and avoids those for 30 seconds,
twice as long with each return, up to 32 minutes. Otherwise it waits for the gamepass, whose first check is 30 seconds later, and later with each
return after the fifth.';

create trigger back_in_queue after update on orders for each row
  when (new.status = 'failed' and old.status <> 'failed')
  execute function return_pre_order();

create trigger guard before insert or delete or update on pre_orders for each row
  execute function pre_orders_guard();

create trigger retry_unaffordable_pre_orders after update on ledger_balances for each row
  when ((new.posted - (new.held)) > (old.posted - (old.held)))
  execute function retry_unaffordable_pre_orders();

create trigger announce after insert or update on pre_orders for each row
  execute function pre_orders_announce();
