create function transaction_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a trade''s hold is not what its stage says', t.id::text,
    case when t.ended_at is null then t.total_cents else 0 end, coalesce(h.remaining, 0)
  from transactions t left join ledger_holds h on h.key = 'transaction ' || t.id
  where coalesce(h.remaining, 0) <> case when t.ended_at is null then t.total_cents else 0 end
  union all
  select 'a trade''s hold belongs to no trade', h.key, 0, h.remaining
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
  select state.what, l.id::text, state.trades, (l.status = state.status)::int
  from listings l cross join lateral (
    select 'a listing is not pending as its trades say' as what, 'pending' as status, count(*) as trades
    from transactions t where t.listing_id = l.id and t.ended_at is null
    union all
    select 'a listing is not sold as its trades say', 'sold', count(*)
    from transactions t where t.listing_id = l.id and t.stage = 'completed') state
  where state.trades <> (l.status = state.status)::int
$$;
comment on function transaction_differences() is
  'Trades whose hold, payment or listing differs from their stage.';
