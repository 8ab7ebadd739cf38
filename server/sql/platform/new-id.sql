create function new_id() returns uuid
language sql volatile parallel safe as $$
  -- 48 bits of milliseconds, version 7, 12 bits of microseconds, and the random half of a version 4 UUID.
  select (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0')
    || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) clock
$$;
comment on function new_id() is
  'A UUID of version 7 (RFC 9562). Ids sort by creation time, so an index on them grows at its end.';
