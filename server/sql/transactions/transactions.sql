create function transactions_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'a trade is never deleted'; end if;
  if tg_op = 'INSERT' then
    if new.stage <> 'pending' then raise exception 'a trade starts as pending, not as %', new.stage; end if;
    return new;
  end if;
  if new.stage <> old.stage and (old.stage, new.stage) not in (
    ('pending', 'delivered'), ('pending', 'disputed'), ('pending', 'cancelled'), ('pending', 'failed'),
    ('delivered', 'completed'), ('delivered', 'disputed'), ('delivered', 'failed'),
    ('disputed', 'completed'), ('disputed', 'cancelled'), ('disputed', 'failed')) then
    raise exception 'a trade that is % does not become %', old.stage, new.stage;
  end if;
  if (new.id, new.listing_id, new.seller_id, new.buyer_id, new.title, new.units, new.price_cents, new.total_cents,
      new.fee_cents, new.created_at) is distinct from
     (old.id, old.listing_id, old.seller_id, old.buyer_id, old.title, old.units, old.price_cents, old.total_cents,
      old.fee_cents, old.created_at)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'a trade does not change its terms';
  end if;
  if new.deliver_by <> old.deliver_by and (old.stage <> 'pending' or new.deliver_by < old.deliver_by
    or not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage')) then
    raise exception 'the delivery time of a trade moves only later, and only by a pause';
  end if;
  if old.stars is not null and (new.stars is distinct from old.stars
    or (new.comment is not null and new.comment is distinct from old.comment)) then
    raise exception 'a trade can be rated only once';
  end if;
  return new;
end
$$;
comment on function transactions_guard() is
  'Allows only the legal stage changes of a trade. Its terms never change, except that a pause moves the delivery time of a pending one
(move_trade_deadlines()), which no role of the application can do directly. It can be rated once.';

create function transaction_events_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.said is not null or (new.id, new.transaction_id, new.at, new.actor_id, new.what)
    is distinct from (old.id, old.transaction_id, old.at, old.actor_id, old.what) then
    raise exception 'events of a trade are append-only';
  end if;
  return new;
end
$$;
comment on function transaction_events_guard() is
  'Keeps the events of a trade append-only. A message may be removed, but not changed.';

create trigger append_only before delete or update on transaction_events for each row
  execute function transaction_events_guard();

create trigger guard before insert or delete or update on transactions for each row
  execute function transactions_guard();
