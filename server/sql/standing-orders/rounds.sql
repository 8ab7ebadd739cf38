create function next_round(p_weekday int, p_hour int, p_time_zone text, p_after timestamptz) returns timestamptz
language sql stable as $$
  select min(round) from (
    select (date_trunc('week', p_after at time zone p_time_zone) + make_interval(days => p_weekday - 1 + 7 * week, hours => p_hour))
      at time zone p_time_zone as round
    from generate_series(0, 1) week) rounds
  where round > p_after
$$;
comment on function next_round(int, int, text, timestamptz) is
  'The first time after p_after at which it is p_hour o''clock on p_weekday (1: Monday) in the time zone. An hour that a change of clocks skips
is an hour later.';
