create function large_deposit_cents() returns bigint
language sql immutable as $$
  select 100000::bigint
$$;
comment on function large_deposit_cents() is
  'The total from which unsettled deposits are large. A deposit whose value is unknown counts as a large one.';

create function medium_deposit_cents() returns bigint
language sql immutable as $$
  select 10000::bigint
$$;
comment on function medium_deposit_cents() is
  'The total from which unsettled deposits are no longer small.';

create function coinbase_maturity() returns int
language sql immutable as $$
  select 100
$$;
comment on function coinbase_maturity() is
  'The confirmations that a coinbase output needs before consensus rules let it be spent.';

create function max_settlement_depth() returns int
language sql immutable as $$
  select coinbase_maturity()
$$;
comment on function max_settlement_depth() is
  'No deposit needs more confirmations.';

create function settlement_tier(p_cents bigint, p_is_peg_out boolean default false, p_is_coinbase boolean default false) returns int
language sql immutable as $$
  select case
    when p_is_coinbase then coinbase_maturity()
    when p_is_peg_out or p_cents >= large_deposit_cents() then 24
    when p_cents >= medium_deposit_cents() then 12
    else 6
  end
$$;
comment on function settlement_tier(bigint, boolean, boolean) is
  'The confirmations at which a deposit is settled: a later reversal is then too unlikely. p_cents is the total that its owner has
unsettled, so that splitting an amount changes nothing. A reorganisation may change the txid of a peg-out from MWEB.';

create function settlement_open(p_deposit uuid, p_account bigint, p_cents bigint) returns void
language plpgsql as $$
declare
  v_source record;
begin
  select d.user_id, d.height, o.is_peg_out, o.is_coinbase into v_source
    from deposits d join chain_outputs o on (o.txid, o.n) = (d.txid, d.n) where d.id = p_deposit;
  insert into settlement_lots (deposit_id, account_id, cents, unspent, state, settles_at)
    values (p_deposit, p_account, p_cents, p_cents, 'unsettled', settlement_tier(p_cents, v_source.is_peg_out, v_source.is_coinbase))
    -- a release was about the loss, which has ended: what is spent from now on waits again
    on conflict (deposit_id) do update set state = 'unsettled', settles_at = excluded.settles_at, released = false;
  -- deposits that settled only after this one was mined were unsettled together with it
  perform settlement_raise(p_account, coalesce((
    select sum(l.cents) from deposits d join settlement_lots l on l.deposit_id = d.id
    where d.user_id = v_source.user_id and d.height > v_source.height - max_settlement_depth()
      and l.state = 'settled' and d.height > v_source.height - l.settles_at), 0)::bigint);
end
$$;
comment on function settlement_open(uuid, bigint, bigint) is
  'Opens the lot of a credited deposit, unsettled, and raises the depth of all deposits that are unsettled together with it.';

create function settlement_raise(p_account bigint, p_settled bigint) returns void
language plpgsql as $$
declare
  v_tier constant int := settlement_tier(p_settled + (
    select coalesce(sum(cents), 0) from settlement_lots where account_id = p_account and state = 'unsettled')::bigint);
begin
  update settlement_lots set settles_at = v_tier where account_id = p_account and state = 'unsettled' and settles_at < v_tier;
end
$$;
comment on function settlement_raise(bigint, bigint) is
  'Raises the depth at which a wallet''s unsettled deposits settle to the tier of their total plus p_settled cents. It never lowers a depth.';

create function unsettled_cents(p_user uuid, p_price bigint) returns bigint
language sql stable as $$
  select sum(coalesce(d.cents, div(d.litoshi::numeric * p_price, 100000000), large_deposit_cents()))::bigint
  from deposits d left join settlement_lots l on l.deposit_id = d.id
  where d.user_id = p_user and d.height is not null and l.state is distinct from 'settled'
$$;
comment on function unsettled_cents(uuid, bigint) is
  'The total of a user''s mined deposits that are not settled. Uncredited ones count at p_price cents per LTC; without a price, each counts
as a large one.';
