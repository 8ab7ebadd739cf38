-- The referral programme (docs/money.md, 'Referrals'): who brought whom, and what of the house's fees that earned.

-- Forty random bits, as eight digits and letters without i, l, o and u.
create function new_affiliate_code() returns text language sql volatile as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits from 5 * part + 1 for 5)::int, 1), '' order by part)
  from (select ('x' || encode(substring(uuid_send(gen_random_uuid()) from 1 for 5), 'hex'))::bit(40) as bits) random,
    generate_series(0, 7) as part
$$;

-- null once the account is deleted: its link leads to nobody
alter table users add column affiliate_code text unique default new_affiliate_code()
  check (affiliate_code ~ '^[0-9a-hjkmnp-tv-z]{8}$');
update users set affiliate_code = null where deleted_at is not null;

-- Written with the first sign-in of the person who came, and never again.
create table referrals (
  referred_id uuid primary key references users,
  referrer_id uuid not null references users,
  at timestamptz not null default moment(),
  check (referred_id <> referrer_id)
);
create index referrals_of_referrer on referrals (referrer_id, at desc, referred_id);
create trigger append_only before update or delete on referrals for each row execute function ledger_refuse_change();
create trigger no_truncate before truncate on referrals execute function ledger_refuse_change();

-- One fee and the share of it that went to the referrer, with what it was reckoned from.
create table affiliate_shares (
  event_id bigint primary key references ledger_events,
  -- the event that brought the house the fee
  fee_event_id bigint not null unique references ledger_events,
  referrer_id uuid not null references users,
  referred_id uuid not null references referrals,
  fee_cents bigint not null check (fee_cents > 0),
  percent int not null check (percent between 1 and 100),
  share_cents bigint not null check (share_cents > 0),
  at timestamptz not null
);
create index affiliate_shares_of_referrer on affiliate_shares (referrer_id, event_id desc);
create trigger append_only before update or delete on affiliate_shares for each row execute function ledger_refuse_change();
create trigger no_truncate before truncate on affiliate_shares execute function ledger_refuse_change();

-- What one account gives on of what an event brought it comes from the part that waits for no deposit; what does not, waits
-- at the receiver from now on (0010_settlement.sql). The payer's wallet is locked.
create function settlement_pass_on(p_from_event bigint, p_from bigint, p_event bigint, p_to bigint, p_cents bigint) returns void
language plpgsql as $$
declare
  v_spend settlement_spends;
  v_part bigint;
  v_rest bigint := p_cents - least(p_cents,
    (select sum(amount) from ledger_postings where event_id = p_from_event and to_account = p_from)
    - coalesce((select sum(cents) from settlement_spends where event_id = p_from_event and to_account = p_from and waits), 0));
begin
  for v_spend in
    select * from settlement_spends where event_id = p_from_event and to_account = p_from and waits order by id
  loop
    exit when v_rest = 0;
    v_part := least(v_spend.cents, v_rest);
    insert into settlement_spends (event_id, deposit_id, to_account, cents, waits)
      values (p_event, v_spend.deposit_id, p_to, v_part, true);
    if v_part = v_spend.cents then delete from settlement_spends where id = v_spend.id;
    else update settlement_spends set cents = cents - v_part where id = v_spend.id;
    end if;
    v_rest := v_rest - v_part;
  end loop;
end $$;

-- Pays whoever brought p_payer his share of the fee that the event p_fee_key brought the house: p_percent of it, rounded
-- half up to a cent, in the first 365 days. Nothing to somebody barred or gone, and nothing twice. Answers the cents.
create function affiliate_pay(p_fee_key text, p_payer uuid, p_percent int, p_at timestamptz default now()) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_referrer uuid;
  v_fees bigint := ledger_account('house:fees');
  v_fee_event bigint;
  v_fee bigint;
  v_share bigint;
  v_key text := 'affiliate ' || p_fee_key;
  v_event bigint;
  v_wallet text;
begin
  select referrer.id into v_referrer
    from referrals r join users payer on payer.id = r.referred_id join users referrer on referrer.id = r.referrer_id
    where r.referred_id = p_payer and p_at < payer.joined_at + interval '365 days'
      and not referrer.is_banned and referrer.deleted_at is null
    -- nobody is paid while he deletes his account
    for key share of referrer;
  if not found then return 0; end if;
  select e.id, sum(p.amount) into v_fee_event, v_fee
    from ledger_events e join ledger_postings p on p.event_id = e.id
    where e.key = p_fee_key and p.to_account = v_fees group by e.id;
  v_share := (v_fee * p_percent + 50) / 100;
  if v_share is null or v_share = 0 then return 0; end if;
  v_wallet := 'user:' || v_referrer || ':seller';
  if ledger_post(v_key, 'affiliate.paid', jsonb_build_array(
      jsonb_build_object('from', 'house:fees', 'to', 'house:affiliate', 'amount', v_share),
      jsonb_build_object('from', 'house:affiliate', 'to', v_wallet, 'amount', v_share)), p_at => p_at) = 'repeat' then
    return 0;
  end if;
  select id into v_event from ledger_events where key = v_key;
  insert into affiliate_shares (event_id, fee_event_id, referrer_id, referred_id, fee_cents, percent, share_cents, at)
    values (v_event, v_fee_event, v_referrer, p_payer, v_fee, p_percent, v_share, p_at);
  perform settlement_pass_on(v_fee_event, v_fees, v_event, ledger_account(v_wallet), v_share);
  return v_share;
end $$;

-- Completed orders by day, for the history of rates. Rows lie in the order in which they were placed, and end soon after.
create index orders_by_end on orders using brin (ended_at) with (pages_per_range = 32, autosummarize = on);

-- Every way in which shares disagree with the ledger, with the fees that they are of, or with who brought whom; no row
-- when they agree.
create function affiliate_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'a share is not booked as it says', e.key, s.share_cents, coalesce(booked.reached, 0)
  from affiliate_shares s join ledger_events e on e.id = s.event_id
  cross join lateral (
    select sum(p.amount) filter (where f.name = 'house:affiliate' and o.name = 'user:' || s.referrer_id || ':seller')::bigint as reached,
      sum(p.amount) filter (where f.name = 'house:fees' and o.name = 'house:affiliate')::bigint as given,
      sum(p.amount)::bigint as moved
    from ledger_postings p join ledger_accounts f on f.id = p.from_account join ledger_accounts o on o.id = p.to_account
    where p.event_id = e.id) booked
  where (booked.reached, booked.given, booked.moved) is distinct from (s.share_cents, s.share_cents, 2 * s.share_cents)
  union all
  select 'a share is booked that nobody is owed', e.key, 0, coalesce(sum(p.amount), 0)::bigint
  from ledger_events e join ledger_postings p on p.event_id = e.id
  where e.id in (select p.event_id from ledger_postings p join ledger_accounts a on a.id in (p.from_account, p.to_account)
      where a.name = 'house:affiliate')
    and not exists (select from affiliate_shares s where s.event_id = e.id)
  group by e.key
  union all
  select 'a share is not its percentage of the fee', e.key, (paid.fee * s.percent + 50) / 100, s.share_cents
  from affiliate_shares s join ledger_events e on e.id = s.event_id
  cross join lateral (
    select coalesce(sum(p.amount), 0)::bigint as fee from ledger_postings p join ledger_accounts o on o.id = p.to_account
    where p.event_id = s.fee_event_id and o.name = 'house:fees') paid
  where s.fee_cents <> paid.fee or s.share_cents <> (paid.fee * s.percent + 50) / 100
  union all
  select 'a share is of somebody else''s fee, or of one after the first year', e.key, 0, s.share_cents
  from affiliate_shares s join ledger_events e on e.id = s.event_id
  join ledger_events fee on fee.id = s.fee_event_id
  join referrals r on r.referred_id = s.referred_id join users payer on payer.id = s.referred_id
  left join withdrawals w on fee.key = 'withdrawal ' || w.id || ' confirmed'
  left join transactions t on fee.key = 'transaction ' || t.id || ' completed'
  where s.referrer_id <> r.referrer_id or s.at >= payer.joined_at + interval '365 days'
    or coalesce(w.user_id, t.seller_id) is distinct from s.referred_id
$$;

revoke update, delete, truncate on referrals from sterling_app;
revoke insert, update, delete, truncate on affiliate_shares from sterling_app;
revoke all on function settlement_pass_on(bigint, bigint, bigint, bigint, bigint), affiliate_pay(text, uuid, int, timestamptz),
  affiliate_differences() from public;
grant execute on function affiliate_pay(text, uuid, int, timestamptz), affiliate_differences() to sterling_app;
