create function take_call(
  p_account uuid, p_burst double precision, p_per_second double precision, p_max_seconds double precision
) returns double precision
language plpgsql as $$
declare
  v_pace account_paces;
  v_left double precision;
  v_wait double precision;
begin
  insert into account_paces (account_id, calls_left, counted_at) values (p_account, p_burst, clock_timestamp())
    on conflict do nothing;
  select * into v_pace from account_paces where account_id = p_account for update;
  v_left := least(p_burst,
    v_pace.calls_left + extract(epoch from clock_timestamp() - v_pace.counted_at) * p_per_second) - 1;
  v_wait := greatest(0, -v_left / p_per_second,
    coalesce(extract(epoch from v_pace.paused_until - clock_timestamp()), 0));
  if v_wait <= p_max_seconds then
    update account_paces set calls_left = v_left, counted_at = clock_timestamp() where account_id = p_account;
  end if;
  return v_wait;
end
$$;
comment on function take_call(uuid, double precision, double precision, double precision) is
  'A token bucket for the calls of one account. Returns the seconds to wait before the call. A wait of more than p_max_seconds takes no token.';
