-- The tables, indexes and first rows of a new database. Functions, views, triggers, and the defaults that call a function stand in
-- server/sql/; they are applied after this file.

-- The roles of the processes. Roles belong to the whole server, so another database may have made them already.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['sterling_app', 'sterling_demo', 'sterling_signer'] loop
    begin
      execute format('create role %I nologin', v_role);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end
$$;
grant sterling_app to sterling_demo, sterling_signer;
grant sterling_signer to sterling_demo;
grant sterling_app, sterling_demo, sterling_signer to current_user;
grant usage on schema public to sterling_app;

-- People

create table users (
  id uuid not null,
  discord_id text,
  username text not null,
  avatar text,
  email text,
  role text default 'buyer' not null,
  is_owner boolean default false not null,
  is_verified boolean default false not null,
  is_banned boolean default false not null,
  joined_at timestamptz not null,
  deleted_at timestamptz,
  affiliate_code text,
  is_selling_paused boolean default false not null,
  constraint users_affiliate_code_check check (affiliate_code ~ '^[0-9a-hjkmnp-tv-z]{8}$'),
  constraint users_affiliate_code_key unique (affiliate_code),
  constraint users_discord_id_key unique (discord_id),
  constraint users_pkey primary key (id),
  constraint users_role_check check (role in ('buyer', 'seller', 'admin'))
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text not null,
  ip text not null,
  created_at timestamptz default now() not null,
  last_seen_at timestamptz default now() not null,
  expires_at timestamptz not null,
  rotation_due boolean default false not null,
  previous_token_hash bytea,
  previous_until timestamptz,
  constraint previous_has_an_end check ((previous_token_hash is null) = (previous_until is null)),
  constraint sessions_pkey primary key (id),
  constraint sessions_previous_token_hash_key unique (previous_token_hash),
  constraint sessions_token_hash_key unique (token_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users(id)
);
create index sessions_of_user on sessions (user_id);

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamptz default now() not null,
  constraint settings_pkey primary key (key)
);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer default 0 not null,
  reply json,
  created_at timestamptz default now() not null,
  constraint idempotency_keys_pkey primary key (user_id, key),
  constraint idempotency_keys_user_id_fkey foreign key (user_id) references users(id)
);
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);

create table writes (
  id bigint generated always as identity not null,
  who text not null,
  at timestamptz default clock_timestamp() not null,
  constraint writes_pkey primary key (id)
);
create index writes_by_age on writes (at);
create index writes_of on writes (who, at);

create table audit_log (
  id bigint generated always as identity not null,
  at timestamptz default now() not null,
  actor_id uuid,
  action text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  reason text,
  ip text,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_actor_id_fkey foreign key (actor_id) references users(id)
);
create index audit_log_by_action on audit_log (action, id desc);
create index audit_log_of_actor on audit_log (actor_id, id desc);

create table heartbeats (
  minute timestamptz not null,
  constraint heartbeats_minute_check check (minute = date_trunc('minute', minute)),
  constraint heartbeats_pkey primary key (minute)
);

create table reviews (
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  user_id uuid,
  facts jsonb default '{}'::jsonb not null,
  state text default 'open' not null,
  reason text,
  decided_by uuid,
  opened_at timestamptz default now() not null,
  closed_at timestamptz,
  constraint reviews_check check ((state = 'open') = (closed_at is null)),
  constraint reviews_check1 check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  constraint reviews_kind_check check (kind in ('withdrawal', 'reversal', 'correction', 'dispute', 'manual_order', 'report', 'house_payment', 'off_platform')),
  constraint reviews_pkey primary key (id),
  constraint reviews_state_check check (state in ('open', 'approved', 'rejected', 'overtaken')),
  constraint reviews_decided_by_fkey foreign key (decided_by) references users(id),
  constraint reviews_user_id_fkey foreign key (user_id) references users(id)
);
create unique index reviews_open on reviews (kind, subject_id) where state = 'open';
create index reviews_open_of_user on reviews (user_id) where state = 'open';

create table notifications (
  user_id uuid not null,
  sealed_webhook bytea not null,
  webhook_id text not null,
  kinds text[] not null,
  constraint notifications_kinds_check check (kinds <@ array['orders', 'sales', 'pre-orders', 'trades', 'deposits', 'withdrawals', 'accounts']),
  constraint notifications_pkey primary key (user_id),
  constraint notifications_user_id_fkey foreign key (user_id) references users(id)
);

create table notification_messages (
  id bigint generated always as identity not null,
  user_id uuid not null,
  text text not null,
  tries integer default 0 not null,
  send_at timestamptz default now() not null,
  created_at timestamptz default now() not null,
  constraint notification_messages_pkey primary key (id),
  constraint notification_messages_user_id_fkey foreign key (user_id) references notifications(user_id) on delete cascade
);
create index notification_messages_due on notification_messages (send_at);
create index notification_messages_of_user on notification_messages (user_id);

create table referrals (
  referred_id uuid not null,
  referrer_id uuid not null,
  at timestamptz not null,
  constraint referrals_check check (referred_id <> referrer_id),
  constraint referrals_pkey primary key (referred_id),
  constraint referrals_referred_id_fkey foreign key (referred_id) references users(id),
  constraint referrals_referrer_id_fkey foreign key (referrer_id) references users(id)
);
create index referrals_of_referrer on referrals (referrer_id, at desc, referred_id);

-- Ledger

create table ledger_accounts (
  id bigint generated always as identity not null,
  name text not null,
  currency text not null,
  user_id uuid,
  wallet text,
  constraint ledger_accounts_check check ((user_id is null) = (wallet is null)),
  constraint ledger_accounts_currency_check check (currency in ('USD', 'LTC')),
  constraint ledger_accounts_id_currency_key unique (id, currency),
  constraint ledger_accounts_name_key unique (name),
  constraint ledger_accounts_pkey primary key (id),
  constraint ledger_accounts_wallet_check check (wallet in ('buyer', 'seller')),
  constraint ledger_accounts_user_id_fkey foreign key (user_id) references users(id)
);
create index ledger_accounts_of_user on ledger_accounts (user_id) where user_id is not null;

create table ledger_balances (
  account_id bigint not null,
  posted bigint default 0 not null,
  held bigint default 0 not null check (held >= 0),
  overdraft bigint default 0 not null check (overdraft >= 0),
  constraint ledger_balances_pkey primary key (account_id),
  constraint never_below_zero check ((posted - (held)) >= (- (overdraft))),
  constraint ledger_balances_account_id_fkey foreign key (account_id) references ledger_accounts(id)
) with (fillfactor = 70);
create index ledger_balances_overdrawn on ledger_balances (account_id) where overdraft > 0;

create table ledger_events (
  id bigint generated always as identity not null,
  key text not null,
  kind text not null,
  details jsonb default '{}'::jsonb not null,
  at timestamptz not null,
  constraint ledger_events_key_key unique (key),
  constraint ledger_events_pkey primary key (id)
);

create table ledger_postings (
  id bigint generated always as identity not null,
  event_id bigint not null,
  currency text not null,
  from_account bigint not null,
  to_account bigint not null,
  amount bigint not null,
  constraint ledger_postings_amount_check check (amount > 0),
  constraint ledger_postings_check check (from_account <> to_account),
  constraint ledger_postings_pkey primary key (id),
  constraint ledger_postings_event_id_fkey foreign key (event_id) references ledger_events(id),
  constraint ledger_postings_from_account_currency_fkey foreign key (from_account, currency) references ledger_accounts(id, currency),
  constraint ledger_postings_to_account_currency_fkey foreign key (to_account, currency) references ledger_accounts(id, currency)
);
create index ledger_postings_from on ledger_postings (from_account, id);
create index ledger_postings_of_event on ledger_postings (event_id);
create index ledger_postings_to on ledger_postings (to_account, id);

create table ledger_holds (
  key text not null,
  account_id bigint not null,
  amount bigint not null,
  remaining bigint not null,
  state text default 'active' not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint ledger_holds_pkey primary key (key),
  constraint ledger_holds_amount_check check (amount > 0 and remaining between 0 and amount),
  constraint ledger_holds_state_check check (state in ('active', 'posted', 'voided') and (state = 'active') = (closed_at is null) and (state = 'active' or remaining = 0)),
  constraint ledger_holds_account_id_fkey foreign key (account_id) references ledger_balances(account_id)
);

create table ledger_seals (
  account_id bigint not null,
  through_posting bigint not null,
  posted bigint not null,
  constraint ledger_seals_pkey primary key (account_id),
  constraint ledger_seals_account_id_fkey foreign key (account_id) references ledger_accounts(id)
);

create table affiliate_payouts (
  event_id bigint not null,
  fee_event_id bigint not null,
  referrer_id uuid not null,
  referred_id uuid not null,
  fee_cents bigint not null,
  percent integer not null,
  payout_cents bigint not null,
  at timestamptz not null,
  constraint affiliate_payouts_fee_cents_check check (fee_cents > 0),
  constraint affiliate_payouts_fee_event_id_key unique (fee_event_id),
  constraint affiliate_payouts_percent_check check ((percent >= 1) and (percent <= 100)),
  constraint affiliate_payouts_pkey primary key (event_id),
  constraint affiliate_payouts_payout_cents_check check (payout_cents > 0),
  constraint affiliate_payouts_event_id_fkey foreign key (event_id) references ledger_events(id),
  constraint affiliate_payouts_fee_event_id_fkey foreign key (fee_event_id) references ledger_events(id),
  constraint affiliate_payouts_referred_id_fkey foreign key (referred_id) references referrals(referred_id),
  constraint affiliate_payouts_referrer_id_fkey foreign key (referrer_id) references users(id)
);
create index affiliate_payouts_of_referrer on affiliate_payouts (referrer_id, event_id desc);

create table book_proofs (
  id bigint generated always as identity not null,
  at timestamptz default now() not null,
  took_ms integer not null,
  differences jsonb not null,
  constraint book_proofs_pkey primary key (id)
);
create index book_proofs_by_age on book_proofs (at);

-- Prices

create table prices (
  id bigint generated always as identity not null,
  price bigint not null,
  sources jsonb not null,
  first_at timestamptz not null,
  as_of timestamptz not null,
  used boolean default false not null,
  expires_at timestamptz,
  set_by uuid,
  constraint prices_check check (as_of >= first_at),
  constraint prices_check1 check (expires_at > first_at),
  constraint prices_check2 check ((expires_at is null) = (set_by is null)),
  constraint prices_pkey primary key (id),
  constraint prices_price_check check (price > 0),
  constraint prices_set_by_fkey foreign key (set_by) references users(id)
);
create index prices_by_age on prices (as_of);
create index prices_set_by_hand on prices (expires_at) where expires_at is not null;

create table price_holds (
  id bigint generated always as identity not null,
  price bigint not null,
  reason text not null,
  agreeing integer default 1 not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint price_holds_pkey primary key (id),
  constraint price_holds_price_check check (price > 0)
);
create unique index price_holds_open on price_holds ((true)) where ended_at is null;

-- Litecoin

create table addresses (
  address text not null,
  script bytea not null,
  account text not null,
  branch smallint not null,
  index integer not null,
  user_id uuid,
  created_at timestamptz not null,
  added_by xid8 default pg_current_xact_id() not null,
  constraint addresses_account_branch_index_key unique (account, branch, index),
  constraint addresses_account_check check (account in ('deposit', 'hot', 'cold')),
  constraint addresses_branch_check check (branch in (0, 1)),
  constraint addresses_check check ((account = 'deposit') = (user_id is not null)),
  constraint addresses_index_check check (index >= 0),
  constraint addresses_pkey primary key (address),
  constraint addresses_script_key unique (script),
  constraint addresses_user_id_fkey foreign key (user_id) references users(id)
);
create index addresses_by_arrival on addresses (added_by);
create index addresses_of_user on addresses (user_id, index) where user_id is not null;

create table chain_blocks (
  height integer not null,
  hash text not null,
  prev text not null,
  "time" timestamptz not null,
  constraint chain_blocks_hash_key unique (hash),
  constraint chain_blocks_height_check check (height >= 0),
  constraint chain_blocks_pkey primary key (height)
);

create table own_transactions (
  txid text not null,
  kind text not null,
  hex text,
  fee_litoshi bigint not null,
  signed_at timestamptz default now() not null,
  mined_height integer,
  generation integer default 0 not null,
  signed_height integer,
  sent_at timestamptz,
  facts jsonb,
  id uuid not null,
  constraint own_transactions_check check ((kind = 'unknown') = (hex is null)),
  constraint own_transactions_fee_litoshi_check check (fee_litoshi >= 0),
  constraint own_transactions_kind_check check (kind in ('withdrawal', 'sweep', 'child', 'unknown')),
  constraint own_transactions_pkey primary key (txid)
);
create index own_transactions_by_age on own_transactions (signed_at) where kind <> 'unknown';
create index own_transactions_by_height on own_transactions (mined_height);
create unique index own_transactions_ids on own_transactions (id);
create index own_transactions_unmined on own_transactions (signed_at) where mined_height is null;

create table chain_outputs (
  txid text not null,
  n integer not null,
  address text not null,
  litoshi bigint not null,
  is_coinbase boolean default false not null,
  is_peg_out boolean default false not null,
  height integer,
  spent_by text,
  spent_height integer,
  reserved_by text,
  generation integer default 0 not null,
  constraint chain_outputs_check check ((spent_by is null) = (spent_height is null)),
  constraint chain_outputs_litoshi_check check (litoshi > 0),
  constraint chain_outputs_n_check check (n >= 0),
  constraint chain_outputs_pkey primary key (txid, n),
  constraint spent_after_it_existed check ((spent_height is null) or (spent_height >= height)),
  constraint chain_outputs_address_fkey foreign key (address) references addresses(address),
  constraint chain_outputs_reserved_by_fkey foreign key (reserved_by) references own_transactions(txid) deferrable initially deferred,
  constraint chain_outputs_spent_by_fkey foreign key (spent_by) references own_transactions(txid)
);
create index chain_outputs_by_height on chain_outputs (height);
create index chain_outputs_by_spender on chain_outputs (spent_by) where spent_by is not null;
create index chain_outputs_reserved on chain_outputs (reserved_by) where reserved_by is not null;
create index chain_outputs_spent_height on chain_outputs (spent_height) where spent_height is not null;
create index chain_outputs_unspent on chain_outputs (address) where (height is not null) and (spent_by is null);

create table deposits (
  id uuid not null,
  txid text not null,
  n integer not null,
  user_id uuid not null,
  address text not null,
  litoshi bigint not null,
  status text default 'seen' not null,
  height integer,
  generation integer default 0 not null,
  cents bigint,
  price_id bigint,
  seen_at timestamptz not null,
  credited_at timestamptz,
  constraint deposits_cents_check check (cents >= 0),
  constraint deposits_check check ((cents is null) = (price_id is null)),
  constraint deposits_check1 check ((status not in ('credited', 'reversed')) or ((cents is not null) and (credited_at is not null))),
  constraint deposits_check2 check ((status not in ('credited', 'small')) or (height is not null)),
  constraint deposits_litoshi_check check (litoshi > 0),
  constraint deposits_pkey primary key (id),
  constraint deposits_status_check check (status in ('seen', 'small', 'credited', 'reversed', 'orphaned')),
  constraint deposits_txid_n_key unique (txid, n),
  constraint deposits_address_fkey foreign key (address) references addresses(address),
  constraint deposits_price_id_fkey foreign key (price_id) references prices(id),
  constraint deposits_txid_n_fkey foreign key (txid, n) references chain_outputs(txid, n),
  constraint deposits_user_id_fkey foreign key (user_id) references users(id)
);
create index deposits_by_height on deposits (height);
create index deposits_of_user on deposits (user_id, seen_at desc);
create index deposits_open on deposits (status, height) where status <> 'credited';

create table told_credits (
  deposit_id uuid not null,
  generation integer not null,
  constraint told_credits_pkey primary key (deposit_id, generation),
  constraint told_credits_deposit_id_fkey foreign key (deposit_id) references deposits(id)
);

create table settlement_lots (
  deposit_id uuid not null,
  account_id bigint not null,
  cents bigint not null,
  unspent bigint not null,
  state text not null,
  settles_at integer not null,
  released boolean default false not null,
  in_use boolean generated always as (((unspent > 0) or (state = 'reversed'))) stored not null,
  constraint settlement_lots_cents_check check (cents > 0),
  constraint settlement_lots_check check ((unspent >= 0) and (unspent <= cents)),
  constraint settlement_lots_pkey primary key (deposit_id),
  constraint settlement_lots_settles_at_check check ((settles_at >= 1) and (settles_at <= 100)),
  constraint settlement_lots_state_check check (state in ('unsettled', 'settled', 'reversed')),
  constraint settlement_lots_account_id_fkey foreign key (account_id) references ledger_accounts(id),
  constraint settlement_lots_deposit_id_fkey foreign key (deposit_id) references deposits(id)
) with (fillfactor = 70);
create index settlement_lots_in_use on settlement_lots (account_id) where in_use;
create index settlement_lots_unsettled on settlement_lots (deposit_id) where state = 'unsettled';

create table settlement_spends (
  id bigint generated always as identity not null,
  event_id bigint not null,
  deposit_id uuid not null,
  to_account bigint not null,
  cents bigint not null,
  waits boolean not null,
  released boolean default false not null,
  constraint settlement_spends_cents_check check (cents > 0),
  constraint settlement_spends_check check (not (waits and released)),
  constraint settlement_spends_pkey primary key (id),
  constraint settlement_spends_deposit_id_fkey foreign key (deposit_id) references settlement_lots(deposit_id),
  constraint settlement_spends_event_id_fkey foreign key (event_id) references ledger_events(id),
  constraint settlement_spends_to_account_fkey foreign key (to_account) references ledger_accounts(id)
);
create index settlement_spends_of_deposit on settlement_spends (deposit_id);
create index settlement_spends_waiting on settlement_spends (to_account) where waits;

create table withdrawals (
  id uuid not null,
  user_id uuid not null,
  state text default 'requested' not null,
  reason text,
  amount_cents bigint not null,
  fee_percent integer not null,
  percentage_fee_cents bigint not null,
  network_fee_cents bigint not null,
  total_cents bigint generated always as (((amount_cents + percentage_fee_cents) + network_fee_cents)) stored not null,
  price_id bigint not null,
  litoshi bigint not null,
  address text not null,
  script bytea not null,
  txid text,
  facts jsonb,
  created_at timestamptz not null,
  sent_at timestamptz,
  confirmed_at timestamptz,
  failed_at timestamptz,
  waits_until timestamptz,
  constraint withdrawals_amount_cents_check check (amount_cents > 0),
  constraint withdrawals_check check ((state = 'failed') or ((state in ('requested', 'approved')) = (txid is null))),
  constraint withdrawals_check1 check ((state = 'failed') = (failed_at is not null)),
  constraint withdrawals_check2 check ((state <> 'confirmed') or (confirmed_at is not null)),
  constraint withdrawals_check3 check ((failed_at is null) or (confirmed_at is null)),
  constraint withdrawals_fee_percent_check check ((fee_percent >= 0) and (fee_percent <= 100)),
  constraint withdrawals_litoshi_check check (litoshi > 0),
  constraint withdrawals_network_fee_cents_check check (network_fee_cents >= 0),
  constraint withdrawals_percentage_fee_cents_check check (percentage_fee_cents >= 0),
  constraint withdrawals_pkey primary key (id),
  constraint withdrawals_state_check check (state in ('requested', 'approved', 'signed', 'broadcast', 'confirmed', 'needs_review', 'failed')),
  constraint withdrawals_txid_key unique (txid),
  constraint withdrawals_price_id_fkey foreign key (price_id) references prices(id),
  constraint withdrawals_txid_fkey foreign key (txid) references own_transactions(txid),
  constraint withdrawals_user_id_fkey foreign key (user_id) references users(id)
);
create index withdrawals_by_age on withdrawals (created_at);
create index withdrawals_of_user on withdrawals (user_id, created_at desc);
create index withdrawals_under_way on withdrawals (created_at) where state not in ('confirmed', 'failed');

create table sweeps (
  id uuid not null,
  state text default 'requested' not null,
  txid text,
  litoshi bigint default 0 not null,
  requested_by uuid,
  created_at timestamptz default now() not null,
  constraint sweeps_check check ((state = 'signed') = (txid is not null)),
  constraint sweeps_litoshi_check check (litoshi >= 0),
  constraint sweeps_pkey primary key (id),
  constraint sweeps_state_check check (state in ('requested', 'nothing', 'signed')),
  constraint sweeps_txid_key unique (txid),
  constraint sweeps_requested_by_fkey foreign key (requested_by) references users(id),
  constraint sweeps_txid_fkey foreign key (txid) references own_transactions(txid)
);
create index sweeps_by_age on sweeps (created_at);
create unique index sweeps_waiting on sweeps ((true)) where state = 'requested';

create table coin_counts (
  id bigint generated always as identity not null,
  at timestamptz default now() not null,
  took_ms integer not null,
  height integer not null,
  hash text not null,
  counted_litoshi bigint not null,
  booked_litoshi bigint not null,
  differences jsonb not null,
  constraint coin_counts_booked_litoshi_check check (booked_litoshi >= 0),
  constraint coin_counts_counted_litoshi_check check (counted_litoshi >= 0),
  constraint coin_counts_pkey primary key (id)
);
create index coin_counts_by_age on coin_counts (at);

create table chain_health (
  id boolean default true not null,
  looked_at timestamptz not null,
  height integer not null,
  troubles text[] not null,
  constraint chain_health_id_check check (id),
  constraint chain_health_pkey primary key (id)
);

create table signer_health (
  id boolean default true not null,
  looked_at timestamptz not null,
  troubles text[] not null,
  payment_limit bigint not null,
  day_limit bigint not null,
  constraint signer_health_id_check check (id),
  constraint signer_health_pkey primary key (id)
);

-- Stock

create table proxies (
  id uuid not null,
  user_id uuid not null,
  host text not null,
  port integer not null,
  username text,
  sealed_password bytea,
  status text default 'unchecked' not null,
  status_reason text,
  checked_at timestamptz,
  check_due_at timestamptz default now() not null,
  removal_due boolean default false not null,
  created_at timestamptz not null,
  constraint proxies_check check ((sealed_password is null) or (username is not null)),
  constraint proxies_check1 check ((status = 'failing') = (status_reason is not null)),
  constraint proxies_check2 check ((status = 'unchecked') = (checked_at is null)),
  constraint proxies_host_check check ((length(host) >= 1) and (length(host) <= 253)),
  constraint proxies_id_user_id_key unique (id, user_id),
  constraint proxies_pkey primary key (id),
  constraint proxies_port_check check ((port >= 1) and (port <= 65535)),
  constraint proxies_status_check check (status in ('active', 'failing', 'unchecked')),
  constraint proxies_user_id_host_port_username_key unique nulls not distinct (user_id, host, port, username),
  constraint proxies_username_check check (username <> ''),
  constraint proxies_user_id_fkey foreign key (user_id) references users(id)
);
create index proxies_due on proxies (check_due_at);

create table roblox_accounts (
  id uuid not null,
  user_id uuid not null,
  roblox_user_id bigint not null,
  username text not null,
  profile_picture text,
  robux_balance bigint not null,
  reserved_robux bigint default 0 not null,
  total_sold bigint default 0 not null,
  rate_cents integer not null,
  status text not null,
  status_reason text,
  is_active boolean default true not null,
  fulfilment text default 'auto' not null,
  proxy_id uuid,
  sealed_cookie bytea,
  ownership_confirmed_at timestamptz not null,
  ownership_ip text not null,
  ownership_statement text not null,
  balance_read_at timestamptz default now() not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  removal_due boolean default false not null,
  balance_due_at timestamptz default ((now() + '00:09:00'::interval) + (random() * '00:02:00'::interval)) not null,
  has_stock boolean generated always as (robux_balance - reserved_robux >= 100 and not is_seller_banned) stored not null,
  unmatched bigint,
  restricted_until timestamptz,
  is_seller_banned boolean default false not null,
  constraint roblox_accounts_pkey primary key (id),
  constraint roblox_accounts_promised check ((reserved_robux >= 0) and ((reserved_robux = 0) or (removed_at is null))),
  constraint roblox_accounts_id_user_id_key unique (id, user_id),
  constraint roblox_accounts_robux_check check (robux_balance >= 0 and total_sold >= 0),
  constraint roblox_accounts_rate_check check (rate_cents between 100 and 600),
  constraint roblox_accounts_status_check check (status in ('online', 'offline', '2fa_required', 'invalid_cookie')),
  constraint roblox_accounts_fulfilment_check check (fulfilment in ('auto', 'manual')),
  constraint roblox_accounts_cookie_check check ((removed_at is null) = (sealed_cookie is not null)),
  constraint roblox_accounts_removed_check check (removed_at is null or (reserved_robux = 0 and not is_active and proxy_id is null)),
  constraint roblox_accounts_proxy_id_user_id_fkey foreign key (proxy_id, user_id) references proxies(id, user_id),
  constraint roblox_accounts_user_id_fkey foreign key (user_id) references users(id)
);
create index roblox_accounts_behind on roblox_accounts (proxy_id) where proxy_id is not null;
create index roblox_accounts_due on roblox_accounts (balance_due_at) where (status = 'online') and is_active;
create index roblox_accounts_for_sale on roblox_accounts (rate_cents, id) where (status = 'online') and is_active;
create index roblox_accounts_in_turn on roblox_accounts (rate_cents, (fulfilment = 'manual'), last_used_at nulls first, id) where status = 'online' and is_active and has_stock;
create unique index roblox_accounts_live on roblox_accounts (roblox_user_id) where removed_at is null;
create index roblox_accounts_of_user on roblox_accounts (user_id) where removed_at is null;
create index roblox_accounts_restricted on roblox_accounts (restricted_until) where restricted_until is not null;
create index roblox_accounts_unmatched on roblox_accounts (id) where unmatched is not null;

create table account_paces (
  account_id uuid not null,
  calls_left double precision not null,
  counted_at timestamptz not null,
  paused_until timestamptz,
  constraint account_paces_pkey primary key (account_id),
  constraint account_paces_account_id_fkey foreign key (account_id) references roblox_accounts(id)
);

create table reports (
  id uuid not null,
  roblox_username text not null,
  contact text not null,
  text text not null,
  code text not null,
  account_id uuid,
  created_at timestamptz default now() not null,
  verified_at timestamptz,
  constraint reports_pkey primary key (id),
  constraint reports_account_id_fkey foreign key (account_id) references roblox_accounts(id)
);
create index reports_of_account on reports (account_id) where account_id is not null;

-- Orders

create table orders (
  id uuid not null,
  buyer_id uuid not null,
  account_id uuid not null,
  seller_id uuid not null,
  robux_amount bigint not null check (robux_amount between 100 and 1000000),
  rate_cents integer not null check (rate_cents between 100 and 600),
  at_most_rate_cents integer not null check (at_most_rate_cents between 100 and 600),
  total_cents bigint not null check (total_cents > 0),
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type text not null check (creator_type in ('User', 'Group')),
  creator_target_id bigint not null,
  sets_price boolean not null,
  status text default 'pending' not null,
  failure_reason text,
  passed_over uuid[] default '{}'::uuid[] not null,
  tries integer default 0 not null,
  next_check_at timestamptz default now(),
  created_at timestamptz not null,
  ended_at timestamptz,
  manual_deadline timestamptz,
  manual_price_robux bigint,
  store_url text,
  review_reason text,
  split_id uuid,
  part integer,
  constraint orders_at_most check ((rate_cents) <= (at_most_rate_cents)),
  constraint orders_pkey primary key (id),
  constraint orders_status_check check (status in ('pending', 'processing', 'unclear', 'manual', 'completed', 'failed')),
  constraint orders_end_check check ((status in ('completed', 'failed')) = (ended_at is not null) and (ended_at is null) = (next_check_at is not null)),
  constraint orders_failure_check check ((status = 'failed') = (failure_reason is not null)),
  constraint orders_part_check check ((split_id is null) = (part is null) and part > 0),
  constraint orders_manual_check check ((manual_deadline is null) = (manual_price_robux is null) and manual_price_robux > 0 and (manual_deadline is null or status in ('manual', 'completed', 'failed'))),
  constraint orders_review_check check (review_reason is null or manual_deadline is not null),
  constraint orders_buyer_id_fkey foreign key (buyer_id) references users(id),
  constraint orders_account_id_seller_id_fkey foreign key (account_id, seller_id) references roblox_accounts(id, user_id),
  constraint orders_split_id_fkey foreign key (split_id) references orders(id)
);
create index orders_by_end on orders using brin (ended_at) with (pages_per_range='32', autosummarize='on') where ended_at is not null;
create index orders_of_buyer on orders (buyer_id, id);
create index orders_of_seller on orders (seller_id, id);
create index orders_open_of_account on orders (account_id, id) where next_check_at is not null;
create unique index orders_parts on orders (split_id, part) where split_id is not null;
create unique index orders_setting_a_price on orders (pass_id) where sets_price and (next_check_at is not null);
create index orders_to_check on orders (next_check_at) where next_check_at is not null;

create table order_events (
  id bigint generated always as identity not null,
  order_id uuid not null,
  at timestamptz not null,
  code text not null,
  details jsonb default '{}' not null,
  constraint order_events_pkey primary key (order_id, id),
  constraint order_events_order_id_fkey foreign key (order_id) references orders(id)
);

create table order_cookies (
  order_id uuid not null,
  sealed_cookie bytea not null,
  created_at timestamptz default now() not null,
  constraint order_cookies_pkey primary key (order_id),
  constraint order_cookies_order_id_fkey foreign key (order_id) references orders(id)
);
create index order_cookies_by_age on order_cookies (created_at);

create table purchase_attempts (
  id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  pass_id bigint not null,
  idempotency_key uuid default gen_random_uuid() not null,
  price_robux bigint not null,
  balance_before bigint not null,
  sendings integer default 1 not null,
  state text default 'marked' not null,
  reason text,
  quiet_checks integer default 0 not null,
  odd_checks integer default 0 not null,
  purchase_token text,
  marked_at timestamptz default now() not null,
  ended_at timestamptz,
  constraint purchase_attempts_balance_before_check check (balance_before >= 0),
  constraint purchase_attempts_check check ((state in ('bought', 'refused')) = (ended_at is not null)),
  constraint purchase_attempts_idempotency_key_key unique (idempotency_key),
  constraint purchase_attempts_pkey primary key (id),
  constraint purchase_attempts_price_robux_check check (price_robux > 0),
  constraint purchase_attempts_sendings_check check ((sendings >= 1) and (sendings <= 2)),
  constraint purchase_attempts_state_check check (state in ('marked', 'bought', 'refused', 'unclear')),
  constraint purchase_attempts_account_id_fkey foreign key (account_id) references roblox_accounts(id),
  constraint purchase_attempts_order_id_fkey foreign key (order_id) references orders(id)
);
create unique index purchase_attempts_open_of_account on purchase_attempts (account_id) where state in ('marked', 'unclear');
create index purchase_attempts_of_order on purchase_attempts (order_id);
create unique index purchase_attempts_once on purchase_attempts (account_id, pass_id) where state = 'bought';
create unique index purchase_attempts_open on purchase_attempts (order_id) where state in ('marked', 'unclear');
create unique index purchase_attempts_paid_once on purchase_attempts (order_id) where state = 'bought';

create table pre_orders (
  id uuid not null,
  place bigint generated always as identity not null,
  buyer_id uuid not null,
  robux_amount bigint not null check (robux_amount between 100 and 1000000),
  most_rate_cents integer not null check (most_rate_cents between 100 and 600),
  most_cents bigint not null check (most_cents > 0),
  offers_cents integer not null,
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type text not null check (creator_type in ('User', 'Group')),
  creator_target_id bigint not null,
  status text default 'waiting' not null,
  waits_for text default 'stock',
  order_id uuid,
  close_reason text,
  next_check_at timestamptz,
  returns integer default 0 not null,
  resting_accounts uuid[] default '{}'::uuid[] not null,
  rest_until timestamptz,
  created_at timestamptz default now() not null,
  matched_at timestamptz,
  limited_by text,
  limited_until timestamptz,
  constraint pre_orders_check check ((offers_cents >= 0) and (offers_cents <= (most_rate_cents))),
  constraint pre_orders_check1 check ((status = 'waiting') = (waits_for is not null)),
  constraint pre_orders_check2 check ((status = 'matched') = (order_id is not null)),
  constraint pre_orders_check3 check ((status = 'matched') = (matched_at is not null)),
  constraint pre_orders_check4 check ((status <> 'closed') or (close_reason is not null)),
  constraint pre_orders_check5 check ((status <> 'waiting') or (close_reason is null)),
  constraint pre_orders_check6 check (((waits_for = 'pass') is true) = (next_check_at is not null)),
  constraint pre_orders_check7 check ((limited_by is null) = (limited_until is null)),
  constraint pre_orders_limited_by_check check (limited_by in ('account_too_new', 'spending_limit')),
  constraint pre_orders_order_id_key unique (order_id),
  constraint pre_orders_pkey primary key (id),
  constraint pre_orders_place_key unique (place),
  constraint pre_orders_status_check check (status in ('waiting', 'matched', 'closed')),
  constraint pre_orders_waits_for_check check (waits_for in ('stock', 'pass')),
  constraint pre_orders_buyer_id_fkey foreign key (buyer_id) references users(id),
  constraint pre_orders_order_id_fkey foreign key (order_id) references orders(id)
);
create index pre_orders_by_fit on pre_orders (offers_cents, robux_amount, place) where waits_for = 'stock';
create index pre_orders_limited on pre_orders (limited_until) where (waits_for = 'stock') and (limited_until is not null);
create index pre_orders_matched on pre_orders (matched_at) where matched_at is not null;
create index pre_orders_of_buyer on pre_orders (buyer_id, place);
create index pre_orders_queue on pre_orders (place) where waits_for = 'stock';
create index pre_orders_to_check on pre_orders (next_check_at) where next_check_at is not null;
create index pre_orders_waiting on pre_orders (place) where status = 'waiting';
create index pre_orders_waiting_of_buyer on pre_orders (buyer_id) where status = 'waiting';

-- Listings

create table listings (
  id uuid not null,
  seller_id uuid not null,
  title text not null,
  item_type text not null,
  quantity bigint not null,
  price_cents bigint not null,
  total_cents bigint generated always as ((quantity * price_cents)) stored not null,
  delivery_time text not null,
  status text default 'active' not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  constraint listings_check check ((removed_at is null) or (status in ('sold', 'cancelled'))),
  constraint listings_delivery_time_check check ((char_length(delivery_time) >= 1) and (char_length(delivery_time) <= 50)),
  constraint listings_item_type_check check (item_type in ('robux', 'premium_items', 'limited_items')),
  constraint listings_pkey primary key (id),
  constraint listings_price_cents_check check (price_cents > 0),
  constraint listings_quantity_check check (quantity >= 1),
  constraint listings_status_check check (status in ('active', 'pending', 'sold', 'cancelled')),
  constraint listings_title_check check ((char_length(title) >= 1) and (char_length(title) <= 100)),
  constraint listings_total_cents_check check (total_cents <= '100000000000'),
  constraint listings_seller_id_fkey foreign key (seller_id) references users(id)
);
create index listings_for_sale on listings (id) where status = 'active';
create index listings_of_seller on listings (seller_id, id) where removed_at is null;

create table transactions (
  id uuid not null,
  listing_id uuid not null,
  seller_id uuid not null,
  buyer_id uuid not null,
  title text not null,
  units bigint not null,
  price_cents bigint not null,
  total_cents bigint not null,
  fee_cents bigint not null,
  stage text default 'pending' not null,
  deliver_by timestamptz not null,
  confirm_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  stars smallint,
  comment text,
  constraint transactions_check check ((fee_cents >= 0) and (fee_cents < total_cents)),
  constraint transactions_check1 check (buyer_id <> seller_id),
  constraint transactions_check2 check ((stage = 'delivered') = (confirm_at is not null)),
  constraint transactions_check3 check ((stage in ('completed', 'cancelled', 'failed')) = (ended_at is not null)),
  constraint transactions_check4 check ((stars is null) or (stage = 'completed')),
  constraint transactions_check5 check ((comment is null) or (stars is not null)),
  constraint transactions_pkey primary key (id),
  constraint transactions_price_cents_check check (price_cents > 0),
  constraint transactions_stage_check check (stage in ('pending', 'delivered', 'disputed', 'completed', 'cancelled', 'failed')),
  constraint transactions_stars_check check ((stars >= 1) and (stars <= 5)),
  constraint transactions_total_cents_check check (total_cents > 0),
  constraint transactions_units_check check (units >= 1),
  constraint transactions_buyer_id_fkey foreign key (buyer_id) references users(id),
  constraint transactions_listing_id_fkey foreign key (listing_id) references listings(id),
  constraint transactions_seller_id_fkey foreign key (seller_id) references users(id)
);
create index transactions_of_buyer on transactions (buyer_id, id);
create unique index transactions_of_listing on transactions (listing_id) where stage not in ('cancelled', 'failed');
create index transactions_of_seller on transactions (seller_id, id);
create index transactions_rated on transactions (seller_id) include (stars) where stars is not null;
create index transactions_to_confirm on transactions (confirm_at) where confirm_at is not null;

create table transaction_events (
  id bigint generated always as identity not null,
  transaction_id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  what text not null,
  said text,
  constraint transaction_events_pkey primary key (id),
  constraint transaction_events_actor_id_fkey foreign key (actor_id) references users(id),
  constraint transaction_events_transaction_id_fkey foreign key (transaction_id) references transactions(id)
);
create index transaction_events_of_transaction on transaction_events (transaction_id, id);
create index transaction_events_said_by on transaction_events (actor_id) where said is not null;

-- Placing orders (server/sql/stock, server/sql/orders)

-- an order that a buyer or a pre-order asks for; max_rate_cents null: the best rate
create type placement_request as (
  buyer_id uuid,
  robux_amount bigint,
  max_rate_cents integer,
  gamepass_url text,
  pass_id bigint,
  product_id bigint,
  pass_name text,
  creator_type text,
  creator_target_id bigint,
  excluded_accounts uuid[]
);

-- what a buyer may spend; null: no bound
create type buyer_budget as (
  buyer_id uuid,
  wallet_id bigint,
  spendable_cents bigint,
  allowed_cents bigint,
  is_frozen boolean,
  too_young_until timestamptz
);

-- what choose_stock() decided for the nth request
create type stock_choice as (
  n integer,
  code text,
  account_id uuid,
  seller_id uuid,
  rate_cents integer,
  total_cents bigint,
  spent_cents bigint
);

-- the order that was written for the nth request
create type written_order as (
  n integer,
  order_id uuid
);

create sequence deposit_address_index as integer minvalue 0 start 0 no cycle;
create sequence hot_change_index as integer minvalue 0 start 0 no cycle;
create sequence matching_marks;

insert into ledger_accounts (name, currency) values
  ('house:fees', 'USD'), ('house:network-fees', 'USD'), ('house:affiliate', 'USD'), ('house:adjustments', 'USD'), ('exchange:usd', 'USD'),
  ('treasury:ltc', 'LTC'), ('outside:ltc', 'LTC'), ('miners:ltc', 'LTC');
