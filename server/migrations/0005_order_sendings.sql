-- An order's purchase is sent through a limited number of accounts. Attempts that were never sent do not count.
alter table purchase_attempts add column was_sent boolean default true not null;

-- The experience of an order's gamepass, and when it was searched for. Null: not searched yet.
alter table orders add column universe_id bigint, add column place_id bigint, add column experience_sought_at timestamptz;

-- When an account that is off sale for a reason that can pass is checked again.
alter table roblox_accounts add column return_due_at timestamptz;
create index roblox_accounts_to_return on roblox_accounts (return_due_at nulls first) where status = 'offline' and is_active;
