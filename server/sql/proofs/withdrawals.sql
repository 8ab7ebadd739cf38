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
  select 'a lost withdrawal is not returned as often as its state says', w.id::text,
    case when w.confirmed_at is not null and w.failed_at is not null then w.total_cents else 0 end, coalesce(returned.total, 0)
  from withdrawals w cross join lateral (
    select sum(p.amount)::bigint as total from ledger_events e join ledger_postings p on p.event_id = e.id
    where e.key = 'withdrawal ' || w.id || ' returned') returned
  where coalesce(returned.total, 0) <> case when w.confirmed_at is not null and w.failed_at is not null then w.total_cents else 0 end
  union all
  select 'a returned withdrawal is mined, and no review says so', w.id::text, 0, w.total_cents
  from withdrawals w join own_transactions t on t.txid = w.txid
  where w.failed_at is not null and t.mined_height is not null
    and not exists (select from reviews r where r.kind = 'foreign_spend' and r.subject_id = t.id)
  union all
  select 'a withdrawal''s hold belongs to no withdrawal', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'withdrawal %'
    and not exists (select from withdrawals w where h.key = 'withdrawal ' || w.id)
$$;
comment on function withdrawal_differences() is
  'Withdrawals whose hold, booking or payment differs from their state.';
