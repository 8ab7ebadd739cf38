create function trades_paused() returns boolean
language sql stable as $$
  select emergency_stopped()
    or coalesce((select (value ->> 'enabled')::boolean from settings where key = 'maintenance_mode'), false)
$$;
comment on function trades_paused() is
  'Whether buyers and sellers cannot end their trades now: during an emergency stop or maintenance.';

create function web_down_since() returns timestamptz
language sql stable as $$
  select max(minute) + interval '1 minute' from heartbeats where minute <= now()
    having max(minute) < now() - interval '6 minutes'
$$;
comment on function web_down_since() is
  'Since when no web process has answered people, if that is more than five minutes ago. A deploy takes less. Null before the first heartbeat.
Heartbeats of the future are from before the clock was set back.';

create function trade_clock() returns timestamptz
language sql stable as $$
  select least((select started_at from trade_pauses where ended_at is null), web_down_since(), now())
$$;
comment on function trade_clock() is
  'The time that the deadlines of trades are compared with: now, or the start of the present pause. So nothing becomes due during a pause.';

create function paused_since(p_from timestamptz) returns interval
language sql stable as $$
  with pauses as (
    select started_at, ended_at from trade_pauses where ended_at is not null
    -- the present one, if there is one
    union all select trade_clock(), now()
  )
  select coalesce(sum(ended_at - greatest(started_at, p_from)), interval '0')
  from pauses where ended_at > greatest(started_at, p_from)
$$;
comment on function paused_since(timestamptz) is
  'How long trades have been paused since a time. A wait in which a person can cancel something is extended by it, because the person cannot
cancel during maintenance or an outage.';

create function move_trade_deadlines(p_from timestamptz, p_until timestamptz) returns void
language sql as $$
  with moved as (
    update transactions set
      deliver_by = case stage when 'pending' then deliver_by + (p_until - greatest(p_from, created_at)) else deliver_by end,
      confirm_at = case stage when 'delivered'
        then greatest(confirm_at + (p_until - greatest(p_from, delivered_at)), p_until + interval '1 hour') end
    where stage = 'pending' and deliver_by > p_from and created_at < p_until
      -- some old deliveries have no time: they were before the pause
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

create function lock_open_trades() returns void
language plpgsql as $$
begin
  perform from transactions where stage in ('pending', 'delivered') order by id for update;
end
$$;
comment on function lock_open_trades() is
  'Locks all open trades, in the order of their ids. All that lock several trades do so in this order, so that none waits for another in a
circle.';

create function end_trade_pause() returns void
language plpgsql as $$
declare
  v_pause trade_pauses;
  v_now timestamptz;
begin
  -- the pause ends after the wait for these locks; most are held already
  if exists (select from trade_pauses where ended_at is null) then perform lock_open_trades(); end if;
  -- a pause that began in the future is from before the clock was set back
  v_now := clock_timestamp();
  update trade_pauses set ended_at = greatest(started_at, v_now) where ended_at is null returning * into v_pause;
  if found then perform move_trade_deadlines(least(v_pause.started_at, v_now), v_now); end if;
end
$$;
comment on function end_trade_pause() is
  'Ends the open pause, if there is one, and moves the deadlines of open trades. The caller has locked trade_pauses.';

create function record_trade_pause() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- before the lock on the table, for which the start of a stop would have to wait
  if not trades_paused() and exists (select from trade_pauses where ended_at is null) then perform lock_open_trades(); end if;
  -- a stop and maintenance that change at the same time wait for each other here, so that the second sees the first
  lock table trade_pauses in share row exclusive mode;
  if trades_paused() then
    insert into trade_pauses default values on conflict do nothing;
  else
    perform end_trade_pause();
  end if;
  return null;
end
$$;
comment on function record_trade_pause() is
  'Records when a pause of trades starts and ends. Maintenance counts, unlike in emergency_stops, because it refuses every step of a trade. A stop and
maintenance that overlap are one pause. When it ends, the deadlines of open trades move.';

create trigger trade_pause_recorded after insert or update on settings for each row
  when (new.key in ('emergency_shutdown', 'maintenance_mode'))
  execute function record_trade_pause();

create function record_outage() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_since timestamptz;
begin
  if web_down_since() is null then return new; end if;
  -- before the lock on the table, for which the start of a stop would have to wait
  if not trades_paused() then perform lock_open_trades(); end if;
  lock table trade_pauses in share row exclusive mode;
  -- asked again, because another web process may have recorded the outage meanwhile
  v_since := web_down_since();
  if v_since is null then return new; end if;
  if trades_paused() then
    update trade_pauses set started_at = least(started_at, v_since) where ended_at is null;
  else
    insert into trade_pauses (started_at) values (v_since);
    perform end_trade_pause();
  end if;
  return new;
end
$$;
comment on function record_outage() is
  'Records an outage of all web processes as a pause, when the first of them is back. If a stop or maintenance lasts, its pause begins with the outage.';

-- a heartbeat of an earlier time, such as a copied one, ends no outage
create trigger outage_recorded before insert on heartbeats for each row
  when (new.minute > now() - interval '5 minutes')
  execute function record_outage();
