create function business_days(p_from date, p_until date)
returns table (
  day date, orders bigint, trades bigint, robux bigint, volume bigint, withdrawal_fees bigint, marketplace_fees bigint,
  network_fees bigint, network_costs bigint, affiliate_shares bigint, late_purchases bigint, adjustments bigint
)
language sql stable as $$
  with moves as (
    select m.day, m.kind, side.account, side.sign * m.cents as cents, m.postings
    from ledger_days_between(p_from, p_until) m cross join lateral (values (m.target, 1), (m.source, -1)) side (account, sign)),
  sums as (
    select m.day,
      coalesce(sum(postings) filter (where kind = 'order.completed' and account = 'seller'), 0)::bigint as orders,
      coalesce(sum(postings) filter (where kind = 'transaction.completed' and account = 'seller'), 0)::bigint as trades,
      -coalesce(sum(cents) filter (where kind in ('order.completed', 'transaction.completed') and account = 'buyer'), 0)::bigint as volume,
      coalesce(sum(cents) filter (where account = 'house:fees' and kind in ('withdrawal.confirmed', 'withdrawal.returned')), 0)::bigint
        as withdrawal_fees,
      coalesce(sum(cents) filter (where account = 'house:fees' and kind = 'transaction.completed'), 0)::bigint as marketplace_fees,
      coalesce(sum(cents) filter (where account = 'house:network-fees'), 0)::bigint as network_fees,
      round(coalesce(sum(cents) filter (where account = 'miners:ltc'), 0))::bigint as network_costs,
      -coalesce(sum(cents) filter (where account = 'house:fees' and kind = 'affiliate.paid'), 0)::bigint as affiliate_shares,
      -coalesce(sum(cents) filter (where account = 'house:adjustments' and kind = 'late_purchase.paid'), 0)::bigint as late_purchases,
      coalesce(sum(cents) filter (where account = 'house:adjustments' and kind <> 'late_purchase.paid'), 0)::bigint as adjustments
    from moves m group by m.day),
  bought as (
    select (ended_at at time zone 'UTC')::date as day, sum(robux_amount)::bigint as robux,
      count(*) filter (where has_later_part(o)) as earlier_parts
    from orders o where status = 'completed' and ended_at >= p_from and ended_at < p_until group by 1)
  select s.day, s.orders - coalesce(b.earlier_parts, 0), s.trades, coalesce(b.robux, 0), s.volume, s.withdrawal_fees, s.marketplace_fees, s.network_fees,
    s.network_costs, s.affiliate_shares, s.late_purchases, s.adjustments
  from sums s left join bought b on b.day = s.day
  order by s.day
$$;
comment on function business_days(date, date) is
  'What the house earned and paid by UTC day, in cents; p_until is exclusive. Days without an event have no row. The completed
parts of a split order are one order, on the day of the last one. Fees of a withdrawal
that was returned count as lost on the day of the return. Adjustments (corrections, forfeits, clean-ups) are what the house gained.';
