create function settlement_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a lot is not what its spends leave', l.deposit_id::text, l.cents - coalesce(s.total, 0)::bigint, l.unspent
  from settlement_lots l
  left join (select deposit_id, sum(cents) as total from settlement_spends group by deposit_id) s on s.deposit_id = l.deposit_id
  where l.unspent <> l.cents - coalesce(s.total, 0)
  union all
  select 'a credited deposit has no lot, or a lot with another amount or state', d.id::text, d.cents, coalesce(l.cents, 0)
  from deposits d left join settlement_lots l on l.deposit_id = d.id
  where d.status in ('credited', 'reversed') and d.cents > 0
    and (l.cents is distinct from d.cents or (l.state = 'reversed') <> (d.status = 'reversed'))
  union all
  select 'a deposit is settled too early or too late', l.deposit_id::text, l.settles_at::bigint, tip.height - d.height + 1
  from settlement_lots l join deposits d on d.id = l.deposit_id
  cross join (select applied_height()::bigint as height) tip
  where l.state <> 'reversed' and (l.state = 'settled') <> (tip.height - d.height + 1 >= l.settles_at)
  union all
  select 'an unsettled deposit settles too early for what is unsettled with it', l.deposit_id::text, total.tier::bigint, l.settles_at
  from settlement_lots l join (
    select account_id, settlement_tier(sum(cents)::bigint) as tier from settlement_lots where state = 'unsettled' group by account_id) total
    on total.account_id = l.account_id
  where l.state = 'unsettled' and l.settles_at < total.tier
  union all
  select 'a deposit settles too early for where its coins are from', l.deposit_id::text, source.tier::bigint, l.settles_at
  from settlement_lots l join deposits d on d.id = l.deposit_id join chain_outputs o on (o.txid, o.n) = (d.txid, d.n)
  cross join lateral (select settlement_tier(l.cents, o.is_peg_out, o.is_coinbase) as tier) source
  where l.settles_at < source.tier
  union all
  select 'a deposit is not as deep as its coin', d.id::text, coalesce(o.height, 0)::bigint, coalesce(d.height, 0)
  from deposits d join chain_outputs o on (o.txid, o.n) = (d.txid, d.n) join users u on u.id = d.user_id
  where d.height is distinct from o.height
    -- nobody is credited for a deposit that came back after its owner had deleted the account, or for an output of a spend of our coins
    and not (d.height is null and (u.deleted_at is not null or exists (select from own_transactions s where s.txid = d.txid)))
  union all
  select 'earnings do not wait as the state of their deposit requires', s.id::text, l.settles_at::bigint, s.cents
  from settlement_spends s join settlement_lots l on l.deposit_id = s.deposit_id
  where s.waits <> (l.state <> 'settled' and not s.released)
  union all
  select 'a reversed deposit is owed by a wallet that could repay it', a.name, 0, owed.cents
  from (select account_id, sum(cents - unspent)::bigint as cents from settlement_lots where state = 'reversed' group by account_id) owed
  join ledger_accounts a on a.id = owed.account_id join ledger_balances b on b.account_id = owed.account_id
  where owed.cents > greatest(0, -b.posted)
  union all
  select 'lots hold more than their wallet', a.name, 0, settlement_free(a.id)
  from (select distinct account_id from settlement_lots) lots join ledger_accounts a on a.id = lots.account_id
  where settlement_free(a.id) < 0
$$;
comment on function settlement_differences() is
  'Deposits and earnings whose settlement differs from the chain or from the ledger.';
