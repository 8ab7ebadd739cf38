-- Whose account a report names is looked up after the reporter has the answer. Null: not yet.
alter table reports add column looked_up_at timestamptz;
update reports set looked_up_at = created_at;
create index reports_to_look_up on reports (created_at) where looked_up_at is null;
create index roblox_accounts_by_name on roblox_accounts (lower(username)) where removed_at is null;
