create function recorded_postings() returns table (key text, kind text, source text, target text, amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'deposit ' || d.txid || ':' || d.n || ' ' || g || step.suffix, step.kind, step.source, step.target, d.cents
  from deposits d cross join generate_series(1, d.generation) g
  cross join lateral (values
    ('', 'deposit.credited', 'exchange:usd', 'user:' || d.user_id || ':buyer'),
    (' reversed', 'deposit.reversed', 'user:' || d.user_id || ':buyer', 'exchange:usd')) step (suffix, kind, source, target)
  union all
  select 'order ' || id || ' completed', 'order.completed', 'user:' || buyer_id || ':buyer', 'user:' || seller_id || ':seller', total_cents
  from orders where status = 'completed'
  union all
  select 'late purchase ' || id, 'late_purchase.paid', 'house:adjustments', 'user:' || seller_id || ':seller', total_cents
  from late_purchases where paid_at is not null
  union all
  select 'transaction ' || id || ' completed', 'transaction.completed', 'user:' || buyer_id || ':buyer', part.target, part.amount
  from transactions cross join lateral (values
    ('user:' || seller_id || ':seller', total_cents - fee_cents), ('house:fees', fee_cents)) part (target, amount)
  where stage = 'completed'
  union all
  select 'withdrawal ' || id || ' confirmed', 'withdrawal.confirmed', 'user:' || user_id || ':seller', part.target, part.amount
  from withdrawals cross join lateral (values
    ('exchange:usd', amount_cents), ('house:fees', percentage_fee_cents), ('house:network-fees', network_fee_cents)) part (target, amount)
  where confirmed_at is not null
  union all
  select 'withdrawal ' || w.id || ' returned', 'withdrawal.returned', part.source, whose.target, part.amount
  from withdrawals w cross join lateral (values
    ('exchange:usd', amount_cents), ('house:fees', percentage_fee_cents), ('house:network-fees', network_fee_cents)) part (source, amount)
  -- the house keeps the money of a deleted person
  cross join lateral (
    select 'user:' || w.user_id || ':seller'
    union all select 'house:adjustments' from users u where u.id = w.user_id and u.deleted_at is not null) whose (target)
  where confirmed_at is not null and failed_at is not null
  union all
  select 'correction ' || id, 'correction.made', case when cents > 0 then 'house:adjustments' else wallet end,
    case when cents > 0 then wallet else 'house:adjustments' end, abs(cents)
  from corrections cross join lateral (values ('user:' || user_id || ':' || wallet_type)) own (wallet)
  where state = 'made'
  union all
  select e.key, 'affiliate.paid', part.source, part.target, s.payout_cents
  from affiliate_payouts s join ledger_events e on e.id = s.event_id
  cross join lateral (values
    ('house:fees', 'house:affiliate'), ('house:affiliate', 'user:' || s.referrer_id || ':seller')) part (source, target)
$$;
comment on function recorded_postings() is
  'What the records of deposits, orders, trades, withdrawals, corrections and payouts say that the ledger may contain in dollars. The wallets of
deleted people are emptied without a record.';

create function event_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  -- read once, because both parts of the proof need all of it
  with recorded as materialized (select * from recorded_postings()),
  booked as (
    select e.key, e.kind, f.name as source, t.name as target, sum(p.amount)::bigint as amount,
      coalesce(f.user_id, t.user_id) as user_id
    from ledger_postings p join ledger_events e on e.id = p.event_id
    join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account
    where p.currency = 'USD' group by e.id, f.id, t.id)
  select 'money moved that no record explains', b.key, 0::bigint, b.amount
  from booked b left join recorded r using (key, kind, source, target, amount)
  where r.key is null and not (b.kind in ('wallet.cleaned', 'wallet.forfeited') and 'house:adjustments' in (b.source, b.target)
    and exists (select from users u where u.id = b.user_id and u.deleted_at is not null))
  union all
  select 'a recorded payment is not booked', r.key, r.amount, 0
  from recorded r left join ledger_events e using (key)
  where r.kind in ('correction.made', 'late_purchase.paid') and e.key is null
$$;
comment on function event_differences() is
  'Dollars that were booked without a record, for another person or in another amount, and corrections and late purchases without their event.
Other records that were not booked are differences of their own proofs.';
