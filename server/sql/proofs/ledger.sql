create function ledger_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'posted is not the sum of its postings', a.name, coalesce(p.total, 0)::bigint, b.posted
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  left join (
    select account, sum(amount) as total from (
      select to_account as account, amount from ledger_postings
      union all select from_account, -amount from ledger_postings) moves group by account) p on p.account = b.account_id
  where b.posted <> coalesce(p.total, 0)
  union all
  select 'a wallet has no balance', a.name, 1, 0
  from ledger_accounts a where a.user_id is not null and not exists (select from ledger_balances b where b.account_id = a.id)
  union all
  select 'held is not the sum of its active holds', a.name, coalesce(h.total, 0)::bigint, b.held
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  left join (select account_id, sum(remaining) as total from ledger_holds where state = 'active' group by account_id) h
    on h.account_id = b.account_id
  where b.held <> coalesce(h.total, 0)
  union all
  select 'below zero without a reversed deposit', a.name, 0, b.posted - b.held
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  where b.posted - b.held < 0 and not exists (
    select from ledger_postings p join ledger_events e on e.id = p.event_id
    where p.from_account = a.id and e.kind = 'deposit.reversed')
  union all
  select 'a wallet may fall further below zero than it is', a.name, greatest(0, b.held - b.posted), b.overdraft
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  where b.overdraft <> greatest(0, b.held - b.posted)
  union all
  select 'an event without postings', e.key, 1, 0
  from ledger_events e where not exists (select from ledger_postings p where p.event_id = e.id)
$$;
comment on function ledger_differences() is
  'Balances and holds that are not the sums of what was booked.';

create function ledger_day_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'the sums of a day are not those of its postings', concat_ws(' ', day, kind, source, '→', target), coalesce(l.amount, 0),
    coalesce(d.amount, 0)
  from ledger_days d full join ledger_day_lines(0, (select through_posting from ledger_day_folds)) l using (day, kind, source, target)
  where (d.amount, d.postings) is distinct from (l.amount, l.postings)
$$;
comment on function ledger_day_differences() is
  'Daily sums, of figures and house accounts, that differ from what was booked.';
