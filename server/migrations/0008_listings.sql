-- The marketplace: listings, and the trades that buy them with the buyer's money held until he has what he paid for
-- (docs/money.md, States).
create table listings (
  id uuid primary key default new_id(),
  seller_id uuid not null references users,
  title text not null check (char_length(title) between 1 and 100),
  item_type text not null check (item_type in ('robux', 'premium_items', 'limited_items')),
  quantity bigint not null check (quantity >= 1),
  -- cents of one unit; a listing is bought whole
  price_cents bigint not null check (price_cents > 0),
  total_cents bigint not null generated always as (quantity * price_cents) stored check (total_cents <= 100000000000),
  delivery_time text not null check (char_length(delivery_time) between 1 and 50),
  -- pending: somebody is buying it; cancelled: taken away, or a dispute about it was lost
  status text not null default 'active' check (status in ('active', 'pending', 'sold', 'cancelled')),
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment(),
  -- taken away by its seller: nobody sees it any more, the trades that name it stay
  removed_at timestamptz,
  check (removed_at is null or status in ('sold', 'cancelled'))
);
create index listings_of_seller on listings (seller_id, id) where removed_at is null;
create index listings_for_sale on listings (id) where status = 'active';

create function listings_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a listing is never deleted'; end if;
  if tg_op = 'INSERT' then
    if new.status <> 'active' then raise exception 'a listing starts as active, not as %', new.status; end if;
    return new;
  end if;
  if old.removed_at is not null then raise exception 'listing % was taken away', old.id; end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('active', 'pending'), ('active', 'cancelled'), ('pending', 'active'), ('pending', 'sold'), ('pending', 'cancelled')) then
    raise exception 'a listing that is % does not become %', old.status, new.status;
  end if;
  if (new.id, new.seller_id, new.item_type, new.created_at) is distinct from (old.id, old.seller_id, old.item_type, old.created_at)
    or (old.status <> 'active' and (new.title, new.quantity, new.price_cents, new.delivery_time)
      is distinct from (old.title, old.quantity, old.price_cents, old.delivery_time)) then
    raise exception 'what a listing offers does not change, except of an active one its terms';
  end if;
  return new;
end $$;
create trigger guard before insert or update or delete on listings for each row execute function listings_guard();

create table transactions (
  id uuid primary key default new_id(),
  listing_id uuid not null references listings,
  seller_id uuid not null references users,
  buyer_id uuid not null references users,
  -- the listing as it was bought
  title text not null,
  units bigint not null check (units >= 1),
  price_cents bigint not null check (price_cents > 0),
  total_cents bigint not null check (total_cents > 0),
  -- the house's part of it
  fee_cents bigint not null check (fee_cents >= 0 and fee_cents < total_cents),
  stage text not null default 'pending'
    check (stage in ('pending', 'delivered', 'disputed', 'completed', 'cancelled', 'failed')),
  -- from then on the buyer may cancel what was not delivered
  deliver_by timestamptz not null,
  -- when what was delivered is confirmed by itself
  confirm_at timestamptz,
  created_at timestamptz not null default moment(),
  ended_at timestamptz,
  stars smallint check (stars between 1 and 5),
  comment text,
  check (buyer_id <> seller_id),
  check ((stage = 'delivered') = (confirm_at is not null)),
  check ((stage in ('completed', 'cancelled', 'failed')) = (ended_at is not null)),
  check (stars is null or stage = 'completed'),
  check (comment is null or stars is not null)
);
create index transactions_of_buyer on transactions (buyer_id, id);
create index transactions_of_seller on transactions (seller_id, id);
create index transactions_to_confirm on transactions (confirm_at) where confirm_at is not null;
create index transactions_rated on transactions (seller_id) include (stars) where stars is not null;
-- one buyer at a time, and none after it is sold
create unique index transactions_of_listing on transactions (listing_id) where stage not in ('cancelled', 'failed');

create function transactions_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a trade is never deleted'; end if;
  if tg_op = 'INSERT' then
    if new.stage <> 'pending' then raise exception 'a trade starts as pending, not as %', new.stage; end if;
    return new;
  end if;
  if new.stage <> old.stage and (old.stage, new.stage) not in (
    ('pending', 'delivered'), ('pending', 'cancelled'), ('pending', 'failed'),
    ('delivered', 'completed'), ('delivered', 'disputed'), ('delivered', 'failed'),
    ('disputed', 'completed'), ('disputed', 'cancelled'), ('disputed', 'failed')) then
    raise exception 'a trade that is % does not become %', old.stage, new.stage;
  end if;
  if (new.id, new.listing_id, new.seller_id, new.buyer_id, new.title, new.units, new.price_cents, new.total_cents,
      new.fee_cents, new.deliver_by, new.created_at) is distinct from
     (old.id, old.listing_id, old.seller_id, old.buyer_id, old.title, old.units, old.price_cents, old.total_cents,
      old.fee_cents, old.deliver_by, old.created_at)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'what was agreed does not change';
  end if;
  if old.stars is not null and (new.stars is distinct from old.stars
    or (new.comment is not null and new.comment is distinct from old.comment)) then
    raise exception 'a trade is rated once';
  end if;
  return new;
end $$;
create trigger guard before insert or update or delete on transactions for each row execute function transactions_guard();

-- What happened and what was said, in its order; both parties and staff read it.
create table transaction_events (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references transactions,
  at timestamptz not null default moment(),
  -- null: it happened by itself
  actor_id uuid references users,
  what text not null,
  -- the person's own words; wiped when he deletes his account
  said text
);
create index transaction_events_of_transaction on transaction_events (transaction_id, id);
create index transaction_events_said_by on transaction_events (actor_id) where said is not null;

create function transaction_events_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.said is not null or (new.id, new.transaction_id, new.at, new.actor_id, new.what)
    is distinct from (old.id, old.transaction_id, old.at, old.actor_id, old.what) then
    raise exception 'what happened to a trade is not changed';
  end if;
  return new;
end $$;
create trigger append_only before update or delete on transaction_events
  for each row execute function transaction_events_stay();

-- Every way in which trades disagree with the ledger or with their listings; no row when they agree.
create function transaction_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a trade''s hold is not what its stage says', t.id::text,
    case when t.ended_at is null then t.total_cents else 0 end, coalesce(h.remaining, 0)
  from transactions t left join ledger_holds h on h.key = 'transaction ' || t.id
  where coalesce(h.remaining, 0) <> case when t.ended_at is null then t.total_cents else 0 end
  union all
  select 'a trade''s hold belongs to none', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'transaction %'
    and not exists (select from transactions t where h.key = 'transaction ' || t.id)
  union all
  select side.what, t.id::text, side.due, side.booked
  from transactions t cross join lateral (
    select coalesce(sum(p.amount) filter (where f.name = 'user:' || t.buyer_id || ':buyer'
        and o.name = 'user:' || t.seller_id || ':seller'), 0)::bigint as seller,
      coalesce(sum(p.amount) filter (where f.name = 'user:' || t.buyer_id || ':buyer' and o.name = 'house:fees'), 0)::bigint as fee,
      coalesce(sum(p.amount), 0)::bigint as total
    from ledger_events e join ledger_postings p on p.event_id = e.id
      join ledger_accounts f on f.id = p.from_account join ledger_accounts o on o.id = p.to_account
    where e.key = 'transaction ' || t.id || ' completed') paid
  cross join lateral (values
    ('a trade does not pay its seller as its stage says',
      case when t.stage = 'completed' then t.total_cents - t.fee_cents else 0 end, paid.seller),
    ('a trade does not pay the house as its stage says', case when t.stage = 'completed' then t.fee_cents else 0 end, paid.fee),
    ('a trade does not cost its buyer what its stage says', case when t.stage = 'completed' then t.total_cents else 0 end, paid.total)
  ) side (what, due, booked)
  where side.due <> side.booked
  union all
  select 'a listing is not ' || state.status || ' as its trades say', l.id::text, state.trades, (l.status = state.status)::int
  from listings l cross join lateral (
    select 'pending' as status, count(*) as trades from transactions t where t.listing_id = l.id and t.ended_at is null
    union all select 'sold', count(*) from transactions t where t.listing_id = l.id and t.stage = 'completed') state
  where state.trades <> (l.status = state.status)::int
$$;
revoke all on function transaction_differences() from public;
grant execute on function transaction_differences() to sterling_app;
