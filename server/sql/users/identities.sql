create function keep_identity(p_user uuid, p_hash bytea) returns void
language plpgsql as $$
declare
  v_today constant date := (now() at time zone 'UTC')::date;
  v_first_trade constant timestamptz := first_trade_at('user:' || p_user || ':buyer');
  v_spent constant bigint := spent_today(p_user);
  v_withdrawn constant bigint := withdrawn_today(p_user);
  v_identity bigint;
begin
  update identities i set hash = p_hash, user_id = null, deleted_at = now(), first_trade_at = least(i.first_trade_at, v_first_trade),
      day = v_today, spent_cents = v_spent, withdrawn_cents = v_withdrawn
    where i.user_id = p_user returning id into v_identity;
  if not found then
    insert into identities (hash, deleted_at, first_trade_at, day, spent_cents, withdrawn_cents, referrer_id, referred_at)
      select p_hash, now(), v_first_trade, v_today, v_spent, v_withdrawn, r.referrer_id, r.at
      from (select) one left join referrals r on r.referred_id = p_user
      returning id into v_identity;
  end if;
  insert into account_exclusions (user_id, roblox_user_id, source_id)
    select p_user, r.roblox_user_id, r.id from roblox_accounts a join reports r on r.account_id = a.id
      join reviews v on v.kind = 'report' and v.subject_id = r.id and v.state = 'open'
      where a.user_id = p_user and r.roblox_user_id is not null
    on conflict do nothing;
  update account_exclusions set user_id = null, identity_id = v_identity where user_id = p_user;
end
$$;
comment on function keep_identity(uuid, bytea) is
  'Keeps what limits a new person, before an account is deleted: when the first trade was, what was spent and
withdrawn today, the Roblox accounts that reports or staff took or decide about, and the referral. The hash of the Discord id is the only link to the person.';

create function resume_identity(p_user uuid, p_hashes bytea[]) returns boolean
language plpgsql as $$
declare
  v_identity identities;
begin
  update identities set user_id = p_user, hash = p_hashes[1] where hash = any (p_hashes) returning * into v_identity;
  if not found then return false; end if;
  update account_exclusions set user_id = p_user where identity_id = v_identity.id;
  insert into referrals (referred_id, referrer_id, at)
    select p_user, v_identity.referrer_id, v_identity.referred_at where v_identity.referrer_id is not null;
  return true;
end
$$;
comment on function resume_identity(uuid, bytea[]) is
  'Gives a new account what was kept of an earlier one of the same person. p_hashes are the hashes of the Discord id under every key, the
current key first. Returns false if the person had no account before.';

create function withdrawn_today(p_user uuid) returns bigint
language sql stable as $$
  select coalesce(sum(cents), 0)::bigint from (
    select amount_cents as cents from withdrawals
      where user_id = p_user and state <> 'failed' and created_at >= date_trunc('day', now(), 'UTC')
    union all select withdrawn_cents from identities
      where user_id = p_user and day = (now() at time zone 'UTC')::date) today
$$;
comment on function withdrawn_today(uuid) is
  'Cents that a person withdrew today (UTC), with an account that they deleted today included. Fees and failed withdrawals do not count.';
