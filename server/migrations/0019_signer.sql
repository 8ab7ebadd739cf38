-- The signer: it alone opens the seed, and it alone may say that something was signed (docs/decisions/0005-signer.md).
do $$
begin
  create role sterling_signer nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant sterling_app to sterling_signer;
-- the demo world's past has withdrawals in it
grant sterling_signer to sterling_demo;
grant sterling_signer to current_user;

create function is_signer() returns boolean language sql stable as $$
  select pg_has_role(current_user, 'sterling_signer', 'usage')
$$;

-- What was signed is what the signer's limit of a day counts, so nobody else adds to it, changes it or takes it away.
create function own_transactions_check_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.kind <> 'unknown' and not is_signer() then raise exception 'only the signer signs'; end if;
    return new;
  end if;
  if (new.txid, new.kind, new.hex, new.fee_litoshi, new.signed_at, new.signed_height)
    is distinct from (old.txid, old.kind, old.hex, old.fee_litoshi, old.signed_at, old.signed_height) then
    raise exception 'what was signed does not change';
  end if;
  return new;
end $$;
create trigger allowed_change before insert or update on own_transactions
  for each row execute function own_transactions_check_change();
create trigger no_delete before delete on own_transactions for each row execute function ledger_refuse_change();
create index own_transactions_by_age on own_transactions (signed_at) where kind <> 'unknown';

-- As before, and: only the signer signs; what it refuses waits for a person's word, unsigned.
create or replace function withdrawals_check_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' then raise exception 'a withdrawal starts as requested, not as %', new.state; end if;
    return new;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('requested', 'approved'), ('requested', 'failed'), ('approved', 'requested'), ('approved', 'signed'), ('approved', 'failed'),
    ('signed', 'broadcast'), ('signed', 'needs_review'), ('broadcast', 'confirmed'), ('broadcast', 'needs_review'),
    ('confirmed', 'broadcast'), ('needs_review', 'broadcast'), ('needs_review', 'failed')) then
    raise exception 'a withdrawal cannot go from % to %', old.state, new.state;
  end if;
  if new.state = 'signed' and old.state <> 'signed' and not is_signer() then raise exception 'only the signer signs'; end if;
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

create or replace function sweeps_check_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'requested' then raise exception 'a sweep that is % does not change', old.state; end if;
  if new.state = 'signed' and not is_signer() then raise exception 'only the signer signs'; end if;
  return new;
end $$;

-- What the signer last said of itself; one row.
create table signer_health (
  id boolean primary key default true check (id),
  looked_at timestamptz not null,
  -- why it does not sign something, in words
  troubles text[] not null,
  -- what it lets out at once and in 24 hours, from its own configuration
  payment_limit bigint not null,
  day_limit bigint not null
);
revoke insert, update, delete on signer_health from sterling_app;
grant insert, update on signer_health to sterling_signer;
