-- Addresses that people saved for withdrawals. The wait of an address begins when it is saved.
create table withdrawal_addresses (
  id uuid not null,
  user_id uuid not null,
  label text not null,
  address text not null,
  created_at timestamptz not null default now(),
  usable_at timestamptz not null,
  constraint withdrawal_addresses_pkey primary key (id),
  constraint withdrawal_addresses_user_id_address_key unique (user_id, address),
  constraint withdrawal_addresses_user_id_fkey foreign key (user_id) references users(id)
);

-- The own wait for new addresses, and a shorter one that counts later.
alter table withdrawal_preferences add column wait_hours int not null default 0;
alter table withdrawal_preferences add column next_wait_hours int;
alter table withdrawal_preferences add column next_wait_from timestamptz;
alter table withdrawal_preferences add constraint withdrawal_preferences_wait_check
  check (wait_hours >= 0 and (next_wait_hours is null) = (next_wait_from is null) and next_wait_hours < wait_hours);
