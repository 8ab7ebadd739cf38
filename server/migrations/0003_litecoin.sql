-- The chain as far as it is ours: addresses, applied blocks, outputs, deposits, own transactions, prices (docs/money.md, litecoin).

-- Every script ever given out; all of them stay watched for ever.
create table addresses (
  address text primary key,
  script bytea not null unique,
  account text not null check (account in ('deposit', 'hot')),
  -- 0 receives, 1 takes change
  branch smallint not null check (branch in (0, 1)),
  index int not null check (index >= 0),
  -- the person who was given it; the hot account's belong to the house
  user_id uuid references users,
  created_at timestamptz not null default moment(),
  unique (account, branch, index),
  check ((account = 'deposit') = (user_id is not null))
);
create index addresses_of_user on addresses (user_id, index) where user_id is not null;
create sequence deposit_address_index as int minvalue 0 start 0 no cycle;
create sequence hot_change_index as int minvalue 0 start 0 no cycle;

-- Applied blocks; the highest is the cursor. Old ones are dropped once no reorganisation can reach them.
create table chain_blocks (
  height int primary key check (height >= 0),
  hash text not null unique,
  prev text not null,
  time timestamptz not null
);

-- Transactions that spend outputs of ours. Ours are stored here, signed, before they are ever sent; the follower sets
-- and unsets mined_height, and adds as 'unknown' what spent our outputs and was not signed here.
create table own_transactions (
  txid text primary key,
  kind text not null check (kind in ('withdrawal', 'sweep', 'child', 'unknown')),
  hex text,
  fee_litoshi bigint not null check (fee_litoshi >= 0),
  signed_at timestamptz not null default now(),
  -- height of the applied block that holds it; null while it is in none
  mined_height int,
  -- how often a reorganisation has taken it out of the chain
  generation int not null default 0,
  check ((kind = 'unknown') = (hex is null))
);
create index own_transactions_unmined on own_transactions (signed_at) where mined_height is null;
create index own_transactions_by_height on own_transactions (mined_height);

-- Outputs that pay our addresses. The treasury is the sum of those in the applied chain that nothing in it spends.
create table chain_outputs (
  txid text not null,
  n int not null check (n >= 0),
  address text not null references addresses,
  litoshi bigint not null check (litoshi > 0),
  is_coinbase boolean not null default false,
  is_peg_out boolean not null default false,
  -- height of the applied block that holds it; null: in none (in the mempool, our own change not mined yet, or gone)
  height int,
  -- the transaction in the applied chain that spends it
  spent_by text references own_transactions,
  spent_height int,
  -- our own signed transaction that will spend it
  reserved_by text references own_transactions deferrable initially deferred,
  generation int not null default 0,
  primary key (txid, n),
  check ((spent_by is null) = (spent_height is null)),
  constraint spent_after_it_existed check (spent_height is null or spent_height >= height)
);
create index chain_outputs_unspent on chain_outputs (address) where height is not null and spent_by is null;
create index chain_outputs_by_height on chain_outputs (height);
create index chain_outputs_by_spender on chain_outputs (spent_by) where spent_by is not null;
create index chain_outputs_spent_height on chain_outputs (spent_height) where spent_height is not null;
create index chain_outputs_reserved on chain_outputs (reserved_by) where reserved_by is not null;

-- Accepted rounds of the price sources: cents per LTC. `as_of` moves while nothing changes.
create table prices (
  id bigint generated always as identity primary key,
  price bigint not null check (price > 0),
  -- [{"name", "price" in cents}] of the sources that counted
  sources jsonb not null,
  first_at timestamptz not null,
  as_of timestamptz not null check (as_of >= first_at),
  -- money was valued with it: kept for ever
  used boolean not null default false
);
create index prices_by_age on prices (as_of);

-- Marks the price of a row as used: a trigger of every table that has a price_id.
create function keep_price() returns trigger language plpgsql as $$
begin
  update prices set used = true where id = new.price_id and not used;
  return null;
end $$;

create table deposits (
  id uuid primary key default new_id(),
  txid text not null,
  n int not null,
  user_id uuid not null references users,
  address text not null references addresses,
  litoshi bigint not null check (litoshi > 0),
  status text not null default 'seen' check (status in ('seen', 'small', 'credited', 'reversed', 'orphaned')),
  -- height of the applied block that holds it; null: in none
  height int,
  -- how often it was credited
  generation int not null default 0,
  -- what it was worth when it was first credited; a reversal and every later credit use the same
  cents bigint check (cents >= 0),
  price_id bigint references prices,
  seen_at timestamptz not null default moment(),
  credited_at timestamptz,
  unique (txid, n),
  foreign key (txid, n) references chain_outputs (txid, n),
  check ((cents is null) = (price_id is null)),
  check (status not in ('credited', 'reversed') or (cents is not null and credited_at is not null)),
  check (status not in ('credited', 'small') or height is not null)
);
create index deposits_of_user on deposits (user_id, seen_at desc);
create index deposits_by_height on deposits (height);
create index deposits_open on deposits (status, height) where status <> 'credited';
create trigger keep_price after insert or update of price_id on deposits
  for each row when (new.price_id is not null) execute function keep_price();

create function deposits_check_change() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('seen', 'orphaned'), ('orphaned', 'seen'), ('seen', 'small'), ('seen', 'credited'),
    ('small', 'credited'), ('small', 'orphaned'), ('credited', 'reversed'), ('reversed', 'credited')) then
    raise exception 'a deposit cannot go from % to %', old.status, new.status;
  end if;
  if (new.txid, new.n, new.user_id, new.address, new.litoshi) is distinct from (old.txid, old.n, old.user_id, old.address, old.litoshi)
    or (old.cents is not null and (new.cents, new.price_id) is distinct from (old.cents, old.price_id)) then
    raise exception 'what a deposit is and was worth does not change';
  end if;
  return new;
end $$;
create trigger allowed_change before update on deposits for each row execute function deposits_check_change();

create function chain_outputs_check_change() returns trigger language plpgsql as $$
begin
  if (new.txid, new.n, new.address, new.litoshi) is distinct from (old.txid, old.n, old.address, old.litoshi) then
    raise exception 'an output does not change';
  end if;
  return new;
end $$;
create trigger allowed_change before update on chain_outputs for each row execute function chain_outputs_check_change();

-- Every way in which chain and ledger disagree; no row when the books are right.
create function litecoin_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'the treasury is not the unspent outputs of the applied chain', 'treasury:ltc', o.total, ledger_posted('treasury:ltc')
  from (select coalesce(sum(litoshi), 0)::bigint as total from chain_outputs where height is not null and spent_by is null) o
  where o.total <> ledger_posted('treasury:ltc')
  union all
  select 'a deposit is not booked as often as its state says', d.txid || ':' || d.n,
    case d.status when 'credited' then d.cents else 0 end, booked.net
  from deposits d
  cross join lateral (
    select coalesce(sum(case when e.kind = 'deposit.credited' then p.amount else -p.amount end), 0)::bigint as net
    from generate_series(1, d.generation) g
    join ledger_events e on e.key in (
      'deposit ' || d.txid || ':' || d.n || ' ' || g, 'deposit ' || d.txid || ':' || d.n || ' ' || g || ' reversed')
    join ledger_postings p on p.event_id = e.id) booked
  where booked.net <> case d.status when 'credited' then d.cents else 0 end
  union all
  select 'an output is above the cursor', txid || ':' || n, (select max(chain_blocks.height) from chain_blocks), height
  from chain_outputs where height > (select max(chain_blocks.height) from chain_blocks)
$$;
revoke all on function litecoin_differences() from public;
grant execute on function litecoin_differences() to sterling_app;
