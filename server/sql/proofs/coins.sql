create function coin_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a coin is not booked as the chain has it', o.txid || ':' || o.n, case when o.height is null then 0 else o.litoshi end, booked.net
  from chain_outputs o
  cross join lateral (
    select coalesce(sum(case when t.name = 'treasury:ltc' then p.amount else -p.amount end), 0)::bigint as net
    from generate_series(0, o.generation) g
    join ledger_events e on e.key in ('output ' || o.txid || ':' || o.n || ' ' || g, 'output ' || o.txid || ':' || o.n || ' ' || g || ' undone')
    join ledger_postings p on p.event_id = e.id join ledger_accounts t on t.id = p.to_account) booked
  where not exists (select from own_transactions s where s.txid = o.txid)
    and booked.net <> case when o.height is null then 0 else o.litoshi end
  union all
  select side.what, s.txid, side.due, side.booked
  from own_transactions s left join withdrawals w on w.txid = s.txid
  cross join lateral (
    select coalesce(sum(case 'miners:ltc' when t.name then p.amount when f.name then -p.amount end), 0)::bigint as fee,
      coalesce(sum(case 'outside:ltc' when t.name then p.amount when f.name then -p.amount end), 0)::bigint as paid
    from generate_series(0, s.generation) g
    join ledger_events e on e.key in ('transaction ' || s.txid || ' ' || g, 'transaction ' || s.txid || ' ' || g || ' undone')
    join ledger_postings p on p.event_id = e.id
    join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account) moved
  cross join lateral (values
    ('the fee of a transaction is not booked as it was signed', case when s.mined_height is null then 0 else s.fee_litoshi end, moved.fee),
    ('a transaction does not pay what its withdrawal says', case when s.mined_height is null then 0 else coalesce(w.litoshi, 0) end, moved.paid)
  ) side (what, due, booked)
  where s.kind <> 'unknown' and side.due <> side.booked
    -- before its comparison, a restored database may not know all coins of a transaction, its withdrawal or its fee
    and not exists (select from restores r where coalesce(r.compared_at, 'infinity') >= s.signed_at)
$$;
comment on function coin_differences() is
  'Coins and signed transactions whose events differ from what the chain has and the signer signed, one by one. litecoin_differences() proves only
their sum.';
