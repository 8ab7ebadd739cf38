-- 'My account was used without permission': what anybody may say, and what proves that he may say it.
create table reports (
  id uuid primary key default new_id(),
  roblox_username text not null,
  -- how to reach who reported
  contact text not null,
  text text not null,
  -- put into the account's public profile, it proves whose the account is
  code text not null,
  -- the account that goes by the name and is for sale here; null: there is none
  account_id uuid references roblox_accounts,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index reports_of_account on reports (account_id) where account_id is not null;
