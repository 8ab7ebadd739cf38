create function reference_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a hold is on an account that is not a wallet', h.key, 0::bigint, h.amount
    from ledger_holds h where not exists (select from ledger_balances b where b.account_id = h.account_id)
  union all
  select 'an active hold has an unknown kind', key, 0, remaining
    from ledger_holds where state = 'active' and key !~ '^(order|withdrawal|transaction) '
  union all
  select 'a timeline entry belongs to no order', e.order_id::text, 0, count(*)
    from order_events e where not exists (select from orders o where o.id = e.order_id) group by e.order_id
  union all
  select 'the parent order does not exist', o.id::text, 0, 1
    from orders o where o.split_id is not null and not exists (select from orders w where w.id = o.split_id)
  union all
  select 'the buyer of an order does not exist', o.id::text, 0, 1
    from orders o where not exists (select from users u where u.id = o.buyer_id)
  union all
  select 'the account of an order is not its seller''s', o.id::text, 0, 1
    from orders o where not exists (select from roblox_accounts a where a.id = o.account_id and a.user_id = o.seller_id)
  union all
  select 'an account is for sale although its seller is not, or the reverse', a.id::text, (not a.is_seller_banned)::int::bigint, a.is_seller_banned::int::bigint
    from roblox_accounts a join users u on u.id = a.user_id
    where a.removed_at is null and a.is_seller_banned <> (u.is_banned or u.deleted_at is not null)
$$;
comment on function reference_differences() is
  'Rows that point to a missing row, holds of an unknown kind, and accounts whose sale flag contradicts their seller''s ban. Foreign keys refuse missing rows, but the
owner of the database can switch foreign keys off.';
