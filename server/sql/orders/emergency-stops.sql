create function record_emergency_stop() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_stop emergency_stops;
begin
  if emergency_stopped() then
    insert into emergency_stops default values on conflict do nothing;
    if found then perform add_manual_event('manual_rests'); end if;
    return null;
  end if;
  -- a stop that began in the future is from before the clock was set back
  update emergency_stops set ended_at = greatest(started_at, clock_timestamp()) where ended_at is null returning * into v_stop;
  if not found then return null; end if;
  update orders o set manual_deadline = o.manual_deadline + (v_stop.ended_at - greatest(v_stop.started_at, m.given_at))
    from manual_orders m
    where m.order_id = o.id and m.account_id = o.account_id
      and o.next_check_at is not null and o.status = 'manual' and o.manual_deadline is not null;
  perform add_manual_event('manual_moved');
  return null;
end
$$;
comment on function record_emergency_stop() is
  'Records when an emergency stop starts and ends. When it ends, the deadlines of manual orders move by its length, so that sellers have as much
time left as before. Maintenance does not count, unlike in trade_pauses: the seller can still buy on Roblox, and the worker sees the purchase.';

create function add_manual_event(p_code text) returns void
language sql as $$
  with told as (
    insert into order_events (order_id, code, details)
      select id, p_code, case p_code when 'manual_moved'
          then jsonb_build_object('until', to_char(manual_deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) else '{}' end
      from orders where next_check_at is not null and status = 'manual' and manual_deadline is not null
      -- a stop waits for no order that another transaction is changing
      for key share skip locked
      returning order_id)
  select pg_notify('orders', json_build_object('orderId', o.id, 'state', 'processing', 'buyerId', o.buyer_id, 'sellerId', o.seller_id)::text)
    from told join orders o on o.id = told.order_id;
$$;
comment on function add_manual_event(text) is
  'Adds an event about the deadline to the timelines of open manual orders, except those that another transaction is changing, and notifies buyers
and sellers.';

create trigger stop_recorded after insert or update on settings for each row
  when (new.key = 'emergency_shutdown')
  execute function record_emergency_stop();
