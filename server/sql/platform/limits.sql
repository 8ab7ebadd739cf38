create function count_write(p_who text, p_max int, p_window interval, out counted bigint, out wait_seconds int, out remaining int)
language plpgsql as $$
declare
  v_now timestamptz;
  v_makes_room timestamptz;
  v_made int;
begin
  -- Concurrent writes of one person are counted one after the other, so that a burst cannot exceed the limit.
  perform pg_advisory_xact_lock(hashtextextended('writes of ' || p_who, 0));
  v_now := clock_timestamp();
  delete from writes where who = p_who and at <= v_now - p_window;
  select count(*) into v_made from writes where who = p_who;
  remaining := greatest(0, p_max - v_made - 1);
  if v_made >= p_max then
    select at into v_makes_room from writes where who = p_who order by at desc, id desc offset p_max - 1 limit 1;
    wait_seconds := greatest(1, ceil(extract(epoch from v_makes_room + p_window - v_now)));
  else
    insert into writes (who, at) values (p_who, v_now) returning id into counted;
  end if;
end
$$;
comment on function count_write(text, int, interval) is
  'Counts a write of p_who, unless p_max writes were made within the window. Returns the id of the count and how many more writes are allowed, or the seconds to wait.';
