-- Corrections of wallets by owners. A large one waits for a second member of staff.
create table corrections (
  id uuid not null,
  user_id uuid not null,
  wallet_type text not null,
  -- positive: to the wallet
  cents bigint not null,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  state text not null,
  constraint corrections_pkey primary key (id),
  constraint corrections_wallet_type_check check (wallet_type in ('buyer', 'seller')),
  constraint corrections_cents_check check (cents <> 0),
  constraint corrections_state_check check (state in ('waiting', 'made', 'rejected')),
  constraint corrections_user_id_fkey foreign key (user_id) references users(id),
  constraint corrections_requested_by_fkey foreign key (requested_by) references users(id)
);
create index corrections_by_requester on corrections (requested_by, requested_at);
