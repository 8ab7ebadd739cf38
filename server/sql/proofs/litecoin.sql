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
  select 'a deposit is credited more than once', credits.deposit, 1, credits.net
  from (
    select (regexp_match(key, '^deposit ([0-9a-f]+:[0-9]+) '))[1] as deposit,
      sum(case when key like '% reversed' then -1 else 1 end) as net
    from ledger_events where key ~ '^deposit [0-9a-f]+:[0-9]+ ' group by 1) credits
  where credits.net not in (0, 1)
  union all
  select 'an output is above the cursor', txid || ':' || n, applied_height(), height
  from chain_outputs where height > applied_height()
$$;
comment on function litecoin_differences() is
  'Coins and deposits that differ from the applied chain or from the ledger.';
