create function affiliate_payout(p_fee_cents bigint, p_percent int) returns bigint
language sql immutable as $$
  select (p_fee_cents * p_percent + 50) / 100
$$;
comment on function affiliate_payout(bigint, int) is
  'The cents that a referrer gets of a fee: p_percent of it, rounded to the nearest cent.';

create function referral_ends_at(p_joined_at timestamptz, p_referred_at timestamptz) returns timestamptz
language sql stable as $$
  select least(p_joined_at, p_referred_at) + interval '365 days'
$$;
comment on function referral_ends_at(timestamptz, timestamptz) is
  'When the fees of a referred person stop paying their referrer: a year after they joined, with the first account if they deleted one.
REFERRAL_DAYS in contract/src/affiliate.ts is the same time.';

create function affiliate_pay(
  p_fee_key text, p_payer uuid, p_percent int, p_at timestamptz default now()
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_referrer uuid;
  v_fees bigint := ledger_account('house:fees');
  v_fee_event bigint;
  v_fee bigint;
  v_payout bigint;
  v_key text := 'affiliate ' || p_fee_key;
  v_event bigint;
  v_wallet text;
begin
  select referrer.id into v_referrer
    from referrals r join users payer on payer.id = r.referred_id join users referrer on referrer.id = r.referrer_id
    where r.referred_id = p_payer and p_at < referral_ends_at(payer.joined_at, r.at)
      and not referrer.is_banned and referrer.deleted_at is null
    -- the lock keeps the referrer from deleting their account while they are paid
    for key share of referrer;
  if not found then return 0; end if;
  select e.id, sum(p.amount) into v_fee_event, v_fee
    from ledger_events e join ledger_postings p on p.event_id = e.id
    where e.key = p_fee_key and p.to_account = v_fees group by e.id;
  v_payout := affiliate_payout(v_fee, p_percent);
  if v_payout is null or v_payout = 0 then return 0; end if;
  v_wallet := 'user:' || v_referrer || ':seller';
  if ledger_post(v_key, 'affiliate.paid', jsonb_build_array(
      jsonb_build_object('from', 'house:fees', 'to', 'house:affiliate', 'amount', v_payout),
      jsonb_build_object('from', 'house:affiliate', 'to', v_wallet, 'amount', v_payout)), p_at => p_at) = 'repeat' then
    return 0;
  end if;
  select id into v_event from ledger_events where key = v_key;
  insert into affiliate_payouts (event_id, fee_event_id, referrer_id, referred_id, fee_cents, percent, payout_cents, at)
    values (v_event, v_fee_event, v_referrer, p_payer, v_fee, p_percent, v_payout, p_at);
  perform settlement_pass_on(v_fee_event, v_fees, v_event, ledger_account(v_wallet), v_payout);
  return v_payout;
end
$$;
comment on function affiliate_pay(text, uuid, int, timestamptz) is
  'Pays the referrer of a fee''s payer p_percent of it, rounded to the nearest cent, in the first year after the payer joined (with the first
account, if they deleted one). Returns the cents paid, or 0 when there is no eligible referrer or the fee was paid out before.';
