create function robux_for_sale(p_seller uuid) returns bigint
language sql stable set enable_seqscan = off as $$
  select coalesce(sum(robux), 0)::bigint from stock_for_sale where seller_id = p_seller and robux >= min_order_robux()
$$;
comment on function robux_for_sale(uuid) is
  'Robux that all accounts of a seller together can sell now. Accounts with less than the smallest order do not count. Without sequential
scans it reads only the accounts of this seller that are for sale, even if the seller has most accounts of the market.';

create function notify_low_stock() returns table (seller_id uuid)
language sql as $$
  with looked as materialized (
    select user_id, robux as threshold, robux_for_sale(user_id) as robux from stock_alerts),
  changed as (
    update stock_alerts a set is_low = l.robux < l.threshold from looked l
      where a.user_id = l.user_id and a.robux = l.threshold and a.is_low <> (l.robux < l.threshold)
      returning a.user_id, a.is_low, l.robux, l.threshold),
  told as materialized (
    select user_id, add_notification(user_id, 'accounts', 'stock_low', null,
      jsonb_build_object('robux', robux, 'threshold', threshold)) from changed where is_low)
  select user_id from told
$$;
comment on function notify_low_stock() is
  'Adds the news for each seller whose stock has fallen below their threshold since the last look, and returns these sellers. Several workers may
call it: an alert changes once.';
