create function owner_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a wallet has the name of another', a.name, 0::bigint, a.id
  from ledger_accounts a where a.name is distinct from 'user:' || a.user_id || ':' || a.wallet and (a.user_id is not null or a.name like 'user:%')
  union all
  select 'money moved in another currency than that of its accounts', e.key, 0, p.amount
  from ledger_postings p join ledger_events e on e.id = p.event_id
  join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account
  where p.currency <> f.currency or p.currency <> t.currency
  union all
  select 'a hold is on the wallet of another person', h.key, 0, h.remaining
  from ledger_holds h join ledger_accounts a on a.id = h.account_id
  join (
    select 'order ' || coalesce(split_id, id) as key, 'user:' || buyer_id || ':buyer' as wallet from orders where ended_at is null
    union select 'transaction ' || id, 'user:' || buyer_id || ':buyer' from transactions where ended_at is null
    union select 'withdrawal ' || id, 'user:' || user_id || ':seller' from withdrawals where confirmed_at is null and failed_at is null
    ) payer on payer.key = h.key
  where h.state = 'active' and a.name <> payer.wallet
  union all
  select 'an order pays an account that did not buy its gamepass', o.id::text, o.pass_id, a.pass_id
  from purchase_attempts a join orders o on o.id = a.order_id
  where a.state = 'bought' and (a.account_id, a.pass_id) is distinct from (o.account_id, o.pass_id)
  union all
  select 'a trade pays another person than the seller of its listing', t.id::text, 0, t.total_cents
  from transactions t join listings l on l.id = t.listing_id where l.seller_id <> t.seller_id
  union all
  select 'a deposit is not the coin that its address received', d.id::text, o.litoshi, d.litoshi
  from deposits d join chain_outputs o on (o.txid, o.n) = (d.txid, d.n) join addresses a on a.address = o.address
  where (d.address, d.litoshi, d.user_id) is distinct from (o.address, o.litoshi, a.user_id)
  union all
  select 'a lot is of another wallet than its deposit', l.deposit_id::text, 0, l.cents
  from settlement_lots l join deposits d on d.id = l.deposit_id join ledger_accounts a on a.id = l.account_id
  where a.name <> 'user:' || d.user_id || ':buyer'
  union all
  select 'earnings wait in a wallet that did not receive them', s.id::text, 0, s.cents
  from settlement_spends s
  where not exists (select from ledger_postings p where p.event_id = s.event_id and p.to_account = s.to_account)
$$;
comment on function owner_differences() is
  'Wallets, holds, deposits and earnings that belong to another person than their records say, and orders and trades that pay another seller.';
