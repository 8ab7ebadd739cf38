-- The database knows the cluster that it lives in, so that it notices when it was restored. A restore leaves a gap in the address
-- sequences: users may have got these addresses after the backup.

create table database_identity (
  id boolean default true not null,
  system text not null,
  database bigint not null,
  timeline integer not null,
  constraint database_identity_id_check check (id),
  constraint database_identity_pkey primary key (id)
);

create table restores (
  id uuid not null,
  cause text not null,
  at timestamptz default now() not null,
  data_at timestamptz,
  height integer,
  comparison jsonb,
  confirmed_at timestamptz,
  compared_at timestamptz,
  constraint restores_cause_check check (cause in ('backup', 'copy', 'timeline', 'journal')),
  constraint restores_pkey primary key (id)
);
create index restores_waiting on restores (at) where compared_at is null;

create table address_gaps (
  id bigint generated always as identity not null,
  restore_id uuid not null,
  account text not null,
  branch smallint not null,
  first integer not null,
  last integer not null,
  derived boolean default false not null,
  constraint address_gaps_account_check check (account in ('deposit', 'hot')),
  constraint address_gaps_check check (first <= last),
  constraint address_gaps_pkey primary key (id),
  constraint address_gaps_restore_id_fkey foreign key (restore_id) references restores(id)
);
create index address_gaps_underived on address_gaps (id) where not derived;

alter table addresses add column restore_id uuid;
alter table addresses add constraint addresses_restore_id_fkey foreign key (restore_id) references restores(id);
alter table addresses drop constraint addresses_check;
alter table addresses add constraint addresses_check
  check ((account = 'deposit' and restore_id is null) = (user_id is not null));
create index addresses_of_gaps on addresses (account, index) where restore_id is not null;

create table ownerless_deposits (
  id uuid not null,
  txid text not null,
  n integer not null,
  constraint ownerless_deposits_pkey primary key (id),
  constraint ownerless_deposits_txid_n_key unique (txid, n),
  constraint ownerless_deposits_txid_n_fkey foreign key (txid, n) references chain_outputs(txid, n)
);
