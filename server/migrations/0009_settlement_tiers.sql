-- Deposits settle by the total that their owner has unsettled.
drop index settlement_lots_unsettled;
create index settlement_lots_unsettled on settlement_lots (account_id) where state = 'unsettled';
create index deposits_of_user_by_height on deposits (user_id, height);

update settlement_lots l set settles_at = greatest(l.settles_at, total.tier)
  from (
    select account_id, case when sum(cents) >= 100000 then 24 when sum(cents) >= 10000 then 12 else 6 end as tier
    from settlement_lots where state = 'unsettled' group by account_id) total
  where l.account_id = total.account_id and l.state = 'unsettled';

-- What staff should know about the node although nothing waits for it.
alter table chain_health add column warnings text[] default '{}' not null;
