create function buying_limits(
  p_buyers uuid[]
) returns table (buyer_id uuid, too_young_until timestamptz, left_cents bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_days int;
  v_cap bigint;
begin
  select (value ->> 'days')::int into strict v_days from settings where key = 'account_age';
  select 100 * (value ->> 'usd')::bigint into strict v_cap from settings where key = 'new_buyer_cap';
  if v_days = 0 and v_cap is null then return; end if;
  return query
    select u.id, young.until, case when new.is_new then v_cap - spent_today(u.id) end
    from users u
    cross join lateral (select case when v_days > 0
      -- The first 42 bits of a Discord id are milliseconds since 2015.
      then timestamptz '2015-01-01 00:00Z' + (u.discord_id::bigint >> 22) * interval '1 millisecond' + v_days * interval '24 hours'
      end as until) old_enough
    cross join lateral (select case when old_enough.until > now() then old_enough.until end as until) young
    left join identities i on i.user_id = u.id
    cross join lateral (select v_cap is not null and now() < coalesce(
      least(first_trade_at('user:' || u.id || ':buyer'), i.first_trade_at) + 30 * interval '24 hours', 'infinity') as is_new) new
    where u.id = any (p_buyers) and (young.until is not null or new.is_new);
end
$$;
comment on function buying_limits(uuid[]) is
  'Limits of these buyers, one row for each buyer who has one: until when the Discord account is too young, and the cents that a new buyer may
still spend today (UTC; null: no cap). A buyer is new until 30 days after the first trade, including one of an account that they deleted.';

create function spent_today(p_buyer uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(cents), 0)::bigint from (
    select total_cents as cents from orders
      where buyer_id = p_buyer and status <> 'failed' and created_at >= date_trunc('day', now(), 'UTC')
    union all select total_cents from transactions
      where buyer_id = p_buyer and stage not in ('cancelled', 'failed') and created_at >= date_trunc('day', now(), 'UTC')
    union all select spent_cents from identities
      where user_id = p_buyer and day = (now() at time zone 'UTC')::date) today
$$;
comment on function spent_today(uuid) is
  'Cents that a person spent today (UTC) on orders and trades that did not fail, with an account that they deleted today included.';

create function first_trade_at(p_account text) returns timestamptz
language sql stable as $$
  (select e.at from ledger_accounts a join ledger_postings p on p.to_account = a.id
    join ledger_accounts buyer on buyer.id = p.from_account and buyer.wallet = 'buyer'
    join ledger_events e on e.id = p.event_id
    where a.name = p_account and a.wallet = 'seller' order by p.id limit 1)
  union all
  (select e.at from ledger_accounts a join ledger_postings p on p.from_account = a.id
    join ledger_accounts seller on seller.id = p.to_account and seller.wallet = 'seller'
    join ledger_events e on e.id = p.event_id
    where a.name = p_account and a.wallet = 'buyer' order by p.id limit 1)
$$;
comment on function first_trade_at(text) is
  'When a wallet first paid for an order or a trade, or was paid for one.';
