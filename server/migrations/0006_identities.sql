-- What stays of a deleted account, under a keyed hash of the Discord id, so that limits for new people are not reset.
create table identities (
  id bigint generated always as identity not null,
  hash bytea not null,
  -- the account of the same person now; null while there is none
  user_id uuid,
  deleted_at timestamptz not null,
  first_trade_at timestamptz,
  -- the UTC day of the deletion, and what the person spent and withdrew on it
  day date not null,
  spent_cents bigint not null,
  withdrawn_cents bigint not null,
  referrer_id uuid,
  referred_at timestamptz,
  constraint identities_pkey primary key (id),
  constraint identities_hash_key unique (hash),
  constraint identities_user_id_key unique (user_id),
  constraint identities_day_check check (spent_cents >= 0 and withdrawn_cents >= 0),
  constraint identities_referral_check check ((referrer_id is null) = (referred_at is null)),
  constraint identities_user_id_fkey foreign key (user_id) references users(id),
  constraint identities_referrer_id_fkey foreign key (referrer_id) references users(id)
);

-- The end of the wait after a try. Until then no job works on the order, even if it was enqueued earlier.
alter table orders add column not_before timestamptz;

create index transactions_to_deliver on transactions (deliver_by) where stage = 'pending';
