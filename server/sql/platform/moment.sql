create function moment() returns timestamptz
language sql stable as $$
  select case when current_user = 'sterling_demo'
    then coalesce(nullif(current_setting('sterling.moment', true), '')::timestamptz, now()) else now() end
$$;
comment on function moment() is
  'The time of an event: now. The role that creates the demo world may set another time (sterling.moment).';
