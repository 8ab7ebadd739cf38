-- What the owner watches over: sweeps, the node's health, the proof of the books, and prices that wait for a word.

-- Sweeps and children are sent again from here; withdrawals keep these times themselves.
create function applied_height() returns int language sql stable as $$ select max(height) from chain_blocks $$;
alter table own_transactions
  -- height of the cursor when it was signed
  add column signed_height int default applied_height(),
  -- when a sweep or child was last given to the node
  add column sent_at timestamptz,
  -- what node and chain said of a sweep or child that cannot be mined any more; a person has to decide
  add column facts jsonb;

-- The owner's own store: watched, never spent from here.
alter table addresses drop constraint addresses_account_check;
alter table addresses add constraint addresses_account_check check (account in ('deposit', 'hot', 'cold'));

-- The transaction that stored an address: who keeps what is watched in memory asks for all that an earlier look may have
-- missed, by the oldest transaction that was open then.
alter table addresses add column added_by xid8 not null default pg_current_xact_id();
create index addresses_by_arrival on addresses (added_by);

-- Wishes to move settled deposits to the hot wallet; one at a time waits to be signed.
create table sweeps (
  id uuid primary key default new_id(),
  state text not null default 'requested' check (state in ('requested', 'nothing', 'signed')),
  txid text unique references own_transactions,
  -- what arrives, the fee taken off
  litoshi bigint not null default 0 check (litoshi >= 0),
  requested_by uuid references users,
  created_at timestamptz not null default now(),
  check ((state = 'signed') = (txid is not null))
);
create unique index sweeps_waiting on sweeps ((true)) where state = 'requested';
create index sweeps_by_age on sweeps (created_at);

create function sweeps_check_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'requested' then raise exception 'a sweep that is % does not change', old.state; end if;
  return new;
end $$;
create trigger allowed_change before update on sweeps for each row execute function sweeps_check_change();

-- What the follower last saw of its node; one row.
create table chain_health (
  id boolean primary key default true check (id),
  looked_at timestamptz not null,
  -- of the node's own tip
  height int not null,
  -- why nothing is credited or paid meanwhile, in words
  troubles text[] not null
);

-- Proofs of the books with their result: every difference, none when the books are right.
create table book_proofs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  took_ms int not null,
  differences jsonb not null
);
create index book_proofs_by_age on book_proofs (at);

-- The owner's word, which ends by itself, goes before the market's.
alter table prices
  add column expires_at timestamptz check (expires_at > first_at),
  add column set_by uuid references users,
  add check ((expires_at is null) = (set_by is null));
create index prices_set_by_hand on prices (expires_at) where expires_at is not null;

-- A jump of the market waits here until rounds agree on it or the owner confirms; one is open at most.
create table price_holds (
  id bigint generated always as identity primary key,
  price bigint not null check (price > 0),
  reason text not null,
  -- rounds in a row that agreed on the price
  agreeing int not null default 1,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index price_holds_open on price_holds ((true)) where ended_at is null;
