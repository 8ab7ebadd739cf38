-- Withdrawals: one row and at most one transaction, whose bytes are committed to own_transactions, with its coins reserved
-- in chain_outputs, before any of it leaves the house, and never change afterwards (docs/money.md, States).
create table withdrawals (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'signed', 'broadcast', 'confirmed', 'needs_review', 'failed')),
  -- why it is not further along, in a person's words
  reason text,
  amount_cents bigint not null check (amount_cents > 0),
  fee_percent int not null check (fee_percent between 0 and 100),
  percentage_fee_cents bigint not null check (percentage_fee_cents >= 0),
  network_fee_cents bigint not null check (network_fee_cents >= 0),
  total_cents bigint not null generated always as (amount_cents + percentage_fee_cents + network_fee_cents) stored,
  -- fixed at the request
  price_id bigint not null references prices,
  litoshi bigint not null check (litoshi > 0),
  address text not null,
  script bytea not null,
  txid text unique references own_transactions,
  -- what the node and the chain said, where a person has to decide
  facts jsonb,
  created_at timestamptz not null default moment(),
  -- when its transaction was last given to the node
  sent_at timestamptz,
  -- when it was first 6 deep and its money was booked; a later reorganisation does not undo that
  confirmed_at timestamptz,
  failed_at timestamptz,
  check (state = 'failed' or (state in ('requested', 'approved')) = (txid is null)),
  check ((state = 'failed') = (failed_at is not null)),
  check (state <> 'confirmed' or confirmed_at is not null),
  check (failed_at is null or confirmed_at is null)
);
create index withdrawals_of_user on withdrawals (user_id, created_at desc);
create index withdrawals_under_way on withdrawals (created_at) where state not in ('confirmed', 'failed');
create trigger keep_price after insert on withdrawals for each row execute function keep_price();

create function withdrawals_check_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' then raise exception 'a withdrawal starts as requested, not as %', new.state; end if;
    return new;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('requested', 'approved'), ('requested', 'failed'), ('approved', 'signed'), ('approved', 'failed'),
    ('signed', 'broadcast'), ('signed', 'needs_review'), ('broadcast', 'confirmed'), ('broadcast', 'needs_review'),
    ('confirmed', 'broadcast'), ('needs_review', 'broadcast'), ('needs_review', 'failed')) then
    raise exception 'a withdrawal cannot go from % to %', old.state, new.state;
  end if;
  if (new.id, new.user_id, new.amount_cents, new.fee_percent, new.percentage_fee_cents, new.network_fee_cents, new.price_id,
      new.litoshi, new.address, new.script, new.created_at)
    is distinct from (old.id, old.user_id, old.amount_cents, old.fee_percent, old.percentage_fee_cents, old.network_fee_cents,
      old.price_id, old.litoshi, old.address, old.script, old.created_at) then
    raise exception 'what a withdrawal pays, and whom, does not change';
  end if;
  if (old.txid is not null and new.txid is distinct from old.txid)
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) then
    raise exception 'a withdrawal has one transaction and is booked once';
  end if;
  return new;
end $$;
create trigger allowed_change before insert or update on withdrawals for each row execute function withdrawals_check_change();
create trigger no_delete before delete on withdrawals for each row execute function ledger_refuse_change();

-- Every way in which withdrawals and the ledger disagree; no row when the books are right.
create function withdrawal_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a withdrawal''s hold is not what its state says', w.id::text,
    case when w.confirmed_at is null and w.failed_at is null then w.total_cents else 0 end, coalesce(h.remaining, 0)
  from withdrawals w left join ledger_holds h on h.key = 'withdrawal ' || w.id
  where coalesce(h.remaining, 0) <> case when w.confirmed_at is null and w.failed_at is null then w.total_cents else 0 end
  union all
  select 'a withdrawal is not booked as its state says', w.id::text,
    case when w.confirmed_at is null then 0 else w.total_cents end, coalesce(booked.total, 0)
  from withdrawals w cross join lateral (
    select sum(p.amount)::bigint as total from ledger_events e join ledger_postings p on p.event_id = e.id
    where e.key = 'withdrawal ' || w.id || ' confirmed') booked
  where coalesce(booked.total, 0) <> case when w.confirmed_at is null then 0 else w.total_cents end
  union all
  select 'a withdrawal''s hold belongs to none', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'withdrawal %'
    and not exists (select from withdrawals w where h.key = 'withdrawal ' || w.id)
$$;
revoke all on function withdrawal_differences() from public;
grant execute on function withdrawal_differences() to sterling_app;

-- Credits that 'Check for Deposits' has told their owner of: each is told once.
create table told_credits (
  deposit_id uuid not null references deposits,
  generation int not null,
  primary key (deposit_id, generation)
);
