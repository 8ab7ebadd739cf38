-- tops holds the roots of the chunks and all levels above them, so that a proof reads its siblings and computes none.
-- hashes cannot be compressed, and a part of the value is read without the rest
alter table reserve_snapshots alter column tops set storage external;
do $$
declare
  v_snapshot record;
  v_level bytea;
  v_levels bytea;
begin
  for v_snapshot in select id, tops from reserve_snapshots loop
    v_level := v_snapshot.tops;
    v_levels := v_level;
    while octet_length(v_level) > 40 loop
      select string_agg(sha256('\x01'::bytea || pair) || int8send(
          ('x' || encode(substring(pair from 33 for 8), 'hex'))::bit(64)::bigint
          + ('x' || encode(substring(pair from 73 for 8), 'hex'))::bit(64)::bigint), ''::bytea order by nth)
        into v_level
        from (select nth, substring(v_level from nth * 80 + 1 for 80) as pair
          from generate_series(0, octet_length(v_level) / 80 - 1) nth) pairs;
      v_levels := v_levels || v_level;
    end loop;
    update reserve_snapshots set tops = v_levels where id = v_snapshot.id;
  end loop;
end
$$;
