-- Lists are read in their order, so that a page does not sort everything that its user owns.
drop index roblox_accounts_of_user;
create index roblox_accounts_of_user on roblox_accounts (user_id, created_at, id) where removed_at is null;
create index proxies_of_user on proxies (user_id, id);
drop index transaction_events_said_by;
create index transaction_events_said_by on transaction_events (actor_id, id) where said is not null;
create index sessions_by_user on sessions (user_id, id);
drop index sessions_of_user;

-- The history reads its kinds by id. The balance of an entry needs only the postings behind it.
create index deposits_by_user on deposits (user_id, id);
create index withdrawals_by_user on withdrawals (user_id, id);
create index inbox_entries_unread on inbox_entries (user_id) where read_at is null;
create index affiliate_payouts_of_referred on affiliate_payouts (referred_id);
create index users_by_join on users (joined_at, id) where deleted_at is null;
create index listings_by_status on listings (status);
create index withdrawals_open on withdrawals (txid) where confirmed_at is null and failed_at is null;
