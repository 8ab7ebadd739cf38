-- Lists are read in their order, so that a page does not sort everything that its user owns.
drop index roblox_accounts_of_user;
create index roblox_accounts_of_user on roblox_accounts (user_id, created_at, id) where removed_at is null;
create index proxies_of_user on proxies (user_id, id);
drop index transaction_events_said_by;
create index transaction_events_said_by on transaction_events (actor_id, id) where said is not null;
create index sessions_by_user on sessions (user_id, id);
drop index sessions_of_user;
