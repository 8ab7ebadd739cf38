-- Proof of reserves: what was owed and held at a block, as a Merkle-sum tree over all balances.
create table reserve_snapshots (
  id uuid not null,
  at timestamptz not null,
  height integer not null,
  hash text not null,
  price bigint,
  depth smallint not null,
  root bytea not null,
  total_cents bigint not null,
  tops bytea not null,
  constraint reserve_snapshots_pkey primary key (id),
  constraint reserve_snapshots_root_check check (octet_length(root) = 32),
  constraint reserve_snapshots_total_cents_check check (total_cents >= 0),
  constraint reserve_snapshots_price_check check (price > 0)
);
create index reserve_snapshots_by_time on reserve_snapshots (at);

-- The leaves of a tree, 256 in a row.
create table reserve_chunks (
  snapshot_id uuid not null,
  chunk integer not null,
  entries bytea not null,
  constraint reserve_chunks_pkey primary key (snapshot_id, chunk),
  constraint reserve_chunks_snapshot_id_fkey foreign key (snapshot_id) references reserve_snapshots(id) on delete cascade
);
-- hashes cannot be compressed
alter table reserve_chunks alter column entries set storage external;

-- What a person needs to find and prove the own leaves.
create table reserve_shares (
  snapshot_id uuid not null,
  user_id uuid not null,
  cents bigint not null,
  nonce bytea not null,
  leaves bytea not null,
  constraint reserve_shares_pkey primary key (snapshot_id, user_id),
  constraint reserve_shares_cents_check check (cents > 0),
  constraint reserve_shares_snapshot_id_fkey foreign key (snapshot_id) references reserve_snapshots(id) on delete cascade,
  constraint reserve_shares_user_id_fkey foreign key (user_id) references users(id)
);
create index reserve_shares_of_user on reserve_shares (user_id);

-- Hot and cold addresses with coins at the block. Only the signer adds the signature of a hot address.
create table reserve_addresses (
  snapshot_id uuid not null,
  address text not null,
  litoshi bigint not null,
  message text,
  signature text,
  constraint reserve_addresses_pkey primary key (snapshot_id, address),
  constraint reserve_addresses_litoshi_check check (litoshi > 0),
  constraint reserve_addresses_signature_check check ((message is null) = (signature is null)),
  constraint reserve_addresses_snapshot_id_fkey foreign key (snapshot_id) references reserve_snapshots(id) on delete cascade,
  constraint reserve_addresses_address_fkey foreign key (address) references addresses(address)
);

-- Signatures of cold addresses, which the owner uploads.
create table cold_signatures (
  address text not null,
  message text not null,
  signature text not null,
  at timestamptz not null,
  constraint cold_signatures_pkey primary key (address),
  constraint cold_signatures_address_fkey foreign key (address) references addresses(address)
);
