-- Roblox accounts that reports took from a person, and those with an open report, when they deleted their account.
alter table identities add column disputed_user_ids bigint[] not null default '{}';

-- The id of the reported account at Roblox. It stays when the account is deleted, so that a rejected report can still be lifted.
alter table reports add column roblox_user_id bigint;
update reports r set roblox_user_id = coalesce(a.disputed_user_id, nullif(a.roblox_user_id, 0)) from roblox_accounts a where a.id = r.account_id;
