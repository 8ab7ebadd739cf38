-- the Roblox user of an account that a report took off sale; its seller cannot add this account again
alter table roblox_accounts add column disputed_user_id bigint;
create index roblox_accounts_disputed on roblox_accounts (disputed_user_id, user_id) where disputed_user_id is not null;
