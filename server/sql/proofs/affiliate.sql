create function affiliate_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'an affiliate payout is not booked as recorded', e.key, s.payout_cents, coalesce(booked.reached, 0)
  from affiliate_payouts s join ledger_events e on e.id = s.event_id
  cross join lateral (
    select sum(p.amount) filter (where f.name = 'house:affiliate' and o.name = 'user:' || s.referrer_id || ':seller')::bigint as reached,
      sum(p.amount) filter (where f.name = 'house:fees' and o.name = 'house:affiliate')::bigint as given,
      sum(p.amount)::bigint as moved
    from ledger_postings p join ledger_accounts f on f.id = p.from_account join ledger_accounts o on o.id = p.to_account
    where p.event_id = e.id) booked
  where (booked.reached, booked.given, booked.moved) is distinct from (s.payout_cents, s.payout_cents, 2 * s.payout_cents)
  union all
  select 'an affiliate payout is booked without a record', e.key, 0, coalesce(sum(p.amount), 0)::bigint
  from ledger_events e join ledger_postings p on p.event_id = e.id
  where e.id in (select p.event_id from ledger_postings p join ledger_accounts a on a.id in (p.from_account, p.to_account)
      where a.name = 'house:affiliate')
    and not exists (select from affiliate_payouts s where s.event_id = e.id)
  group by e.key
  union all
  select 'an affiliate payout is not its percentage of the fee', e.key, affiliate_payout(paid.fee, s.percent), s.payout_cents
  from affiliate_payouts s join ledger_events e on e.id = s.event_id
  cross join lateral (
    select coalesce(sum(p.amount), 0)::bigint as fee from ledger_postings p join ledger_accounts o on o.id = p.to_account
    where p.event_id = s.fee_event_id and o.name = 'house:fees') paid
  where s.fee_cents <> paid.fee or s.payout_cents <> affiliate_payout(paid.fee, s.percent)
  union all
  select 'an affiliate payout is for the wrong fee, or after the first year', e.key, 0, s.payout_cents
  from affiliate_payouts s join ledger_events e on e.id = s.event_id
  join ledger_events fee on fee.id = s.fee_event_id
  join users payer on payer.id = s.referred_id left join referrals r on r.referred_id = s.referred_id
  left join withdrawals w on fee.key = 'withdrawal ' || w.id || ' confirmed'
  left join transactions t on fee.key = 'transaction ' || t.id || ' completed'
  where s.referrer_id is distinct from r.referrer_id or s.at >= referral_ends_at(payer.joined_at, r.at)
    or coalesce(w.user_id, t.seller_id) is distinct from s.referred_id
$$;
comment on function affiliate_differences() is
  'Affiliate payouts that are not booked as recorded, or that were not owed.';
