create function end_rule_pause() returns trigger
language plpgsql as $$
begin
  if new.removed_at is not null then new.price_rule_id := null; end if;
  if new.price_rule_id is null then new.is_paused_by_rule := false; end if;
  return new;
end
$$;
comment on function end_rule_pause() is
  'A removed account leaves its price rule. An account without a rule is not paused by one.';

-- Fires after removal_due, which may have set removed_at.
create trigger removed_leaves_rule before update on roblox_accounts for each row
  when (new.removed_at is not null and new.price_rule_id is not null)
  execute function end_rule_pause();

create trigger rule_left before update of price_rule_id on roblox_accounts for each row
  when (new.price_rule_id is null and old.price_rule_id is not null)
  execute function end_rule_pause();

create trigger announce_rule after update of price_rule_id, is_paused_by_rule on roblox_accounts for each row
  when ((old.price_rule_id, old.is_paused_by_rule) is distinct from (new.price_rule_id, new.is_paused_by_rule))
  execute function roblox_accounts_announce();
