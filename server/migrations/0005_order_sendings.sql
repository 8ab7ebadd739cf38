-- An order's purchase is sent through a limited number of accounts. Attempts that were never sent do not count.
alter table purchase_attempts add column was_sent boolean default true not null;

-- The experience of an order's gamepass, and when it was searched for. Null: not searched yet.
alter table orders add column universe_id bigint, add column place_id bigint, add column experience_sought_at timestamptz;

-- When an account that is off sale for a reason that can pass is checked again.
alter table roblox_accounts add column return_due_at timestamptz;
create index roblox_accounts_to_return on roblox_accounts (return_due_at nulls first) where status = 'offline' and is_active;

-- The reason now says that the account returns automatically.
update roblox_accounts set status_reason =
    'A purchase by this account could not be verified. It is being looked into, and the account goes on sale again afterwards.'
  where status = 'offline' and status_reason = 'A purchase by this account could not be verified. It is being looked into.';
