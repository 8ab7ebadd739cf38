-- A Roblox account can be removed and added again. This finds its earlier entries.
create index roblox_accounts_entries on roblox_accounts (roblox_user_id);
