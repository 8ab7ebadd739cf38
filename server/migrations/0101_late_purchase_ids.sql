-- Whose purchase is looked for. An account that reports or staff remove loses its Roblox id when its last order ends.
alter table late_purchases add column roblox_user_id bigint;
update late_purchases l set roblox_user_id = nullif(a.roblox_user_id, 0) from roblox_accounts a where a.id = l.account_id;
