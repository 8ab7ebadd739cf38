create function trades_paused() returns boolean
language sql stable as $$
  select emergency_stopped()
    or coalesce((select (value ->> 'enabled')::boolean from settings where key = 'maintenance_mode'), false)
$$;
comment on function trades_paused() is
  'Whether buyers and sellers cannot end their trades now: during an emergency stop or maintenance.';

create function trade_clock() returns timestamptz
language sql stable as $$
  select least((select started_at from trade_pauses where ended_at is null), now())
$$;
comment on function trade_clock() is
  'The time that the deadlines of trades are compared with: now, or the start of the present pause. So nothing becomes due during a pause.';

create function paused_since(p_from timestamptz) returns interval
language sql stable as $$
  select coalesce(sum(coalesce(ended_at, now()) - greatest(started_at, p_from)), interval '0')
  from trade_pauses where coalesce(ended_at, now()) > greatest(started_at, p_from)
$$;
comment on function paused_since(timestamptz) is
  'How long trades have been paused since a time. Waits in which a person can cancel something are longer by it, because during maintenance the
person cannot.';

create function move_trade_deadlines(p_from timestamptz, p_until timestamptz) returns void
language sql as $$
  with moved as (
    update transactions set
      deliver_by = case stage when 'pending' then deliver_by + (p_until - greatest(p_from, created_at)) else deliver_by end,
      confirm_at = case stage when 'delivered'
        then greatest(confirm_at + (p_until - greatest(p_from, delivered_at)), p_until + interval '1 hour') end
    where stage = 'pending' and deliver_by > p_from and created_at < p_until
      or stage = 'delivered' and (delivered_at < p_until) is not false
    returning id, stage, buyer_id, seller_id
  ), told as (
    insert into transaction_events (transaction_id, what)
      select id, 'Sterling was paused. The deadline moved by the length of the pause' from moved
  )
  select pg_notify('transactions',
      json_build_object('transactionId', id, 'state', stage, 'buyerId', buyer_id, 'sellerId', seller_id)::text) from moved;
$$;
comment on function move_trade_deadlines(timestamptz, timestamptz) is
  'Moves the deadlines of open trades by a pause, or by the part of it since the purchase or the delivery. A delivery time that had passed before
the pause stays. A confirmation is due an hour after the pause at the earliest. Notifies buyers and sellers.';

create function record_trade_pause() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_pause trade_pauses;
  v_now timestamptz;
begin
  -- a stop and maintenance that change at the same time wait for each other here, so that the second sees the first
  lock table trade_pauses in share row exclusive mode;
  if trades_paused() then
    insert into trade_pauses default values on conflict do nothing;
    return null;
  end if;
  -- like all that lock several trades, in the order of their ids; the pause ends after the wait for these locks
  perform from transactions where stage in ('pending', 'delivered') and exists (select from trade_pauses where ended_at is null)
    order by id for update;
  -- a pause that began in the future is from before the clock was set back
  v_now := clock_timestamp();
  update trade_pauses set ended_at = greatest(started_at, v_now) where ended_at is null returning * into v_pause;
  if found then perform move_trade_deadlines(least(v_pause.started_at, v_now), v_now); end if;
  return null;
end
$$;
comment on function record_trade_pause() is
  'Records when a pause of trades starts and ends. Maintenance counts, unlike in emergency_stops, because it refuses every step of a trade. A stop and
maintenance that overlap are one pause. When it ends, the deadlines of open trades move.';

create trigger trade_pause_recorded after insert or update on settings for each row
  when (new.key in ('emergency_shutdown', 'maintenance_mode'))
  execute function record_trade_pause();
