create function own_wait_hours(p_user uuid) returns int
language sql stable as $$
  select coalesce((select case when next_wait_from <= now() then next_wait_hours else wait_hours end
    from withdrawal_preferences where user_id = p_user), 0)
$$;
comment on function own_wait_hours(uuid) is
  'Hours that the first withdrawal to a new address waits by the user''s own choice. The owner''s setting counts if it is longer.';

create function address_usable_at(p_user uuid, p_address text, p_hours int) returns timestamptz
language sql stable as $$
  select least(
    (select case when bool_or(confirmed_at is not null) then min(created_at)
        else coalesce(min(created_at) + paused_since(min(created_at)), now()) + p_hours * interval '1 hour' end
      from withdrawals where user_id = p_user and address = p_address and state <> 'failed'),
    (select usable_at + paused_since(created_at) from withdrawal_addresses where user_id = p_user and address = p_address))
$$;
comment on function address_usable_at(uuid, text, int) is
  'When the wait of an address ends, if a new address waits p_hours. The wait begins with the first withdrawal to the address, or when it is
saved. Pauses do not count (paused_since). An address that a confirmed withdrawal has paid is not new: someone with a stolen session who
lengthens the wait does not keep its owner from it.';
