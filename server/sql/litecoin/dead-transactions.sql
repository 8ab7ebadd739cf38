create function dead_transactions() returns table (txid text, by_us boolean)
language sql stable as $$
  with recursive dead (txid, by_us) as (
    select i.spender, coalesce(r.kind <> 'unknown', false)
    from transaction_inputs i left join own_transactions r on r.txid = i.rival
    where i.rival_height <= applied_height() - 5
    union
    select i.spender, d.by_us from dead d join transaction_inputs i on i.txid = d.txid)
  select txid, bool_or(by_us) from dead group by txid
$$;
comment on function dead_transactions() is
  'Transactions that can never be mined: another transaction spends one of their coins 6 blocks deep, or they spend an output of such a
transaction. by_us: one of our own transactions spends that coin.';
