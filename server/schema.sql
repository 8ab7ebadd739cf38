-- Made by `npm run schema` from server/migrations and server/sql. Do not edit.

create type buyer_budget as (
  buyer_id uuid,
  wallet_id bigint,
  spendable_cents bigint,
  allowed_cents bigint,
  is_frozen boolean,
  too_young_until timestamp with time zone
);

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

create type stock_choice as (
  n integer,
  code text,
  account_id uuid,
  seller_id uuid,
  rate_cents integer,
  total_cents bigint,
  spent_cents bigint
);

create type written_order as (
  n integer,
  order_id uuid
);

create table accepted_differences (
  kind text not null,
  subject text not null,
  amount bigint not null,
  review_id uuid not null,
  constraint accepted_differences_amount_check CHECK ((amount >= 0)),
  constraint accepted_differences_pkey PRIMARY KEY (kind, subject),
  constraint accepted_differences_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id)
);
comment on table accepted_differences is 'Differences that an owner accepted by closing a review. They stop payouts again only when they grow.';

create table account_events (
  id bigint generated always as identity not null,
  account_id uuid not null,
  at timestamp with time zone default moment() not null,
  code text not null,
  details jsonb default '{}'::jsonb not null,
  constraint account_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id) ON DELETE CASCADE,
  constraint account_events_pkey PRIMARY KEY (account_id, id)
);

create table account_exclusions (
  id bigint generated always as identity not null,
  user_id uuid,
  identity_id bigint,
  roblox_user_id bigint not null,
  source_id uuid,
  constraint account_exclusions_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE,
  constraint account_exclusions_once UNIQUE (source_id, roblox_user_id, user_id),
  constraint account_exclusions_person_check CHECK ((num_nonnulls(user_id, identity_id) > 0)),
  constraint account_exclusions_pkey PRIMARY KEY (id),
  constraint account_exclusions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table account_exclusions is 'Roblox accounts that a person may not add again: one row per person, account and cause, so that the end of one cause leaves the others.';
comment on column account_exclusions.user_id is 'The account of the person now. Null: they deleted it, and only the identity is left.';
comment on column account_exclusions.identity_id is 'The identity that kept the exclusion when the person deleted an earlier account.';
comment on column account_exclusions.source_id is 'The report, or the review with which staff removed the accounts. Null: the cause of an old exclusion is not known.';

create table account_import_lines (
  id uuid default new_id() not null,
  import_id uuid not null,
  line integer not null,
  ending text not null,
  sealed_cookie bytea,
  rate_cents integer not null,
  proxy_id uuid,
  state text default 'waiting'::text not null,
  reason text,
  refusal text,
  tries integer default 0 not null,
  account_id uuid,
  username text,
  robux bigint,
  constraint account_import_lines_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id) ON DELETE CASCADE,
  constraint account_import_lines_added_check CHECK (((state = 'added'::text) = (account_id IS NOT NULL))),
  constraint account_import_lines_cookie_check CHECK (((state = 'waiting'::text) = (sealed_cookie IS NOT NULL))),
  constraint account_import_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES account_imports(id) ON DELETE CASCADE,
  constraint account_import_lines_line_key UNIQUE (import_id, line),
  constraint account_import_lines_pkey PRIMARY KEY (id),
  constraint account_import_lines_refused_check CHECK (((state = 'refused'::text) = (reason IS NOT NULL))),
  constraint account_import_lines_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'added'::text, 'refused'::text, 'skipped'::text])))
);

create table account_imports (
  id uuid default new_id() not null,
  user_id uuid not null,
  ip text not null,
  state text default 'running'::text not null,
  stop_reason text,
  due_at timestamp with time zone default now(),
  waits boolean default false not null,
  created_at timestamp with time zone default now() not null,
  credential_id uuid,
  constraint account_imports_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES api_credentials(id) ON DELETE SET NULL,
  constraint account_imports_due_check CHECK (((state = 'running'::text) = (due_at IS NOT NULL))),
  constraint account_imports_pkey PRIMARY KEY (id),
  constraint account_imports_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text, 'stopped'::text]))),
  constraint account_imports_stop_check CHECK (((state = 'stopped'::text) = (stop_reason IS NOT NULL))),
  constraint account_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table account_paces (
  account_id uuid not null,
  calls_left double precision not null,
  counted_at timestamp with time zone not null,
  paused_until timestamp with time zone,
  constraint account_paces_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id),
  constraint account_paces_pkey PRIMARY KEY (account_id)
);
comment on table account_paces is 'The token bucket of each account for its calls to Roblox. See take_call().';

create table address_gaps (
  id bigint generated always as identity not null,
  restore_id uuid not null,
  account text not null,
  branch smallint not null,
  first integer not null,
  last integer not null,
  derived boolean default false not null,
  constraint address_gaps_account_check CHECK ((account = ANY (ARRAY['deposit'::text, 'hot'::text]))),
  constraint address_gaps_check CHECK ((first <= last)),
  constraint address_gaps_pkey PRIMARY KEY (id),
  constraint address_gaps_restore_id_fkey FOREIGN KEY (restore_id) REFERENCES restores(id)
);
comment on table address_gaps is 'Ranges of address indexes that a restore skipped, because users may have got these addresses after the backup.';

create table addresses (
  address text not null,
  script bytea not null,
  account text not null,
  branch smallint not null,
  index integer not null,
  user_id uuid,
  created_at timestamp with time zone default moment() not null,
  added_by xid8 default pg_current_xact_id() not null,
  restore_id uuid,
  constraint addresses_account_branch_index_key UNIQUE (account, branch, index),
  constraint addresses_account_check CHECK ((account = ANY (ARRAY['deposit'::text, 'hot'::text, 'cold'::text]))),
  constraint addresses_branch_check CHECK ((branch = ANY (ARRAY[0, 1]))),
  constraint addresses_check CHECK ((((account = 'deposit'::text) AND (restore_id IS NULL)) = (user_id IS NOT NULL))),
  constraint addresses_index_check CHECK ((index >= 0)),
  constraint addresses_pkey PRIMARY KEY (address),
  constraint addresses_restore_id_fkey FOREIGN KEY (restore_id) REFERENCES restores(id),
  constraint addresses_script_key UNIQUE (script),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table affiliate_payouts (
  event_id bigint not null,
  fee_event_id bigint not null,
  referrer_id uuid not null,
  referred_id uuid not null,
  fee_cents bigint not null,
  percent integer not null,
  payout_cents bigint not null,
  at timestamp with time zone not null,
  id uuid default new_id() not null,
  constraint affiliate_payouts_event_id_fkey FOREIGN KEY (event_id) REFERENCES ledger_events(id),
  constraint affiliate_payouts_fee_cents_check CHECK ((fee_cents > 0)),
  constraint affiliate_payouts_fee_event_id_fkey FOREIGN KEY (fee_event_id) REFERENCES ledger_events(id),
  constraint affiliate_payouts_fee_event_id_key UNIQUE (fee_event_id),
  constraint affiliate_payouts_id_key UNIQUE (id),
  constraint affiliate_payouts_payout_cents_check CHECK ((payout_cents > 0)),
  constraint affiliate_payouts_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  constraint affiliate_payouts_pkey PRIMARY KEY (event_id),
  constraint affiliate_payouts_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES referrals(referred_id),
  constraint affiliate_payouts_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id)
);

create table api_credentials (
  id uuid default new_id() not null,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null,
  scopes text[] not null,
  networks text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_credentials_pkey PRIMARY KEY (id),
  constraint api_credentials_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'trade'::text, 'manage-accounts'::text]))),
  constraint api_credentials_token_hash_key UNIQUE (token_hash),
  constraint api_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table audit_addresses (
  entry_id bigint not null,
  address text not null,
  at timestamp with time zone default now() not null,
  constraint audit_addresses_pkey PRIMARY KEY (entry_id)
);

create table audit_chain (
  "position" bigint generated always as identity not null,
  entry_id bigint not null,
  hash bytea not null,
  constraint audit_chain_entry_id_key UNIQUE (entry_id),
  constraint audit_chain_pkey PRIMARY KEY ("position")
);

create table audit_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_id uuid,
  action text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  reason text,
  session_id uuid,
  by_role text,
  constraint audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table book_proofs (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  took_ms integer not null,
  differences jsonb not null,
  constraint book_proofs_pkey PRIMARY KEY (id)
);

create table chain_blocks (
  height integer not null,
  hash text not null,
  prev text not null,
  "time" timestamp with time zone not null,
  constraint chain_blocks_hash_key UNIQUE (hash),
  constraint chain_blocks_height_check CHECK ((height >= 0)),
  constraint chain_blocks_pkey PRIMARY KEY (height)
);

create table chain_health (
  id boolean default true not null,
  looked_at timestamp with time zone not null,
  height integer not null,
  troubles text[] not null,
  warnings text[] default '{}'::text[] not null,
  node_version text,
  constraint chain_health_id_check CHECK (id),
  constraint chain_health_pkey PRIMARY KEY (id)
);

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
  constraint chain_outputs_address_fkey FOREIGN KEY (address) REFERENCES addresses(address),
  constraint chain_outputs_check CHECK (((spent_by IS NULL) = (spent_height IS NULL))),
  constraint chain_outputs_litoshi_check CHECK ((litoshi > 0)),
  constraint chain_outputs_n_check CHECK ((n >= 0)),
  constraint chain_outputs_pkey PRIMARY KEY (txid, n),
  constraint chain_outputs_reserved_by_fkey FOREIGN KEY (reserved_by) REFERENCES own_transactions(txid) DEFERRABLE INITIALLY DEFERRED,
  constraint chain_outputs_spent_by_fkey FOREIGN KEY (spent_by) REFERENCES own_transactions(txid),
  constraint spent_after_it_existed CHECK (((spent_height IS NULL) OR (spent_height >= height)))
);

create table clean_ups (
  at timestamp with time zone default now() not null,
  robux_sold bigint not null,
  constraint clean_ups_pkey PRIMARY KEY (at),
  constraint clean_ups_robux_sold_check CHECK ((robux_sold >= 0))
);
comment on table clean_ups is 'When an owner removed all users except owners. Public figures start from zero then.';

create table coin_counts (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  took_ms integer not null,
  height integer not null,
  hash text not null,
  counted_litoshi bigint not null,
  booked_litoshi bigint not null,
  differences jsonb not null,
  constraint coin_counts_booked_litoshi_check CHECK ((booked_litoshi >= 0)),
  constraint coin_counts_counted_litoshi_check CHECK ((counted_litoshi >= 0)),
  constraint coin_counts_pkey PRIMARY KEY (id)
);

create table cold_signatures (
  address text not null,
  message text not null,
  signature text not null,
  at timestamp with time zone not null,
  constraint cold_signatures_address_fkey FOREIGN KEY (address) REFERENCES addresses(address),
  constraint cold_signatures_pkey PRIMARY KEY (address)
);

create table corrections (
  id uuid default new_id() not null,
  user_id uuid not null,
  wallet_type text not null,
  cents bigint not null,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamp with time zone default now() not null,
  state text not null,
  constraint corrections_cents_check CHECK ((cents <> 0)),
  constraint corrections_pkey PRIMARY KEY (id),
  constraint corrections_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint corrections_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'made'::text, 'rejected'::text]))),
  constraint corrections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint corrections_wallet_type_check CHECK ((wallet_type = ANY (ARRAY['buyer'::text, 'seller'::text])))
);

create table database_identity (
  id boolean default true not null,
  system text not null,
  database bigint not null,
  timeline integer not null,
  constraint database_identity_id_check CHECK (id),
  constraint database_identity_pkey PRIMARY KEY (id)
);

create table deposits (
  id uuid default new_id() not null,
  txid text not null,
  n integer not null,
  user_id uuid not null,
  address text not null,
  litoshi bigint not null,
  status text default 'seen'::text not null,
  height integer,
  generation integer default 0 not null,
  cents bigint,
  price_id bigint,
  seen_at timestamp with time zone default moment() not null,
  credited_at timestamp with time zone,
  constraint deposits_address_fkey FOREIGN KEY (address) REFERENCES addresses(address),
  constraint deposits_cents_check CHECK ((cents >= 0)),
  constraint deposits_check CHECK (((cents IS NULL) = (price_id IS NULL))),
  constraint deposits_check1 CHECK (((status <> ALL (ARRAY['credited'::text, 'reversed'::text])) OR ((cents IS NOT NULL) AND (credited_at IS NOT NULL)))),
  constraint deposits_check2 CHECK (((status <> ALL (ARRAY['credited'::text, 'small'::text])) OR (height IS NOT NULL))),
  constraint deposits_litoshi_check CHECK ((litoshi > 0)),
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id),
  constraint deposits_status_check CHECK ((status = ANY (ARRAY['seen'::text, 'small'::text, 'credited'::text, 'reversed'::text, 'orphaned'::text]))),
  constraint deposits_txid_n_fkey FOREIGN KEY (txid, n) REFERENCES chain_outputs(txid, n),
  constraint deposits_txid_n_key UNIQUE (txid, n),
  constraint deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table emergency_stops (
  started_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  constraint emergency_stops_end_check CHECK ((ended_at >= started_at)),
  constraint emergency_stops_pkey PRIMARY KEY (started_at)
);

create table factor_resets (
  id uuid default new_id() not null,
  user_id uuid not null,
  requested_by uuid not null,
  reason text not null,
  requested_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  ended_at timestamp with time zone,
  constraint factor_resets_ended_check CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  constraint factor_resets_pkey PRIMARY KEY (id),
  constraint factor_resets_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint factor_resets_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'cancelled'::text]))),
  constraint factor_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table factors (
  id uuid default new_id() not null,
  user_id uuid not null,
  kind text not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  used_at timestamp with time zone,
  credential_id text,
  public_key bytea,
  counter bigint,
  transports text[],
  sealed_secret bytea,
  last_step bigint,
  constraint factors_credential_id_key UNIQUE (credential_id),
  constraint factors_kind_check CHECK ((kind = ANY (ARRAY['passkey'::text, 'totp'::text]))),
  constraint factors_passkey_check CHECK (((kind = 'passkey'::text) = ((credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (counter IS NOT NULL) AND (transports IS NOT NULL)))),
  constraint factors_passkey_confirmed_check CHECK (((kind = 'totp'::text) OR (confirmed_at IS NOT NULL))),
  constraint factors_pkey PRIMARY KEY (id),
  constraint factors_totp_check CHECK (((kind = 'totp'::text) = ((sealed_secret IS NOT NULL) AND (last_step IS NOT NULL)))),
  constraint factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table former_webhooks (
  user_id uuid not null,
  sealed_webhook bytea not null,
  tries integer default 0 not null,
  send_at timestamp with time zone default now() not null,
  constraint former_webhooks_pkey PRIMARY KEY (user_id),
  constraint former_webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table heartbeats (
  minute timestamp with time zone not null,
  constraint heartbeats_minute_check CHECK ((minute = date_trunc('minute'::text, minute))),
  constraint heartbeats_pkey PRIMARY KEY (minute)
);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  reply json,
  created_at timestamp with time zone default now() not null,
  refused_call_at timestamp with time zone,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table identities (
  id bigint generated always as identity not null,
  hash bytea not null,
  user_id uuid,
  deleted_at timestamp with time zone not null,
  first_trade_at timestamp with time zone,
  day date not null,
  spent_cents bigint not null,
  withdrawn_cents bigint not null,
  referrer_id uuid,
  referred_at timestamp with time zone,
  constraint identities_day_check CHECK (((spent_cents >= 0) AND (withdrawn_cents >= 0))),
  constraint identities_hash_key UNIQUE (hash),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_referral_check CHECK (((referrer_id IS NULL) = (referred_at IS NULL))),
  constraint identities_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint identities_user_id_key UNIQUE (user_id)
);
comment on table identities is 'What is kept of a deleted account, so that its limits continue if the person signs up again. The hash of the Discord id is the only link.';

create table inbox_entries (
  id uuid default new_id() not null,
  user_id uuid not null,
  at timestamp with time zone default moment() not null,
  kind text not null,
  code text not null,
  subject_id uuid,
  details jsonb not null,
  read_at timestamp with time zone,
  constraint inbox_entries_kind_check CHECK ((kind = ANY (ARRAY['orders'::text, 'sales'::text, 'pre-orders'::text, 'alerts'::text, 'trades'::text, 'messages'::text, 'deposits'::text, 'withdrawals'::text, 'accounts'::text, 'security'::text]))),
  constraint inbox_entries_pkey PRIMARY KEY (id),
  constraint inbox_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table known_devices (
  user_id uuid not null,
  hash bytea not null,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table known_devices is 'Browsers with which a person has signed in, by the hash of their cookie. A sign-in with a new one is news.';

create table late_purchases (
  id uuid default new_id() not null,
  order_id uuid not null,
  account_id uuid not null,
  seller_id uuid not null,
  pass_id bigint not null,
  price_robux bigint not null,
  total_cents bigint not null,
  left_at timestamp with time zone default now() not null,
  next_look_at timestamp with time zone default (now() + '00:01:00'::interval),
  owned_looks integer default 0 not null,
  paid_at timestamp with time zone,
  roblox_user_id bigint,
  constraint late_purchases_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id),
  constraint late_purchases_order_id_account_id_key UNIQUE (order_id, account_id),
  constraint late_purchases_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint late_purchases_pkey PRIMARY KEY (id),
  constraint late_purchases_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  constraint late_purchases_total_cents_check CHECK ((total_cents > 0))
);
comment on table late_purchases is 'Purchases that may still show up although their order has moved on. Sterling looks for each of them for a day.';
comment on column late_purchases.owned_looks is 'How many looks found that the account owns the gamepass.';

create table ledger_accounts (
  id bigint generated always as identity not null,
  name text not null,
  currency text not null,
  user_id uuid,
  wallet text,
  constraint ledger_accounts_check CHECK (((user_id IS NULL) = (wallet IS NULL))),
  constraint ledger_accounts_currency_check CHECK ((currency = ANY (ARRAY['USD'::text, 'LTC'::text]))),
  constraint ledger_accounts_id_currency_key UNIQUE (id, currency),
  constraint ledger_accounts_name_key UNIQUE (name),
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint ledger_accounts_wallet_check CHECK ((wallet = ANY (ARRAY['buyer'::text, 'seller'::text])))
);

create table ledger_balances (
  account_id bigint not null,
  posted bigint default 0 not null,
  held bigint default 0 not null,
  overdraft bigint default 0 not null,
  constraint ledger_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_balances_held_check CHECK ((held >= 0)),
  constraint ledger_balances_overdraft_check CHECK ((overdraft >= 0)),
  constraint ledger_balances_pkey PRIMARY KEY (account_id),
  constraint never_below_zero CHECK (((posted - held) >= (- overdraft)))
);

create table ledger_day_folds (
  one boolean default true not null,
  through_posting bigint default 0 not null,
  next_posting bigint,
  next_xid xid8,
  constraint ledger_day_folds_next_check CHECK (((next_posting IS NULL) = (next_xid IS NULL))),
  constraint ledger_day_folds_one_check CHECK (one),
  constraint ledger_day_folds_pkey PRIMARY KEY (one)
);
comment on table ledger_day_folds is 'One row: the last posting that ledger_days contains, and the one up to which the next call of ledger_fold_days() adds.';

create table ledger_days (
  day date not null,
  kind text not null,
  source text not null,
  target text not null,
  postings bigint not null,
  amount bigint not null,
  cents numeric,
  constraint ledger_days_check CHECK (((postings > 0) AND (amount > 0))),
  constraint ledger_days_pkey PRIMARY KEY (day, kind, source, target)
);

create table ledger_events (
  id bigint generated always as identity not null,
  key text not null,
  kind text not null,
  details jsonb default '{}'::jsonb not null,
  at timestamp with time zone not null,
  constraint ledger_events_key_key UNIQUE (key),
  constraint ledger_events_pkey PRIMARY KEY (id)
);

create table ledger_holds (
  key text not null,
  account_id bigint not null,
  amount bigint not null,
  remaining bigint not null,
  state text default 'active'::text not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint ledger_holds_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_balances(account_id),
  constraint ledger_holds_amount_check CHECK (((amount > 0) AND ((remaining >= 0) AND (remaining <= amount)))),
  constraint ledger_holds_pkey PRIMARY KEY (key),
  constraint ledger_holds_state_check CHECK (((state = ANY (ARRAY['active'::text, 'posted'::text, 'voided'::text])) AND ((state = 'active'::text) = (closed_at IS NULL)) AND ((state = 'active'::text) OR (remaining = 0))))
);

create table ledger_postings (
  id bigint generated always as identity not null,
  event_id bigint not null,
  currency text not null,
  from_account bigint not null,
  to_account bigint not null,
  amount bigint not null,
  constraint ledger_postings_amount_check CHECK ((amount > 0)),
  constraint ledger_postings_check CHECK ((from_account <> to_account)),
  constraint ledger_postings_event_id_fkey FOREIGN KEY (event_id) REFERENCES ledger_events(id),
  constraint ledger_postings_from_account_currency_fkey FOREIGN KEY (from_account, currency) REFERENCES ledger_accounts(id, currency),
  constraint ledger_postings_pkey PRIMARY KEY (id),
  constraint ledger_postings_to_account_currency_fkey FOREIGN KEY (to_account, currency) REFERENCES ledger_accounts(id, currency)
);

create table listing_pictures (
  listing_id uuid not null,
  id uuid default new_id() not null,
  picture bytea not null,
  thumbnail bytea not null,
  constraint listing_pictures_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint listing_pictures_pkey PRIMARY KEY (listing_id),
  constraint listing_pictures_size_check CHECK (((octet_length(picture) <= 2097152) AND (octet_length(thumbnail) <= 131072)))
);

create table listings (
  id uuid default new_id() not null,
  seller_id uuid not null,
  title text not null,
  item_type text not null,
  quantity bigint not null,
  price_cents bigint not null,
  total_cents bigint generated always as ((quantity * price_cents)) stored not null,
  delivery_time text not null,
  status text default 'active'::text not null,
  created_at timestamp with time zone default moment() not null,
  updated_at timestamp with time zone default moment() not null,
  removed_at timestamp with time zone,
  description text,
  forget_at_end boolean default false not null,
  constraint listings_check CHECK (((removed_at IS NULL) OR (status = ANY (ARRAY['sold'::text, 'cancelled'::text])))),
  constraint listings_delivery_time_check CHECK (((char_length(delivery_time) >= 1) AND (char_length(delivery_time) <= 50))),
  constraint listings_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 1000))),
  constraint listings_item_type_check CHECK ((item_type = ANY (ARRAY['robux'::text, 'premium_items'::text, 'limited_items'::text]))),
  constraint listings_pkey PRIMARY KEY (id),
  constraint listings_price_cents_check CHECK ((price_cents > 0)),
  constraint listings_quantity_check CHECK ((quantity >= 1)),
  constraint listings_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  constraint listings_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'sold'::text, 'cancelled'::text]))),
  constraint listings_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100))),
  constraint listings_total_cents_check CHECK ((total_cents <= '100000000000'::bigint))
);

create table manual_orders (
  order_id uuid not null,
  account_id uuid not null,
  given_at timestamp with time zone default now() not null,
  balance_before bigint,
  claimed_at timestamp with time zone,
  seen_owned boolean default false not null,
  other_price_robux bigint,
  pass_problem text,
  late_checks integer default 0 not null,
  late_checks_without_record integer default 0 not null,
  checked_at timestamp with time zone,
  constraint manual_orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id),
  constraint manual_orders_checks_check CHECK (((late_checks_without_record >= 0) AND (late_checks_without_record <= late_checks))),
  constraint manual_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint manual_orders_pkey PRIMARY KEY (order_id, account_id)
);
comment on column manual_orders.seen_owned is 'Whether a check found that the account owns the gamepass.';
comment on column manual_orders.late_checks is 'Consecutive checks after the deadline that found the gamepass not owned.';
comment on column manual_orders.late_checks_without_record is 'How many of late_checks found that the records show nothing either.';

create table notification_messages (
  id bigint generated always as identity not null,
  user_id uuid not null,
  tries integer default 0 not null,
  send_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  entry_id uuid not null,
  constraint notification_messages_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES inbox_entries(id) ON DELETE CASCADE,
  constraint notification_messages_pkey PRIMARY KEY (id),
  constraint notification_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES notifications(user_id) ON DELETE CASCADE
);

create table notifications (
  user_id uuid not null,
  sealed_webhook bytea not null,
  webhook_id text not null,
  kinds text[] not null,
  constraint notifications_kinds_check CHECK ((kinds <@ ARRAY['orders'::text, 'sales'::text, 'pre-orders'::text, 'alerts'::text, 'trades'::text, 'messages'::text, 'deposits'::text, 'withdrawals'::text, 'accounts'::text, 'security'::text])),
  constraint notifications_pkey PRIMARY KEY (user_id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table order_cookies (
  order_id uuid not null,
  sealed_cookie bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint order_cookies_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_cookies_pkey PRIMARY KEY (order_id)
);

create table order_events (
  id bigint generated always as identity not null,
  order_id uuid not null,
  at timestamp with time zone default moment() not null,
  code text not null,
  details jsonb default '{}'::jsonb not null,
  constraint order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_events_pkey PRIMARY KEY (order_id, id)
);

create table orders (
  id uuid default new_id() not null,
  buyer_id uuid not null,
  account_id uuid not null,
  seller_id uuid not null,
  robux_amount bigint not null,
  rate_cents integer not null,
  max_rate_cents integer not null,
  total_cents bigint not null,
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type text not null,
  creator_target_id bigint not null,
  sets_price boolean not null,
  status text default 'pending'::text not null,
  failure_reason text,
  excluded_accounts uuid[] default '{}'::uuid[] not null,
  tries integer default 0 not null,
  next_check_at timestamp with time zone default now(),
  created_at timestamp with time zone default moment() not null,
  ended_at timestamp with time zone,
  manual_deadline timestamp with time zone,
  manual_price_robux bigint,
  store_url text,
  split_id uuid,
  part integer,
  failures integer default 0 not null,
  universe_id bigint,
  place_id bigint,
  experience_sought_at timestamp with time zone,
  not_before timestamp with time zone,
  constraint orders_account_id_seller_id_fkey FOREIGN KEY (account_id, seller_id) REFERENCES roblox_accounts(id, user_id),
  constraint orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint orders_creator_type_check CHECK ((creator_type = ANY (ARRAY['User'::text, 'Group'::text]))),
  constraint orders_end_check CHECK ((((status = ANY (ARRAY['completed'::text, 'failed'::text])) = (ended_at IS NOT NULL)) AND ((ended_at IS NULL) = (next_check_at IS NOT NULL)))),
  constraint orders_failure_check CHECK (((status = 'failed'::text) = (failure_reason IS NOT NULL))),
  constraint orders_manual_check CHECK ((((manual_deadline IS NULL) = (manual_price_robux IS NULL)) AND (manual_price_robux > 0) AND ((manual_deadline IS NULL) OR (status = ANY (ARRAY['manual'::text, 'completed'::text, 'failed'::text]))))),
  constraint orders_max_rate_cents_check CHECK (((max_rate_cents >= 100) AND (max_rate_cents <= 600))),
  constraint orders_part_check CHECK ((((split_id IS NULL) = (part IS NULL)) AND (part > 0))),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_rate_cents_check CHECK (((rate_cents >= 100) AND (rate_cents <= 600))),
  constraint orders_rate_check CHECK ((rate_cents <= max_rate_cents)),
  constraint orders_robux_amount_check CHECK (((robux_amount >= 100) AND (robux_amount <= 1000000))),
  constraint orders_split_id_fkey FOREIGN KEY (split_id) REFERENCES orders(id),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'unclear'::text, 'manual'::text, 'completed'::text, 'failed'::text]))),
  constraint orders_total_cents_check CHECK ((total_cents > 0))
);
comment on column orders.excluded_accounts is 'Accounts that the order does not get again: they tried it, or could not.';

create table own_transactions (
  txid text not null,
  kind text not null,
  hex text,
  fee_litoshi bigint not null,
  signed_at timestamp with time zone default now() not null,
  mined_height integer,
  generation integer default 0 not null,
  signed_height integer default applied_height(),
  sent_at timestamp with time zone,
  facts jsonb,
  id uuid default new_id() not null,
  given_up_at timestamp with time zone,
  constraint own_transactions_check CHECK (((kind = 'unknown'::text) = (hex IS NULL))),
  constraint own_transactions_fee_litoshi_check CHECK ((fee_litoshi >= 0)),
  constraint own_transactions_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'sweep'::text, 'child'::text, 'cancel'::text, 'unknown'::text]))),
  constraint own_transactions_pkey PRIMARY KEY (txid)
);

create table ownerless_deposits (
  id uuid default new_id() not null,
  txid text not null,
  n integer not null,
  constraint ownerless_deposits_pkey PRIMARY KEY (id),
  constraint ownerless_deposits_txid_n_fkey FOREIGN KEY (txid, n) REFERENCES chain_outputs(txid, n),
  constraint ownerless_deposits_txid_n_key UNIQUE (txid, n)
);

create table passkey_challenges (
  session_id uuid not null,
  purpose text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (session_id, purpose),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['enrol'::text, 'check'::text]))),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

create table pre_order_block_changes (
  id bigint generated always as identity not null,
  block bigint not null,
  waiting bigint not null,
  robux bigint not null,
  constraint pre_order_block_changes_pkey PRIMARY KEY (id)
);
comment on table pre_order_block_changes is 'Changes that are not in pre_order_blocks yet. Each transaction adds rows of its own, so no transaction waits for another.';

create table pre_order_blocks (
  block bigint not null,
  waiting bigint not null,
  robux bigint not null,
  constraint pre_order_blocks_pkey PRIMARY KEY (block)
);

create table pre_orders (
  id uuid default new_id() not null,
  place bigint generated always as identity not null,
  buyer_id uuid not null,
  robux_amount bigint not null,
  max_rate_cents integer not null,
  max_total_cents bigint not null,
  affordable_rate_cents integer not null,
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type text not null,
  creator_target_id bigint not null,
  status text default 'waiting'::text not null,
  waits_for text default 'stock'::text,
  order_id uuid,
  close_reason text,
  next_check_at timestamp with time zone,
  returns integer default 0 not null,
  avoided_accounts uuid[] default '{}'::uuid[] not null,
  avoid_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  matched_at timestamp with time zone,
  limited_by text,
  limited_until timestamp with time zone,
  missing_checks smallint default 0 not null,
  constraint pre_orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint pre_orders_check CHECK (((affordable_rate_cents >= 0) AND (affordable_rate_cents <= max_rate_cents))),
  constraint pre_orders_check1 CHECK (((status = 'waiting'::text) = (waits_for IS NOT NULL))),
  constraint pre_orders_check2 CHECK (((status = 'matched'::text) = (order_id IS NOT NULL))),
  constraint pre_orders_check3 CHECK (((status = 'matched'::text) = (matched_at IS NOT NULL))),
  constraint pre_orders_check4 CHECK (((status <> 'closed'::text) OR (close_reason IS NOT NULL))),
  constraint pre_orders_check5 CHECK (((status <> 'waiting'::text) OR (close_reason IS NULL))),
  constraint pre_orders_check6 CHECK ((((waits_for = 'pass'::text) IS TRUE) = (next_check_at IS NOT NULL))),
  constraint pre_orders_check7 CHECK (((limited_by IS NULL) = (limited_until IS NULL))),
  constraint pre_orders_creator_type_check CHECK ((creator_type = ANY (ARRAY['User'::text, 'Group'::text]))),
  constraint pre_orders_limited_by_check CHECK ((limited_by = ANY (ARRAY['account_too_new'::text, 'spending_limit'::text]))),
  constraint pre_orders_max_rate_cents_check CHECK (((max_rate_cents >= 100) AND (max_rate_cents <= 600))),
  constraint pre_orders_max_total_cents_check CHECK ((max_total_cents > 0)),
  constraint pre_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint pre_orders_order_id_key UNIQUE (order_id),
  constraint pre_orders_pkey PRIMARY KEY (id),
  constraint pre_orders_place_key UNIQUE (place),
  constraint pre_orders_robux_amount_check CHECK (((robux_amount >= 100) AND (robux_amount <= 1000000))),
  constraint pre_orders_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'matched'::text, 'closed'::text]))),
  constraint pre_orders_waits_for_check CHECK ((waits_for = ANY (ARRAY['stock'::text, 'pass'::text])))
);
comment on column pre_orders.affordable_rate_cents is 'The rate up to which matching looks for stock: the maximum rate, or less while the buyer cannot pay for stock that fits.';
comment on column pre_orders.avoided_accounts is 'Accounts that failed its last order. Matching avoids them until avoid_until.';
comment on column pre_orders.avoid_until is 'The end of the time in which matching avoids avoided_accounts.';
comment on column pre_orders.missing_checks is 'How many checks in a row found no such gamepass.';

create table price_alerts (
  id uuid default new_id() not null,
  user_id uuid not null,
  robux bigint not null,
  rate_cents integer not null,
  created_at timestamp with time zone default now() not null,
  met_at timestamp with time zone,
  met_robux bigint,
  constraint price_alerts_met_check CHECK (((met_at IS NULL) = (met_robux IS NULL))),
  constraint price_alerts_pkey PRIMARY KEY (id),
  constraint price_alerts_rate_cents_check CHECK (((rate_cents >= 100) AND (rate_cents <= 600))),
  constraint price_alerts_robux_check CHECK (((robux >= 100) AND (robux <= 1000000))),
  constraint price_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on column price_alerts.met_at is 'When enough Robux were for sale at the rate of the alert. Null: it still waits.';

create table price_holds (
  id bigint generated always as identity not null,
  price bigint not null,
  reason text not null,
  agreeing integer default 1 not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  counted_at timestamp with time zone not null,
  constraint price_holds_pkey PRIMARY KEY (id),
  constraint price_holds_price_check CHECK ((price > 0))
);
comment on table price_holds is 'Jumps of the price. New prices are not used until enough of them in a row agree, or the owner''s price confirms one.';

create table price_rule_changes (
  id uuid default new_id() not null,
  user_id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  account_id uuid not null,
  at timestamp with time zone default now() not null,
  from_cents integer not null,
  to_cents integer not null,
  was_paused boolean not null,
  is_paused boolean not null,
  why jsonb not null,
  constraint price_rule_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id) ON DELETE CASCADE,
  constraint price_rule_changes_change_check CHECK (((from_cents <> to_cents) OR (was_paused <> is_paused))),
  constraint price_rule_changes_pkey PRIMARY KEY (id),
  constraint price_rule_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table price_rules (
  id uuid default new_id() not null,
  user_id uuid not null,
  name text not null,
  is_on boolean not null,
  floor_cents integer not null,
  ceiling_cents integer not null,
  below_cents integer,
  base_cents integer,
  pauses_below_floor boolean not null,
  stock_steps jsonb not null,
  day_times jsonb not null,
  time_zone text not null,
  version integer default 1 not null,
  pause_told_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint price_rules_id_user_id_key UNIQUE (id, user_id),
  constraint price_rules_pause_check CHECK (((below_cents IS NOT NULL) OR (NOT pauses_below_floor))),
  constraint price_rules_pkey PRIMARY KEY (id),
  constraint price_rules_rates_check CHECK (((100 <= floor_cents) AND (floor_cents <= ceiling_cents) AND (ceiling_cents <= 600))),
  constraint price_rules_start_check CHECK (((below_cents IS NULL) <> (base_cents IS NULL))),
  constraint price_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on column price_rules.pause_told_at is 'When the seller was last notified that the rule paused accounts.';

create table prices (
  id bigint generated always as identity not null,
  price bigint not null,
  sources jsonb not null,
  first_at timestamp with time zone not null,
  as_of timestamp with time zone not null,
  used boolean default false not null,
  expires_at timestamp with time zone,
  set_by uuid,
  constraint prices_check CHECK ((as_of >= first_at)),
  constraint prices_check1 CHECK ((expires_at > first_at)),
  constraint prices_check2 CHECK (((expires_at IS NULL) = (set_by IS NULL))),
  constraint prices_pkey PRIMARY KEY (id),
  constraint prices_price_check CHECK ((price > 0)),
  constraint prices_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id)
);

create table proxies (
  id uuid default new_id() not null,
  user_id uuid not null,
  host text not null,
  port integer not null,
  username text,
  sealed_password bytea,
  status text default 'unchecked'::text not null,
  status_reason text,
  checked_at timestamp with time zone,
  check_due_at timestamp with time zone default now() not null,
  removal_due boolean default false not null,
  created_at timestamp with time zone default moment() not null,
  constraint proxies_check CHECK (((sealed_password IS NULL) OR (username IS NOT NULL))),
  constraint proxies_check1 CHECK (((status = 'failing'::text) = (status_reason IS NOT NULL))),
  constraint proxies_check2 CHECK (((status = 'unchecked'::text) = (checked_at IS NULL))),
  constraint proxies_host_check CHECK (((length(host) >= 1) AND (length(host) <= 253))),
  constraint proxies_id_user_id_key UNIQUE (id, user_id),
  constraint proxies_pkey PRIMARY KEY (id),
  constraint proxies_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint proxies_status_check CHECK ((status = ANY (ARRAY['active'::text, 'failing'::text, 'unchecked'::text]))),
  constraint proxies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint proxies_user_id_host_port_username_key UNIQUE NULLS NOT DISTINCT (user_id, host, port, username),
  constraint proxies_username_check CHECK ((username <> ''::text))
);

create table purchase_attempts (
  id uuid default new_id() not null,
  order_id uuid not null,
  account_id uuid not null,
  pass_id bigint not null,
  idempotency_key uuid default gen_random_uuid() not null,
  price_robux bigint not null,
  balance_before bigint not null,
  sendings integer default 1 not null,
  state text default 'marked'::text not null,
  reason text,
  quiet_checks integer default 0 not null,
  odd_checks integer default 0 not null,
  purchase_token text,
  marked_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  holds_account boolean default true not null,
  is_decided boolean default false not null,
  was_sent boolean default true not null,
  call_ended_at timestamp with time zone,
  constraint purchase_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id),
  constraint purchase_attempts_balance_before_check CHECK ((balance_before >= 0)),
  constraint purchase_attempts_check CHECK (((state = ANY (ARRAY['bought'::text, 'refused'::text])) = (ended_at IS NOT NULL))),
  constraint purchase_attempts_idempotency_key_key UNIQUE (idempotency_key),
  constraint purchase_attempts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint purchase_attempts_pkey PRIMARY KEY (id),
  constraint purchase_attempts_price_robux_check CHECK ((price_robux > 0)),
  constraint purchase_attempts_sendings_check CHECK (((sendings >= 1) AND (sendings <= 2))),
  constraint purchase_attempts_state_check CHECK ((state = ANY (ARRAY['marked'::text, 'bought'::text, 'refused'::text, 'unclear'::text])))
);
comment on column purchase_attempts.quiet_checks is 'Consecutive checks of an attempt without an answer that found no sign of a purchase: not owned, no record, unchanged balance.';
comment on column purchase_attempts.odd_checks is 'Consecutive checks of an attempt without an answer that found contradictory signs.';

create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table referrals (
  referred_id uuid not null,
  referrer_id uuid not null,
  at timestamp with time zone default moment() not null,
  constraint referrals_check CHECK ((referred_id <> referrer_id)),
  constraint referrals_pkey PRIMARY KEY (referred_id),
  constraint referrals_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES users(id),
  constraint referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id)
);

create table refused_accesses (
  minute timestamp with time zone not null,
  user_id uuid not null,
  route text not null,
  code text not null,
  address text not null,
  times integer default 1 not null,
  constraint refused_accesses_pkey PRIMARY KEY (minute, user_id, route, code)
);
comment on table refused_accesses is 'Refused calls of signed-in users: one row per minute, user, route and code.';

create table reports (
  id uuid default new_id() not null,
  roblox_username text not null,
  contact text not null,
  text text not null,
  code text not null,
  account_id uuid,
  created_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  looked_up_at timestamp with time zone,
  roblox_user_id bigint,
  constraint reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id),
  constraint reports_pkey PRIMARY KEY (id)
);

create table reserve_addresses (
  snapshot_id uuid not null,
  address text not null,
  litoshi bigint not null,
  message text,
  signature text,
  constraint reserve_addresses_address_fkey FOREIGN KEY (address) REFERENCES addresses(address),
  constraint reserve_addresses_litoshi_check CHECK ((litoshi > 0)),
  constraint reserve_addresses_pkey PRIMARY KEY (snapshot_id, address),
  constraint reserve_addresses_signature_check CHECK (((message IS NULL) = (signature IS NULL))),
  constraint reserve_addresses_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES reserve_snapshots(id) ON DELETE CASCADE
);

create table reserve_chunks (
  snapshot_id uuid not null,
  chunk integer not null,
  entries bytea not null,
  constraint reserve_chunks_pkey PRIMARY KEY (snapshot_id, chunk),
  constraint reserve_chunks_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES reserve_snapshots(id) ON DELETE CASCADE
);
comment on table reserve_chunks is 'The leaves of the tree of a snapshot, in chunks.';

create table reserve_shares (
  snapshot_id uuid not null,
  user_id uuid not null,
  cents bigint not null,
  nonce bytea not null,
  leaves bytea not null,
  constraint reserve_shares_cents_check CHECK ((cents > 0)),
  constraint reserve_shares_pkey PRIMARY KEY (snapshot_id, user_id),
  constraint reserve_shares_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES reserve_snapshots(id) ON DELETE CASCADE,
  constraint reserve_shares_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table reserve_shares is 'A user''s balance in a snapshot, and their leaves of its tree, which prove it.';

create table reserve_snapshots (
  id uuid default new_id() not null,
  at timestamp with time zone not null,
  height integer not null,
  hash text not null,
  price bigint,
  depth smallint not null,
  root bytea not null,
  total_cents bigint not null,
  tops bytea not null,
  constraint reserve_snapshots_pkey PRIMARY KEY (id),
  constraint reserve_snapshots_price_check CHECK ((price > 0)),
  constraint reserve_snapshots_root_check CHECK ((octet_length(root) = 32)),
  constraint reserve_snapshots_total_cents_check CHECK ((total_cents >= 0))
);

create table restores (
  id uuid default new_id() not null,
  cause text not null,
  at timestamp with time zone default now() not null,
  data_at timestamp with time zone,
  height integer,
  comparison jsonb,
  confirmed_at timestamp with time zone,
  compared_at timestamp with time zone,
  skipped_at timestamp with time zone,
  constraint restores_cause_check CHECK ((cause = ANY (ARRAY['backup'::text, 'copy'::text, 'timeline'::text, 'journal'::text]))),
  constraint restores_pkey PRIMARY KEY (id)
);

create table reviews (
  id uuid default new_id() not null,
  kind text not null,
  subject_id uuid not null,
  user_id uuid,
  facts jsonb default '{}'::jsonb not null,
  state text default 'open'::text not null,
  reason text,
  decided_by uuid,
  opened_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  constraint reviews_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint reviews_check1 CHECK (((state = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_by IS NOT NULL))),
  constraint reviews_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint reviews_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'reversal'::text, 'correction'::text, 'dispute'::text, 'manual_order'::text, 'report'::text, 'house_payment'::text, 'off_platform'::text, 'foreign_spend'::text, 'book_difference'::text, 'coin_difference'::text, 'low_reserves'::text, 'ownerless_deposit'::text, 'restore'::text, 'late_purchase'::text]))),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text, 'overtaken'::text]))),
  constraint reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table roblox_accounts (
  id uuid default new_id() not null,
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
  fulfilment text default 'auto'::text not null,
  proxy_id uuid,
  sealed_cookie bytea,
  ownership_confirmed_at timestamp with time zone not null,
  ownership_ip text not null,
  ownership_statement text not null,
  balance_read_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone default moment() not null,
  updated_at timestamp with time zone default moment() not null,
  removed_at timestamp with time zone,
  removal_due boolean default false not null,
  balance_due_at timestamp with time zone default ((now() + '00:09:00'::interval) + (random() * '00:02:00'::interval)) not null,
  has_stock boolean generated always as ((((robux_balance - reserved_robux) >= 100) AND (NOT is_seller_banned) AND (NOT is_paused_by_rule))) stored not null,
  unmatched bigint,
  restricted_until timestamp with time zone,
  is_seller_banned boolean default false not null,
  return_due_at timestamp with time zone,
  price_rule_id uuid,
  is_paused_by_rule boolean default false not null,
  constraint roblox_accounts_cookie_check CHECK (((removed_at IS NULL) = (sealed_cookie IS NOT NULL))),
  constraint roblox_accounts_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['auto'::text, 'manual'::text]))),
  constraint roblox_accounts_id_user_id_key UNIQUE (id, user_id),
  constraint roblox_accounts_pkey PRIMARY KEY (id),
  constraint roblox_accounts_price_rule_id_user_id_fkey FOREIGN KEY (price_rule_id, user_id) REFERENCES price_rules(id, user_id) ON DELETE SET NULL (price_rule_id),
  constraint roblox_accounts_promised CHECK (((reserved_robux >= 0) AND ((reserved_robux = 0) OR (removed_at IS NULL)))),
  constraint roblox_accounts_proxy_id_user_id_fkey FOREIGN KEY (proxy_id, user_id) REFERENCES proxies(id, user_id),
  constraint roblox_accounts_rate_check CHECK (((rate_cents >= 100) AND (rate_cents <= 600))),
  constraint roblox_accounts_removed_check CHECK (((removed_at IS NULL) OR ((reserved_robux = 0) AND (NOT is_active) AND (proxy_id IS NULL)))),
  constraint roblox_accounts_robux_check CHECK (((robux_balance >= 0) AND (total_sold >= 0))),
  constraint roblox_accounts_rule_check CHECK (((price_rule_id IS NOT NULL) OR (NOT is_paused_by_rule))),
  constraint roblox_accounts_status_check CHECK ((status = ANY (ARRAY['online'::text, 'offline'::text, '2fa_required'::text, 'invalid_cookie'::text]))),
  constraint roblox_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on column roblox_accounts.unmatched is 'A mark from matching_marks: stock that pre-orders may still get, so it is hidden from orders. Null: it was matched.';

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table sessions (
  id uuid default new_id() not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text not null,
  ip text not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  rotation_due boolean default false not null,
  previous_token_hash bytea,
  previous_until timestamp with time zone,
  checked_at timestamp with time zone,
  constraint previous_has_an_end CHECK (((previous_token_hash IS NULL) = (previous_until IS NULL))),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_previous_token_hash_key UNIQUE (previous_token_hash),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table settings (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table settlement_lots (
  deposit_id uuid not null,
  account_id bigint not null,
  cents bigint not null,
  unspent bigint not null,
  state text not null,
  settles_at integer not null,
  released boolean default false not null,
  in_use boolean generated always as (((unspent > 0) OR (state = 'reversed'::text))) stored not null,
  constraint settlement_lots_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint settlement_lots_cents_check CHECK ((cents > 0)),
  constraint settlement_lots_check CHECK (((unspent >= 0) AND (unspent <= cents))),
  constraint settlement_lots_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint settlement_lots_pkey PRIMARY KEY (deposit_id),
  constraint settlement_lots_settles_at_check CHECK (((settles_at >= 1) AND (settles_at <= 100))),
  constraint settlement_lots_state_check CHECK ((state = ANY (ARRAY['unsettled'::text, 'settled'::text, 'reversed'::text])))
);
comment on table settlement_lots is 'One row per credited deposit: how much of it is unspent, and whether it is settled.';
comment on column settlement_lots.settles_at is 'The confirmations at which the deposit is settled.';
comment on column settlement_lots.in_use is 'Whether the lot still matters for what its wallet spends: it is not spent, or it was reversed.';

create table settlement_spends (
  id bigint generated always as identity not null,
  event_id bigint not null,
  deposit_id uuid not null,
  to_account bigint not null,
  cents bigint not null,
  waits boolean not null,
  released boolean default false not null,
  constraint settlement_spends_cents_check CHECK ((cents > 0)),
  constraint settlement_spends_check CHECK ((NOT (waits AND released))),
  constraint settlement_spends_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES settlement_lots(deposit_id),
  constraint settlement_spends_event_id_fkey FOREIGN KEY (event_id) REFERENCES ledger_events(id),
  constraint settlement_spends_pkey PRIMARY KEY (id),
  constraint settlement_spends_to_account_fkey FOREIGN KEY (to_account) REFERENCES ledger_accounts(id)
);
comment on table settlement_spends is 'Which deposit a part of a received amount came from. Its recipient may have to wait until that deposit is settled.';
comment on column settlement_spends.waits is 'Whether the recipient cannot withdraw this part yet.';
comment on column settlement_spends.released is 'Whether the owner decided that Sterling bears the loss, so this part never waits.';

create table signer_health (
  id boolean default true not null,
  looked_at timestamp with time zone not null,
  troubles text[] not null,
  payment_limit bigint not null,
  day_limit bigint not null,
  constraint signer_health_id_check CHECK (id),
  constraint signer_health_pkey PRIMARY KEY (id)
);

create table standing_order_rounds (
  standing_order_id uuid not null,
  due_at timestamp with time zone not null,
  at timestamp with time zone default now() not null,
  order_id uuid,
  reason text,
  constraint standing_order_rounds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint standing_order_rounds_outcome_check CHECK (((order_id IS NULL) <> (reason IS NULL))),
  constraint standing_order_rounds_pkey PRIMARY KEY (standing_order_id, due_at),
  constraint standing_order_rounds_standing_order_id_fkey FOREIGN KEY (standing_order_id) REFERENCES standing_orders(id) ON DELETE CASCADE
);

create table standing_orders (
  id uuid default new_id() not null,
  user_id uuid not null,
  robux_amount bigint not null,
  rate_cents integer not null,
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type text not null,
  creator_target_id bigint not null,
  weekday integer not null,
  hour integer not null,
  time_zone text not null,
  created_at timestamp with time zone default now() not null,
  next_at timestamp with time zone,
  try_at timestamp with time zone,
  paused_because text,
  skipped_in_row integer default 0 not null,
  unanswered_since timestamp with time zone,
  constraint standing_orders_creator_type_check CHECK ((creator_type = ANY (ARRAY['User'::text, 'Group'::text]))),
  constraint standing_orders_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint standing_orders_paused_check CHECK (((paused_because = ANY (ARRAY['person'::text, 'skipped'::text, 'restored'::text, 'signed_out'::text])) AND ((paused_because IS NULL) = (next_at IS NOT NULL)) AND ((next_at IS NULL) = (try_at IS NULL)))),
  constraint standing_orders_pkey PRIMARY KEY (id),
  constraint standing_orders_rate_cents_check CHECK (((rate_cents >= 100) AND (rate_cents <= 600))),
  constraint standing_orders_robux_amount_check CHECK (((robux_amount >= 100) AND (robux_amount <= 1000000))),
  constraint standing_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint standing_orders_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

create table stock_alerts (
  user_id uuid not null,
  robux bigint not null,
  is_low boolean not null,
  constraint stock_alerts_pkey PRIMARY KEY (user_id),
  constraint stock_alerts_robux_check CHECK ((robux > 0)),
  constraint stock_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table sweeps (
  id uuid default new_id() not null,
  state text default 'requested'::text not null,
  txid text,
  litoshi bigint default 0 not null,
  requested_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint sweeps_check CHECK (((state = 'signed'::text) = (txid IS NOT NULL))),
  constraint sweeps_litoshi_check CHECK ((litoshi >= 0)),
  constraint sweeps_pkey PRIMARY KEY (id),
  constraint sweeps_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint sweeps_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'nothing'::text, 'signed'::text]))),
  constraint sweeps_txid_fkey FOREIGN KEY (txid) REFERENCES own_transactions(txid),
  constraint sweeps_txid_key UNIQUE (txid)
);

create table told_credits (
  deposit_id uuid not null,
  generation integer not null,
  constraint told_credits_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint told_credits_pkey PRIMARY KEY (deposit_id, generation)
);
comment on table told_credits is 'Credits of deposits that their user has seen as the answer to "Check for Deposits". Each is reported once.';

create table trade_pauses (
  started_at timestamp with time zone default clock_timestamp() not null,
  ended_at timestamp with time zone,
  constraint trade_pauses_end_check CHECK ((ended_at >= started_at)),
  constraint trade_pauses_pkey PRIMARY KEY (started_at)
);

create table transaction_events (
  id bigint generated always as identity not null,
  transaction_id uuid not null,
  at timestamp with time zone default moment() not null,
  actor_id uuid,
  what text not null,
  said text,
  constraint transaction_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint transaction_events_pkey PRIMARY KEY (id),
  constraint transaction_events_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id)
);

create table transaction_inputs (
  spender text not null,
  txid text not null,
  n integer not null,
  rival text,
  rival_height integer,
  constraint transaction_inputs_check CHECK (((rival IS NULL) = (rival_height IS NULL))),
  constraint transaction_inputs_pkey PRIMARY KEY (spender, txid, n)
);
comment on table transaction_inputs is 'The coins that known transactions spend, ours and those that paid us. rival: another transaction in the chain that spends the same coin.';

create table transaction_pictures (
  id uuid default new_id() not null,
  transaction_id uuid not null,
  user_id uuid not null,
  place smallint not null,
  picture bytea not null,
  thumbnail bytea not null,
  width integer not null,
  height integer not null,
  added_at timestamp with time zone default moment() not null,
  delete_at timestamp with time zone,
  constraint transaction_pictures_pkey PRIMARY KEY (id),
  constraint transaction_pictures_place_check CHECK (((place >= 1) AND (place <= 4))),
  constraint transaction_pictures_place_key UNIQUE (transaction_id, user_id, place),
  constraint transaction_pictures_size_check CHECK (((octet_length(picture) <= 2097152) AND (octet_length(thumbnail) <= 131072))),
  constraint transaction_pictures_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint transaction_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table transactions (
  id uuid default new_id() not null,
  listing_id uuid not null,
  seller_id uuid not null,
  buyer_id uuid not null,
  title text not null,
  units bigint not null,
  price_cents bigint not null,
  total_cents bigint not null,
  fee_cents bigint not null,
  stage text default 'pending'::text not null,
  deliver_by timestamp with time zone not null,
  confirm_at timestamp with time zone,
  created_at timestamp with time zone default moment() not null,
  ended_at timestamp with time zone,
  stars smallint,
  comment text,
  decided_for text,
  delivered_at timestamp with time zone,
  forget_at_end uuid[] default '{}'::uuid[] not null,
  constraint transactions_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint transactions_check CHECK (((fee_cents >= 0) AND (fee_cents < total_cents))),
  constraint transactions_check1 CHECK ((buyer_id <> seller_id)),
  constraint transactions_check2 CHECK (((stage = 'delivered'::text) = (confirm_at IS NOT NULL))),
  constraint transactions_check3 CHECK (((stage = ANY (ARRAY['completed'::text, 'cancelled'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  constraint transactions_check4 CHECK (((stars IS NULL) OR (stage = 'completed'::text))),
  constraint transactions_check5 CHECK (((comment IS NULL) OR (stars IS NOT NULL))),
  constraint transactions_decided_for_check CHECK (((decided_for IS NULL) OR ((decided_for = ANY (ARRAY['buyer'::text, 'seller'::text])) AND (stage = ANY (ARRAY['disputed'::text, 'completed'::text, 'cancelled'::text]))))),
  constraint transactions_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings(id),
  constraint transactions_pkey PRIMARY KEY (id),
  constraint transactions_price_cents_check CHECK ((price_cents > 0)),
  constraint transactions_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  constraint transactions_stage_check CHECK ((stage = ANY (ARRAY['pending'::text, 'delivered'::text, 'disputed'::text, 'completed'::text, 'cancelled'::text, 'failed'::text]))),
  constraint transactions_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint transactions_total_cents_check CHECK ((total_cents > 0)),
  constraint transactions_units_check CHECK ((units >= 1))
);

create table users (
  id uuid default new_id() not null,
  discord_id text,
  username text not null,
  avatar text,
  email text,
  role text default 'buyer'::text not null,
  is_owner boolean default false not null,
  is_verified boolean default false not null,
  is_banned boolean default false not null,
  joined_at timestamp with time zone default moment() not null,
  deleted_at timestamp with time zone,
  affiliate_code text default new_affiliate_code(),
  is_selling_paused boolean default false not null,
  is_owner_granted boolean default false not null,
  has_factor boolean default false not null,
  language text,
  constraint users_affiliate_code_check CHECK ((affiliate_code ~ '^[0-9a-hjkmnp-tv-z]{8}$'::text)),
  constraint users_affiliate_code_key UNIQUE (affiliate_code),
  constraint users_discord_id_key UNIQUE (discord_id),
  constraint users_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text, 'pt-BR'::text]))),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['buyer'::text, 'seller'::text, 'admin'::text])))
);

create table webhook_deliveries (
  id uuid default new_id() not null,
  endpoint_id uuid not null,
  place bigint generated always as identity not null,
  event_id uuid not null,
  object_id uuid not null,
  subject_id uuid,
  code text not null,
  details jsonb not null,
  at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  queued_until timestamp with time zone,
  sending_until timestamp with time zone,
  body text,
  tried_at timestamp with time zone,
  took_ms integer,
  answer_status integer,
  answer_text text,
  problem text,
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_event_key UNIQUE (endpoint_id, event_id),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'given_up'::text])))
);

create table webhook_endpoints (
  id uuid default new_id() not null,
  user_id uuid not null,
  url text not null,
  kinds text[] not null,
  created_at timestamp with time zone default now() not null,
  failing_since timestamp with time zone,
  off_reason text,
  off_at timestamp with time zone,
  constraint webhook_endpoints_kinds_check CHECK ((kinds <@ ARRAY['orders'::text, 'sales'::text, 'pre-orders'::text, 'alerts'::text, 'trades'::text, 'messages'::text, 'deposits'::text, 'withdrawals'::text, 'accounts'::text, 'security'::text])),
  constraint webhook_endpoints_off_check CHECK (((off_reason = ANY (ARRAY['person'::text, 'failing'::text, 'gone'::text, 'banned'::text, 'restored'::text, 'signed_out'::text])) AND ((off_reason IS NULL) = (off_at IS NULL)))),
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_url_key UNIQUE (user_id, url),
  constraint webhook_endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table webhook_secrets (
  id uuid not null,
  endpoint_id uuid not null,
  sealed_secret bytea not null,
  ends_at timestamp with time zone,
  constraint webhook_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_secrets_pkey PRIMARY KEY (id)
);

create table withdrawal_addresses (
  id uuid default new_id() not null,
  user_id uuid not null,
  label text not null,
  address text not null,
  created_at timestamp with time zone default now() not null,
  usable_at timestamp with time zone not null,
  constraint withdrawal_addresses_pkey PRIMARY KEY (id),
  constraint withdrawal_addresses_user_id_address_key UNIQUE (user_id, address),
  constraint withdrawal_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table withdrawal_preferences (
  user_id uuid not null,
  unchecked_cents bigint default 0 not null,
  wait_hours integer default 0 not null,
  next_wait_hours integer,
  next_wait_from timestamp with time zone,
  constraint withdrawal_preferences_pkey PRIMARY KEY (user_id),
  constraint withdrawal_preferences_unchecked_cents_check CHECK ((unchecked_cents >= 0)),
  constraint withdrawal_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint withdrawal_preferences_wait_check CHECK (((wait_hours >= 0) AND ((next_wait_hours IS NULL) = (next_wait_from IS NULL)) AND (next_wait_hours < wait_hours)))
);

create table withdrawals (
  id uuid default new_id() not null,
  user_id uuid not null,
  state text default 'requested'::text not null,
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
  created_at timestamp with time zone default moment() not null,
  sent_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  failed_at timestamp with time zone,
  waits_until timestamp with time zone,
  loss_accepted_at timestamp with time zone,
  is_cancelled boolean default false not null,
  constraint withdrawals_amount_cents_check CHECK ((amount_cents > 0)),
  constraint withdrawals_check CHECK (((state = 'failed'::text) OR ((state = ANY (ARRAY['requested'::text, 'approved'::text])) = (txid IS NULL)))),
  constraint withdrawals_check1 CHECK (((state = 'failed'::text) = (failed_at IS NOT NULL))),
  constraint withdrawals_check2 CHECK (((state <> 'confirmed'::text) OR (confirmed_at IS NOT NULL))),
  constraint withdrawals_fee_percent_check CHECK (((fee_percent >= 0) AND (fee_percent <= 100))),
  constraint withdrawals_litoshi_check CHECK ((litoshi > 0)),
  constraint withdrawals_loss_accepted_check CHECK (((loss_accepted_at IS NULL) OR (state = 'failed'::text))),
  constraint withdrawals_network_fee_cents_check CHECK ((network_fee_cents >= 0)),
  constraint withdrawals_percentage_fee_cents_check CHECK ((percentage_fee_cents >= 0)),
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id),
  constraint withdrawals_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'signed'::text, 'broadcast'::text, 'confirmed'::text, 'needs_review'::text, 'cancelling'::text, 'failed'::text]))),
  constraint withdrawals_txid_fkey FOREIGN KEY (txid) REFERENCES own_transactions(txid),
  constraint withdrawals_txid_key UNIQUE (txid),
  constraint withdrawals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table writes (
  id bigint generated always as identity not null,
  who text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint writes_pkey PRIMARY KEY (id)
);
comment on table writes is 'Writes and guesses that count for a limit: one row each, for at most an hour.';

CREATE INDEX accepted_differences_by_review ON public.accepted_differences USING btree (review_id);
CREATE INDEX account_events_by_time ON public.account_events USING btree (at);
CREATE INDEX account_events_refused ON public.account_events USING btree (at) WHERE (code = 'cookie_ended'::text);
CREATE INDEX account_exclusions_of_identity ON public.account_exclusions USING btree (identity_id);
CREATE INDEX account_exclusions_of_user ON public.account_exclusions USING btree (user_id, roblox_user_id);
CREATE INDEX account_imports_by_time ON public.account_imports USING btree (created_at);
CREATE INDEX account_imports_due ON public.account_imports USING btree (due_at) WHERE (state = 'running'::text);
CREATE INDEX account_imports_of_user ON public.account_imports USING btree (user_id, id);
CREATE UNIQUE INDEX account_imports_one_running ON public.account_imports USING btree (user_id) WHERE (state = 'running'::text);
CREATE INDEX address_gaps_underived ON public.address_gaps USING btree (id) WHERE (NOT derived);
CREATE INDEX addresses_by_arrival ON public.addresses USING btree (added_by);
CREATE INDEX addresses_of_gaps ON public.addresses USING btree (account, index) WHERE (restore_id IS NOT NULL);
CREATE INDEX addresses_of_user ON public.addresses USING btree (user_id, index) WHERE (user_id IS NOT NULL);
CREATE INDEX affiliate_payouts_of_referred ON public.affiliate_payouts USING btree (referred_id);
CREATE INDEX affiliate_payouts_of_referrer ON public.affiliate_payouts USING btree (referrer_id, id DESC);
CREATE INDEX api_credentials_of_user ON public.api_credentials USING btree (user_id);
CREATE INDEX audit_addresses_by_age ON public.audit_addresses USING btree (at);
CREATE INDEX audit_log_backups ON public.audit_log USING btree (id) WHERE (action = 'backups.made'::text);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_of_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX book_proofs_by_age ON public.book_proofs USING btree (at);
CREATE INDEX chain_outputs_by_height ON public.chain_outputs USING btree (height);
CREATE INDEX chain_outputs_by_spender ON public.chain_outputs USING btree (spent_by) WHERE (spent_by IS NOT NULL);
CREATE INDEX chain_outputs_reserved ON public.chain_outputs USING btree (reserved_by) WHERE (reserved_by IS NOT NULL);
CREATE INDEX chain_outputs_spent_height ON public.chain_outputs USING btree (spent_height) WHERE (spent_height IS NOT NULL);
CREATE INDEX chain_outputs_unspent ON public.chain_outputs USING btree (address) WHERE ((height IS NOT NULL) AND (spent_by IS NULL));
CREATE INDEX coin_counts_by_age ON public.coin_counts USING btree (at);
CREATE INDEX corrections_by_requester ON public.corrections USING btree (requested_by, requested_at);
CREATE INDEX corrections_of_user ON public.corrections USING btree (user_id, id) WHERE (state = 'made'::text);
CREATE INDEX deposits_by_height ON public.deposits USING btree (height);
CREATE INDEX deposits_by_user ON public.deposits USING btree (user_id, id);
CREATE INDEX deposits_of_user ON public.deposits USING btree (user_id, seen_at DESC);
CREATE INDEX deposits_of_user_by_height ON public.deposits USING btree (user_id, height);
CREATE INDEX deposits_open ON public.deposits USING btree (status, height) WHERE (status <> 'credited'::text);
CREATE UNIQUE INDEX emergency_stops_open ON public.emergency_stops USING btree (((ended_at IS NULL))) WHERE (ended_at IS NULL);
CREATE INDEX factor_resets_due ON public.factor_resets USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX factor_resets_waiting ON public.factor_resets USING btree (user_id) WHERE (state = 'waiting'::text);
CREATE INDEX factors_of_user ON public.factors USING btree (user_id);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING brin (created_at);
CREATE INDEX inbox_entries_by_time ON public.inbox_entries USING btree (at);
CREATE INDEX inbox_entries_of_user ON public.inbox_entries USING btree (user_id, id);
CREATE INDEX inbox_entries_unread ON public.inbox_entries USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX known_devices_by_time ON public.known_devices USING btree (seen_at);
CREATE INDEX late_purchases_due ON public.late_purchases USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX late_purchases_of_account ON public.late_purchases USING btree (account_id, pass_id);
CREATE INDEX late_purchases_of_seller ON public.late_purchases USING btree (seller_id);
CREATE INDEX ledger_accounts_of_user ON public.ledger_accounts USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX ledger_balances_overdrawn ON public.ledger_balances USING btree (account_id) WHERE (overdraft > 0);
CREATE INDEX ledger_postings_from ON public.ledger_postings USING btree (from_account, id);
CREATE INDEX ledger_postings_of_event ON public.ledger_postings USING btree (event_id);
CREATE INDEX ledger_postings_to ON public.ledger_postings USING btree (to_account, id);
CREATE INDEX listings_by_status ON public.listings USING btree (status);
CREATE INDEX listings_for_sale ON public.listings USING btree (id) WHERE (status = 'active'::text);
CREATE INDEX listings_of_seller ON public.listings USING btree (seller_id, id) WHERE (removed_at IS NULL);
CREATE INDEX notification_messages_due ON public.notification_messages USING btree (send_at);
CREATE INDEX notification_messages_of_entry ON public.notification_messages USING btree (entry_id);
CREATE INDEX notification_messages_of_user ON public.notification_messages USING btree (user_id);
CREATE INDEX order_cookies_by_age ON public.order_cookies USING btree (created_at);
CREATE INDEX orders_by_end ON public.orders USING brin (ended_at) WITH (pages_per_range='32', autosummarize='on') WHERE (ended_at IS NOT NULL);
CREATE INDEX orders_by_hand ON public.orders USING btree (pass_id, account_id) WHERE ((manual_deadline IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX orders_completed ON public.orders USING btree (ended_at) WHERE (status = 'completed'::text);
CREATE INDEX orders_ended_of_account ON public.orders USING btree (account_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX orders_of_buyer ON public.orders USING btree (buyer_id, id);
CREATE INDEX orders_of_seller ON public.orders USING btree (seller_id, id);
CREATE INDEX orders_open_of_account ON public.orders USING btree (account_id, id) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX orders_parts ON public.orders USING btree (split_id, part) WHERE (split_id IS NOT NULL);
CREATE UNIQUE INDEX orders_setting_a_price ON public.orders USING btree (pass_id) WHERE (sets_price AND (next_check_at IS NOT NULL));
CREATE INDEX orders_to_check ON public.orders USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX own_transactions_by_age ON public.own_transactions USING btree (signed_at) WHERE (kind <> 'unknown'::text);
CREATE INDEX own_transactions_by_height ON public.own_transactions USING btree (mined_height);
CREATE UNIQUE INDEX own_transactions_ids ON public.own_transactions USING btree (id);
CREATE INDEX own_transactions_unmined ON public.own_transactions USING btree (signed_at) WHERE (mined_height IS NULL);
CREATE INDEX pre_orders_by_fit ON public.pre_orders USING btree (affordable_rate_cents, robux_amount, place) WHERE (waits_for = 'stock'::text);
CREATE INDEX pre_orders_limited ON public.pre_orders USING btree (limited_until) WHERE ((waits_for = 'stock'::text) AND (limited_until IS NOT NULL));
CREATE INDEX pre_orders_matched ON public.pre_orders USING btree (matched_at) WHERE (matched_at IS NOT NULL);
CREATE INDEX pre_orders_of_buyer ON public.pre_orders USING btree (buyer_id, place);
CREATE INDEX pre_orders_queue ON public.pre_orders USING btree (place) WHERE (waits_for = 'stock'::text);
CREATE INDEX pre_orders_to_check ON public.pre_orders USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX pre_orders_waiting ON public.pre_orders USING btree (place) WHERE (status = 'waiting'::text);
CREATE INDEX pre_orders_waiting_of_buyer ON public.pre_orders USING btree (buyer_id) WHERE (status = 'waiting'::text);
CREATE INDEX price_alerts_of_user ON public.price_alerts USING btree (user_id, id);
CREATE INDEX price_alerts_waiting ON public.price_alerts USING btree (id) WHERE (met_at IS NULL);
CREATE UNIQUE INDEX price_holds_open ON public.price_holds USING btree ((true)) WHERE (ended_at IS NULL);
CREATE INDEX price_rule_changes_by_time ON public.price_rule_changes USING btree (at);
CREATE INDEX price_rule_changes_of_account ON public.price_rule_changes USING btree (account_id);
CREATE INDEX price_rule_changes_of_rule ON public.price_rule_changes USING btree (rule_id, id);
CREATE INDEX price_rule_changes_of_user ON public.price_rule_changes USING btree (user_id, id);
CREATE INDEX price_rules_of_user ON public.price_rules USING btree (user_id, id);
CREATE INDEX prices_by_age ON public.prices USING btree (as_of);
CREATE INDEX prices_by_start ON public.prices USING btree (first_at);
CREATE INDEX prices_set_by_hand ON public.prices USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX proxies_due ON public.proxies USING btree (check_due_at);
CREATE INDEX proxies_of_user ON public.proxies USING btree (user_id, id);
CREATE INDEX purchase_attempts_maybe_bought ON public.purchase_attempts USING btree (pass_id, account_id) WHERE (state = ANY (ARRAY['marked'::text, 'unclear'::text, 'bought'::text]));
CREATE INDEX purchase_attempts_of_order ON public.purchase_attempts USING btree (order_id);
CREATE UNIQUE INDEX purchase_attempts_once ON public.purchase_attempts USING btree (account_id, pass_id) WHERE ((state = 'bought'::text) AND (NOT is_decided));
CREATE UNIQUE INDEX purchase_attempts_open ON public.purchase_attempts USING btree (order_id) WHERE (state = ANY (ARRAY['marked'::text, 'unclear'::text]));
CREATE UNIQUE INDEX purchase_attempts_open_of_account ON public.purchase_attempts USING btree (account_id) WHERE ((state = ANY (ARRAY['marked'::text, 'unclear'::text])) AND holds_account);
CREATE UNIQUE INDEX purchase_attempts_paid_once ON public.purchase_attempts USING btree (order_id) WHERE (state = 'bought'::text);
CREATE INDEX referrals_of_referrer ON public.referrals USING btree (referrer_id, at DESC, referred_id);
CREATE INDEX reports_of_account ON public.reports USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX reports_to_look_up ON public.reports USING btree (created_at) WHERE (looked_up_at IS NULL);
CREATE INDEX reserve_shares_of_user ON public.reserve_shares USING btree (user_id);
CREATE INDEX reserve_snapshots_by_time ON public.reserve_snapshots USING btree (at);
CREATE INDEX restores_unskipped ON public.restores USING btree (at) WHERE (skipped_at IS NULL);
CREATE INDEX restores_waiting ON public.restores USING btree (at) WHERE (compared_at IS NULL);
CREATE INDEX reviews_by_state ON public.reviews USING btree (state, id);
CREATE UNIQUE INDEX reviews_open ON public.reviews USING btree (kind, subject_id) WHERE (state = 'open'::text);
CREATE INDEX reviews_open_of_user ON public.reviews USING btree (user_id) WHERE (state = 'open'::text);
CREATE INDEX roblox_accounts_behind ON public.roblox_accounts USING btree (proxy_id) WHERE (proxy_id IS NOT NULL);
CREATE INDEX roblox_accounts_by_name ON public.roblox_accounts USING btree (lower(username)) WHERE (removed_at IS NULL);
CREATE INDEX roblox_accounts_due ON public.roblox_accounts USING btree (balance_due_at) WHERE ((status = 'online'::text) AND is_active);
CREATE INDEX roblox_accounts_entries ON public.roblox_accounts USING btree (roblox_user_id);
CREATE INDEX roblox_accounts_for_sale ON public.roblox_accounts USING btree (rate_cents, id) WHERE ((status = 'online'::text) AND is_active);
CREATE INDEX roblox_accounts_in_turn ON public.roblox_accounts USING btree (rate_cents, ((fulfilment = 'manual'::text)), last_used_at NULLS FIRST, id) WHERE ((status = 'online'::text) AND is_active AND has_stock);
CREATE UNIQUE INDEX roblox_accounts_live ON public.roblox_accounts USING btree (roblox_user_id) WHERE (removed_at IS NULL);
CREATE INDEX roblox_accounts_of_rule ON public.roblox_accounts USING btree (price_rule_id) WHERE (price_rule_id IS NOT NULL);
CREATE INDEX roblox_accounts_of_user ON public.roblox_accounts USING btree (user_id, created_at, id) WHERE (removed_at IS NULL);
CREATE INDEX roblox_accounts_removed_of_user ON public.roblox_accounts USING btree (user_id) WHERE (removed_at IS NOT NULL);
CREATE INDEX roblox_accounts_restricted ON public.roblox_accounts USING btree (restricted_until) WHERE (restricted_until IS NOT NULL);
CREATE INDEX roblox_accounts_selling ON public.roblox_accounts USING btree (user_id, rate_cents) WHERE ((status = 'online'::text) AND is_active);
CREATE INDEX roblox_accounts_to_return ON public.roblox_accounts USING btree (return_due_at NULLS FIRST) WHERE ((status = 'offline'::text) AND is_active);
CREATE INDEX roblox_accounts_unmatched ON public.roblox_accounts USING btree (id) WHERE (unmatched IS NOT NULL);
CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id, id);
CREATE INDEX settlement_lots_in_use ON public.settlement_lots USING btree (account_id) WHERE in_use;
CREATE INDEX settlement_lots_unsettled ON public.settlement_lots USING btree (account_id) WHERE (state = 'unsettled'::text);
CREATE INDEX settlement_spends_of_deposit ON public.settlement_spends USING btree (deposit_id);
CREATE INDEX settlement_spends_waiting ON public.settlement_spends USING btree (to_account) WHERE waits;
CREATE INDEX standing_orders_due ON public.standing_orders USING btree (try_at) WHERE (try_at IS NOT NULL);
CREATE INDEX standing_orders_of_user ON public.standing_orders USING btree (user_id, id);
CREATE INDEX sweeps_by_age ON public.sweeps USING btree (created_at);
CREATE UNIQUE INDEX sweeps_waiting ON public.sweeps USING btree ((true)) WHERE (state = 'requested'::text);
CREATE UNIQUE INDEX trade_pauses_open ON public.trade_pauses USING btree (((ended_at IS NULL))) WHERE (ended_at IS NULL);
CREATE INDEX transaction_events_of_transaction ON public.transaction_events USING btree (transaction_id, id);
CREATE INDEX transaction_events_said_by ON public.transaction_events USING btree (actor_id, id) WHERE (said IS NOT NULL);
CREATE INDEX transaction_inputs_of_coin ON public.transaction_inputs USING btree (txid, n);
CREATE INDEX transaction_inputs_rivals ON public.transaction_inputs USING btree (rival_height) WHERE (rival_height IS NOT NULL);
CREATE INDEX transaction_pictures_of_user ON public.transaction_pictures USING btree (user_id);
CREATE INDEX transaction_pictures_to_delete ON public.transaction_pictures USING btree (delete_at) WHERE (delete_at IS NOT NULL);
CREATE INDEX transactions_of_buyer ON public.transactions USING btree (buyer_id, id);
CREATE UNIQUE INDEX transactions_of_listing ON public.transactions USING btree (listing_id) WHERE (stage <> ALL (ARRAY['cancelled'::text, 'failed'::text]));
CREATE INDEX transactions_of_seller ON public.transactions USING btree (seller_id, id);
CREATE INDEX transactions_open_of_buyer ON public.transactions USING btree (buyer_id) WHERE (ended_at IS NULL);
CREATE INDEX transactions_open_of_seller ON public.transactions USING btree (seller_id) WHERE (ended_at IS NULL);
CREATE INDEX transactions_rated ON public.transactions USING btree (seller_id) INCLUDE (stars) WHERE (stars IS NOT NULL);
CREATE INDEX transactions_to_confirm ON public.transactions USING btree (confirm_at) WHERE (confirm_at IS NOT NULL);
CREATE INDEX transactions_to_deliver ON public.transactions USING btree (deliver_by) WHERE (stage = 'pending'::text);
CREATE INDEX users_by_join ON public.users USING btree (joined_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING btree (at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_of_endpoint ON public.webhook_deliveries USING btree (endpoint_id, id);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (endpoint_id, object_id, place) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_secrets_of_endpoint ON public.webhook_secrets USING btree (endpoint_id, id);
CREATE INDEX withdrawals_by_age ON public.withdrawals USING btree (created_at);
CREATE INDEX withdrawals_by_user ON public.withdrawals USING btree (user_id, id);
CREATE INDEX withdrawals_of_user ON public.withdrawals USING btree (user_id, created_at DESC);
CREATE INDEX withdrawals_open ON public.withdrawals USING btree (txid) WHERE ((confirmed_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX withdrawals_under_way ON public.withdrawals USING btree (created_at) WHERE (state <> ALL (ARRAY['confirmed'::text, 'failed'::text]));
CREATE INDEX writes_by_age ON public.writes USING btree (at);
CREATE INDEX writes_of ON public.writes USING btree (who, at);

create sequence deposit_address_index as integer minvalue 0 start 0;
create sequence hot_change_index as integer minvalue 0 start 0;
create sequence hot_receive_index as integer minvalue 0 start 1;
create sequence matching_marks as bigint minvalue 1 start 1;

create view bought_passes as
 SELECT pass_id,
    account_id
   FROM purchase_attempts
  WHERE (state = 'bought'::text);
comment on view bought_passes is 'Gamepasses that accounts have bought. An account does not buy a gamepass twice, not even after its owner has given the gamepass up.';

create view pre_order_counts as
 SELECT block,
    (sum(waiting))::bigint AS waiting,
    (sum(robux))::bigint AS robux
   FROM ( SELECT pre_order_blocks.block,
            pre_order_blocks.waiting,
            pre_order_blocks.robux
           FROM pre_order_blocks
        UNION ALL
         SELECT pre_order_block_changes.block,
            pre_order_block_changes.waiting,
            pre_order_block_changes.robux
           FROM pre_order_block_changes) parts
  GROUP BY block
 HAVING (sum(waiting) <> (0)::numeric);
comment on view pre_order_counts is 'How many pre-orders wait in each block of places, and their Robux.';

create view stock_at_hand as
 SELECT id AS account_id,
    user_id AS seller_id,
    rate_cents,
    fulfilment,
    (robux_balance - reserved_robux) AS robux,
    last_used_at,
    unmatched
   FROM roblox_accounts a
  WHERE (is_on_sale(a.*) AND (robux_balance > reserved_robux));
comment on view stock_at_hand is 'Accounts that can sell now, with the Robux that are not reserved. Matching uses all of it; orders use stock_for_sale.';

create view stock_for_sale as
 SELECT account_id,
    seller_id,
    rate_cents,
    robux,
    fulfilment,
    last_used_at
   FROM stock_at_hand
  WHERE (unmatched IS NULL);
comment on view stock_for_sale is 'Stock that new orders may take. Waiting pre-orders have been matched with it first, so no order overtakes them.';

create view taken_passes as
 SELECT bought_passes.pass_id,
    bought_passes.account_id
   FROM bought_passes
UNION ALL
 SELECT orders.pass_id,
    orders.account_id
   FROM orders
  WHERE ((orders.manual_deadline IS NOT NULL) AND (orders.ended_at IS NULL));
comment on view taken_passes is 'Gamepasses that accounts have bought, or that their sellers have to buy by hand for an open order. The account cannot buy it for another order.';

CREATE OR REPLACE FUNCTION public.acting_role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('role', true), 'none'), session_user::text)
$function$
;
comment on function acting_role() is 'The database role in which the process acts, even inside functions that run as the owner.';

CREATE OR REPLACE FUNCTION public.add_account_event(p_account uuid, p_code text, p_details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into account_events (account_id, code, details) values (p_account, p_code, p_details)
$function$
;
comment on function add_account_event(uuid,text,jsonb) is 'Adds an entry to the history of an account. health.rules.ts makes the sentence.';

CREATE OR REPLACE FUNCTION public.add_manual_event(p_code text)
 RETURNS void
 LANGUAGE sql
AS $function$
  with told as (
    insert into order_events (order_id, code, details)
      select id, p_code, case p_code when 'manual_moved'
          then jsonb_build_object('until', to_char(manual_deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) else '{}' end
      from orders where next_check_at is not null and status = 'manual' and manual_deadline is not null
      -- a stop waits for no order that another transaction is changing
      for key share skip locked
      returning order_id)
  select pg_notify('orders', json_build_object('orderId', o.id, 'state', 'processing', 'buyerId', o.buyer_id, 'sellerId', o.seller_id)::text)
    from told join orders o on o.id = told.order_id;
$function$
;
comment on function add_manual_event(text) is 'Adds an event about the deadline to the timelines of open manual orders, except those that another transaction is changing, and notifies buyers
and sellers.';

CREATE OR REPLACE FUNCTION public.add_notification(p_user uuid, p_kind text, p_code text, p_subject uuid, p_details jsonb, p_other_kind text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
AS $function$
  with entry as (
    insert into inbox_entries (user_id, kind, code, subject_id, details)
      select p_user, p_kind, p_code, p_subject, p_details where p_user is not null
    returning id, at),
  message as (
    insert into notification_messages (user_id, entry_id)
      select n.user_id, entry.id from entry, notifications n
      where n.user_id = p_user and (p_kind = any (n.kinds) or p_other_kind = any (n.kinds)))
  insert into webhook_deliveries (endpoint_id, event_id, object_id, subject_id, code, details, at)
    select w.id, entry.id, coalesce(p_subject, p_user), p_subject, p_code, p_details, entry.at
    from entry, webhook_endpoints w
    where w.user_id = p_user and w.off_at is null and (p_kind = any (w.kinds) or p_other_kind = any (w.kinds))
$function$
;
comment on function add_notification(uuid,text,text,uuid,jsonb,text) is 'Adds an entry to a user''s inbox. Queues it as a Discord message and for the user''s webhooks, if they take this kind or the other one.
inbox.rules.ts makes the sentence, webhooks.rules.ts the body.';

CREATE OR REPLACE FUNCTION public.address_usable_at(p_user uuid, p_address text, p_hours integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select least(
    (select case when bool_or(confirmed_at is not null) then min(created_at)
        else coalesce(min(created_at) + paused_since(min(created_at)), now()) + p_hours * interval '1 hour' end
      from withdrawals where user_id = p_user and address = p_address and state <> 'failed'),
    (select usable_at + paused_since(created_at) from withdrawal_addresses where user_id = p_user and address = p_address))
$function$
;
comment on function address_usable_at(uuid,text,integer) is 'When the wait of an address ends, if a new address waits p_hours. The wait begins with the first withdrawal to the address, or when it is
saved. Pauses do not count (paused_since). An address that a confirmed withdrawal has paid is not new: someone with a stolen session who
lengthens the wait does not keep its owner from it.';

CREATE OR REPLACE FUNCTION public.affiliate_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'an affiliate payout is not booked as recorded', e.key, s.payout_cents, coalesce(booked.reached, 0)
  from affiliate_payouts s join ledger_events e on e.id = s.event_id
  cross join lateral (
    select sum(p.amount) filter (where f.name = 'house:affiliate' and o.name = 'user:' || s.referrer_id || ':seller')::bigint as reached,
      sum(p.amount) filter (where f.name = 'house:fees' and o.name = 'house:affiliate')::bigint as given,
      sum(p.amount)::bigint as moved
    from ledger_postings p join ledger_accounts f on f.id = p.from_account join ledger_accounts o on o.id = p.to_account
    where p.event_id = e.id) booked
  where (booked.reached, booked.given, booked.moved) is distinct from (s.payout_cents, s.payout_cents, 2 * s.payout_cents)
  union all
  select 'an affiliate payout is booked without a record', e.key, 0, coalesce(sum(p.amount), 0)::bigint
  from ledger_events e join ledger_postings p on p.event_id = e.id
  where e.id in (select p.event_id from ledger_postings p join ledger_accounts a on a.id in (p.from_account, p.to_account)
      where a.name = 'house:affiliate')
    and not exists (select from affiliate_payouts s where s.event_id = e.id)
  group by e.key
  union all
  select 'an affiliate payout is not its percentage of the fee', e.key, affiliate_payout(paid.fee, s.percent), s.payout_cents
  from affiliate_payouts s join ledger_events e on e.id = s.event_id
  cross join lateral (
    select coalesce(sum(p.amount), 0)::bigint as fee from ledger_postings p join ledger_accounts o on o.id = p.to_account
    where p.event_id = s.fee_event_id and o.name = 'house:fees') paid
  where s.fee_cents <> paid.fee or s.payout_cents <> affiliate_payout(paid.fee, s.percent)
  union all
  select 'an affiliate payout is for the wrong fee, or after the first year', e.key, 0, s.payout_cents
  from affiliate_payouts s join ledger_events e on e.id = s.event_id
  join ledger_events fee on fee.id = s.fee_event_id
  join users payer on payer.id = s.referred_id left join referrals r on r.referred_id = s.referred_id
  left join withdrawals w on fee.key = 'withdrawal ' || w.id || ' confirmed'
  left join transactions t on fee.key = 'transaction ' || t.id || ' completed'
  where s.referrer_id is distinct from r.referrer_id or s.at >= referral_ends_at(payer.joined_at, r.at)
    or coalesce(w.user_id, t.seller_id) is distinct from s.referred_id
$function$
;
comment on function affiliate_differences() is 'Affiliate payouts that are not booked as recorded, or that were not owed.';

CREATE OR REPLACE FUNCTION public.affiliate_pay(p_fee_key text, p_payer uuid, p_percent integer, p_at timestamp with time zone DEFAULT now())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
comment on function affiliate_pay(text,uuid,integer,timestamp with time zone) is 'Pays the referrer of a fee''s payer p_percent of it, rounded to the nearest cent, in the first year after the payer joined (with the first
account, if they deleted one). Returns the cents paid, or 0 when there is no eligible referrer or the fee was paid out before.';

CREATE OR REPLACE FUNCTION public.affiliate_payout(p_fee_cents bigint, p_percent integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (p_fee_cents * p_percent + 50) / 100
$function$
;
comment on function affiliate_payout(bigint,integer) is 'The cents that a referrer gets of a fee: p_percent of it, rounded to the nearest cent.';

CREATE OR REPLACE FUNCTION public.affordable_rate(p_robux bigint, p_cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when p_cents < 1 then 0 else (2000 * p_cents + 999) / (2 * p_robux) end
$function$
;
comment on function affordable_rate(bigint,bigint) is 'The highest rate in cents per 1000 Robux at which p_cents pay for the order. 0 if no rate is low enough.';

CREATE OR REPLACE FUNCTION public.applied_height()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select max(height) from chain_blocks
$function$
;
comment on function applied_height() is 'The height of the last applied block; null before the first.';

CREATE OR REPLACE FUNCTION public.audit_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'an entry of the audit log does not give the hash of the chain', l.entry_id::text, 1::bigint, 0::bigint
  from (select entry_id, hash, lag(hash) over (order by position) as before_hash from audit_chain) l
  left join audit_log e on e.id = l.entry_id
  where e.id is null or audit_hash(l.before_hash, e) <> l.hash
  union all
  select 'an entry of the audit log is not in the chain', e.id::text, 1, 0
  from audit_log e
  where e.id >= (select min(entry_id) from audit_chain) and not exists (select from audit_chain c where c.entry_id = e.id)
$function$
;
comment on function audit_differences() is 'Entries of the audit log that were changed, removed or added outside the chain.';

CREATE OR REPLACE FUNCTION public.audit_hash(p_before bytea, e audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(coalesce(p_before, '') || convert_to(jsonb_build_array(e.id, extract(epoch from e.at), e.actor_id, e.session_id,
    e.by_role, e.action, e.subject_id, e.before, e.after, e.reason)::text, 'UTF8'))
$function$
;
comment on function audit_hash(bytea,audit_log) is 'The hash of an entry of the audit log after the entry with the given hash. Null: the first entry.';

CREATE OR REPLACE FUNCTION public.business_days(p_from date, p_until date)
 RETURNS TABLE(day date, orders bigint, trades bigint, robux bigint, volume bigint, withdrawal_fees bigint, marketplace_fees bigint, network_fees bigint, network_costs bigint, affiliate_shares bigint, late_purchases bigint, adjustments bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with moves as (
    select m.day, m.kind, side.account, side.sign * m.cents as cents, m.postings
    from ledger_days_between(p_from, p_until) m cross join lateral (values (m.target, 1), (m.source, -1)) side (account, sign)),
  sums as (
    select m.day,
      coalesce(sum(postings) filter (where kind = 'order.completed' and account = 'seller'), 0)::bigint as orders,
      coalesce(sum(postings) filter (where kind = 'transaction.completed' and account = 'seller'), 0)::bigint as trades,
      -coalesce(sum(cents) filter (where kind in ('order.completed', 'transaction.completed') and account = 'buyer'), 0)::bigint as volume,
      coalesce(sum(cents) filter (where account = 'house:fees' and kind in ('withdrawal.confirmed', 'withdrawal.returned')), 0)::bigint
        as withdrawal_fees,
      coalesce(sum(cents) filter (where account = 'house:fees' and kind = 'transaction.completed'), 0)::bigint as marketplace_fees,
      coalesce(sum(cents) filter (where account = 'house:network-fees'), 0)::bigint as network_fees,
      round(coalesce(sum(cents) filter (where account = 'miners:ltc'), 0))::bigint as network_costs,
      -coalesce(sum(cents) filter (where account = 'house:fees' and kind = 'affiliate.paid'), 0)::bigint as affiliate_shares,
      -coalesce(sum(cents) filter (where account = 'house:adjustments' and kind = 'late_purchase.paid'), 0)::bigint as late_purchases,
      coalesce(sum(cents) filter (where account = 'house:adjustments' and kind <> 'late_purchase.paid'), 0)::bigint as adjustments
    from moves m group by m.day),
  bought as (
    select (ended_at at time zone 'UTC')::date as day, sum(robux_amount)::bigint as robux,
      count(*) filter (where has_later_part(o)) as earlier_parts
    from orders o where status = 'completed' and ended_at >= p_from and ended_at < p_until group by 1)
  select s.day, s.orders - coalesce(b.earlier_parts, 0), s.trades, coalesce(b.robux, 0), s.volume, s.withdrawal_fees, s.marketplace_fees, s.network_fees,
    s.network_costs, s.affiliate_shares, s.late_purchases, s.adjustments
  from sums s left join bought b on b.day = s.day
  order by s.day
$function$
;
comment on function business_days(date,date) is 'What the house earned and paid by UTC day, in cents; p_until is exclusive. Days without an event have no row. The completed
parts of a split order are one order, on the day of the last one. Fees of a withdrawal
that was returned count as lost on the day of the return. Adjustments (corrections, forfeits, clean-ups) are what the house gained.';

CREATE OR REPLACE FUNCTION public.buying_limits(p_buyers uuid[])
 RETURNS TABLE(buyer_id uuid, too_young_until timestamp with time zone, left_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_days int;
  v_cap bigint;
begin
  select (value ->> 'days')::int into strict v_days from settings where key = 'account_age';
  select 100 * (value ->> 'usd')::bigint into strict v_cap from settings where key = 'new_buyer_cap';
  if v_days = 0 and v_cap is null then return; end if;
  return query
    select u.id, young.until, case when new.is_new then v_cap - spent_today(u.id) end
    from users u
    cross join lateral (select case when v_days > 0
      -- The first 42 bits of a Discord id are milliseconds since 2015.
      then timestamptz '2015-01-01 00:00Z' + (u.discord_id::bigint >> 22) * interval '1 millisecond' + v_days * interval '24 hours'
      end as until) old_enough
    cross join lateral (select case when old_enough.until > now() then old_enough.until end as until) young
    left join identities i on i.user_id = u.id
    cross join lateral (select v_cap is not null and now() < coalesce(
      least(first_trade_at('user:' || u.id || ':buyer'), i.first_trade_at) + 30 * interval '24 hours', 'infinity') as is_new) new
    where u.id = any (p_buyers) and (young.until is not null or new.is_new);
end
$function$
;
comment on function buying_limits(uuid[]) is 'Limits of these buyers, one row for each buyer who has one: until when the Discord account is too young, and the cents that a new buyer may
still spend today (UTC; null: no cap). A buyer is new until 30 days after the first trade, including one of an account that they deleted.';

CREATE OR REPLACE FUNCTION public.chain_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- with an older snapshot, the entry would follow one that is no longer the last
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'an entry of the audit log needs a transaction that is read committed';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  insert into audit_chain (entry_id, hash)
    select new.id, audit_hash((select hash from audit_chain order by position desc limit 1), new);
  return null;
end
$function$
;
comment on function chain_audit() is 'Adds an entry to the chain when its transaction commits. The lock is taken last and briefly, so that the entries stand in one order.';

CREATE OR REPLACE FUNCTION public.chain_outputs_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.txid, new.n, new.address, new.litoshi) is distinct from (old.txid, old.n, old.address, old.litoshi) then
    raise exception 'a chain output never changes';
  end if;
  return new;
end
$function$
;
comment on function chain_outputs_guard() is 'Refuses changes to the outpoint, address or amount of a chain output.';

CREATE OR REPLACE FUNCTION public.choose_stock(p_requests placement_request[], p_budgets buyer_budget[], p_for_pre_orders boolean)
 RETURNS SETOF stock_choice
 LANGUAGE plpgsql
AS $function$
declare
  v_size constant int := cardinality(p_requests);
  -- Each request takes one account. A few more are locked, because some of them do not fit a request.
  v_limit constant int := v_size + 4;
  -- If there is only one request, only accounts that fit it are locked.
  v_only constant placement_request := case when v_size = 1 then p_requests[1] end;
  -- The nth elements of these arrays describe the nth account. v_used: how many requests had been served when it was last used (0: not used).
  v_accounts uuid[]; v_sellers uuid[]; v_rates int[]; v_are_manual boolean[]; v_robux bigint[]; v_used int[];
  v_count int;
  -- The nth element belongs to the nth buyer.
  v_spent bigint[] := array_fill(0::bigint, array[cardinality(p_budgets)]);
  v_served int := 0;
  v_request record;
  v_best int;
  v_choice stock_choice;
begin
  select array_agg(c.account_id), array_agg(c.seller_id), array_agg(c.rate_cents), array_agg(c.is_manual), array_agg(c.robux), count(*)
    into v_accounts, v_sellers, v_rates, v_are_manual, v_robux, v_count
    from lock_candidates((select min(robux_amount) from unnest(p_requests)), (select max(coalesce(max_rate_cents, highest_rate_cents())) from unnest(p_requests)), v_limit,
      v_only.buyer_id, v_only.excluded_accounts, v_only.pass_id, p_for_pre_orders) c;
  v_used := array_fill(0, array[v_count]);
  for v_request in
    select r.*, b.n::int as buyer, b.spendable_cents, b.allowed_cents,
      array(select p.account_id from taken_passes p where p.pass_id = r.pass_id and p.account_id = any (v_accounts)) as taken_by
    from numbered_requests(p_requests) r join unnest(p_budgets) with ordinality
      b (buyer_id, wallet_id, spendable_cents, allowed_cents, is_frozen, too_young_until, n) on b.buyer_id = r.buyer_id
    order by r.n
  loop
    v_best := null;
    for v_one in 1 .. v_count loop
      exit when v_rates[v_one] > v_request.max_rate_cents;
      -- Accounts with the same rate and kind are adjacent. The best account is the longest unused one of the first group that fits.
      exit when v_best is not null and (v_rates[v_one], v_are_manual[v_one]) <> (v_rates[v_best], v_are_manual[v_best]);
      continue when v_robux[v_one] < v_request.robux_amount or v_sellers[v_one] = v_request.buyer_id
        or v_accounts[v_one] = any (v_request.excluded_accounts) or v_accounts[v_one] = any (v_request.taken_by);
      if v_best is null or v_used[v_one] < v_used[v_best] then v_best := v_one; end if;
      exit when v_used[v_best] = 0;
    end loop;
    v_choice := row(v_request.n, null, v_accounts[v_best], v_sellers[v_best], v_rates[v_best],
      case when v_best is not null then order_total(v_request.robux_amount, v_rates[v_best]) end, v_spent[v_request.buyer]);
    v_choice.code := case
      -- The list was cut at v_limit. Accounts after it may fit, or may be unused for longer.
      when v_count = v_limit and (v_best is null and (v_request.max_rate_cents is null or v_rates[v_count] <= v_request.max_rate_cents)
        or v_used[v_best] > 0 and (v_rates[v_best], v_are_manual[v_best]) = (v_rates[v_count], v_are_manual[v_count])) then 'undecided'
      when v_best is null then 'out_of_stock'
      when v_choice.spent_cents + v_choice.total_cents > v_request.allowed_cents then 'over_limit'
      when v_choice.spent_cents + v_choice.total_cents > v_request.spendable_cents then 'insufficient_balance'
      else 'chosen' end;
    if v_choice.code = 'chosen' then
      v_served := v_served + 1;
      v_used[v_best] := v_served;
      v_robux[v_best] := v_robux[v_best] - v_request.robux_amount;
      v_spent[v_request.buyer] := v_choice.spent_cents + v_choice.total_cents;
    end if;
    return next v_choice;
  end loop;
end
$function$
;
comment on function choose_stock(placement_request[],buyer_budget[],boolean) is 'Chooses the account for each request, with the same result as if the requests were placed one after the other. Locks the accounts; the
caller holds lock_stock() and the wallets. Codes: chosen, out_of_stock, over_limit (a limit for new buyers), insufficient_balance, and
undecided if too few accounts were locked. A single request is always decided. p_for_pre_orders: also use stock that is hidden from orders.
spent_cents is the cost of earlier requests of the same buyer.';

CREATE OR REPLACE FUNCTION public.coin_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'a coin is not booked as the chain has it', o.txid || ':' || o.n, case when o.height is null then 0 else o.litoshi end, booked.net
  from chain_outputs o
  cross join lateral (
    select coalesce(sum(case when t.name = 'treasury:ltc' then p.amount else -p.amount end), 0)::bigint as net
    from generate_series(0, o.generation) g
    join ledger_events e on e.key in ('output ' || o.txid || ':' || o.n || ' ' || g, 'output ' || o.txid || ':' || o.n || ' ' || g || ' undone')
    join ledger_postings p on p.event_id = e.id join ledger_accounts t on t.id = p.to_account) booked
  where not exists (select from own_transactions s where s.txid = o.txid)
    and booked.net <> case when o.height is null then 0 else o.litoshi end
  union all
  select side.what, s.txid, side.due, side.booked
  from own_transactions s left join withdrawals w on w.txid = s.txid
  cross join lateral (
    select coalesce(sum(case 'miners:ltc' when t.name then p.amount when f.name then -p.amount end), 0)::bigint as fee,
      coalesce(sum(case 'outside:ltc' when t.name then p.amount when f.name then -p.amount end), 0)::bigint as paid
    from generate_series(0, s.generation) g
    join ledger_events e on e.key in ('transaction ' || s.txid || ' ' || g, 'transaction ' || s.txid || ' ' || g || ' undone')
    join ledger_postings p on p.event_id = e.id
    join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account) moved
  cross join lateral (values
    ('the fee of a transaction is not booked as it was signed', case when s.mined_height is null then 0 else s.fee_litoshi end, moved.fee),
    ('a transaction does not pay what its withdrawal says', case when s.mined_height is null then 0 else coalesce(w.litoshi, 0) end, moved.paid)
  ) side (what, due, booked)
  where s.kind <> 'unknown' and side.due <> side.booked
    -- before its comparison, a restored database may not know all coins of a transaction, its withdrawal or its fee
    and not exists (select from restores r where coalesce(r.compared_at, 'infinity') >= s.signed_at)
$function$
;
comment on function coin_differences() is 'Coins and signed transactions whose events differ from what the chain has and the signer signed, one by one. litecoin_differences() proves only
their sum.';

CREATE OR REPLACE FUNCTION public.coinbase_maturity()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 100
$function$
;
comment on function coinbase_maturity() is 'The confirmations that a coinbase output needs before consensus rules let it be spent.';

CREATE OR REPLACE FUNCTION public.count_added_pre_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into pre_order_block_changes (block, waiting, robux)
    select pre_order_block(place), count(*), sum(robux_amount) from added where status = 'waiting' group by 1;
  return null;
end
$function$
;
comment on function count_added_pre_orders() is 'Counts new pre-orders in their blocks of places.';

CREATE OR REPLACE FUNCTION public.count_changed_pre_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into pre_order_block_changes (block, waiting, robux)
    select pre_order_block(place), sum(n), sum(n * robux_amount) from (
      select place, robux_amount, 1 as n from after_change where status = 'waiting'
      union all select place, robux_amount, -1 from before_change where status = 'waiting') changes
    group by 1 having sum(n) <> 0;
  return null;
end
$function$
;
comment on function count_changed_pre_orders() is 'Counts pre-orders that began or stopped waiting in their blocks of places. Places and amounts never change.';

CREATE OR REPLACE FUNCTION public.count_write(p_who text, p_max integer, p_window interval, OUT counted bigint, OUT wait_seconds integer, OUT remaining integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_now timestamptz;
  v_makes_room timestamptz;
  v_made int;
begin
  -- Concurrent writes of one person are counted one after the other, so that a burst cannot exceed the limit.
  perform pg_advisory_xact_lock(hashtextextended('writes of ' || p_who, 0));
  v_now := clock_timestamp();
  delete from writes where who = p_who and at <= v_now - p_window;
  select count(*) into v_made from writes where who = p_who;
  remaining := greatest(0, p_max - v_made - 1);
  if v_made >= p_max then
    select at into v_makes_room from writes where who = p_who order by at desc, id desc offset p_max - 1 limit 1;
    wait_seconds := greatest(1, ceil(extract(epoch from v_makes_room + p_window - v_now)));
  else
    insert into writes (who, at) values (p_who, v_now) returning id into counted;
  end if;
end
$function$
;
comment on function count_write(text,integer,interval) is 'Counts a write of p_who, unless p_max writes were made within the window. Returns the id of the count and how many more writes are allowed, or the seconds to wait.';

CREATE OR REPLACE FUNCTION public.counted_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(max(at), '-infinity') from clean_ups
$function$
;
comment on function counted_since() is 'When the market''s figures began: at the last clean-up of the database, or before all orders.';

CREATE OR REPLACE FUNCTION public.dead_transactions()
 RETURNS TABLE(txid text, by_us boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with recursive dead (txid, by_us) as (
    select i.spender, coalesce(r.kind <> 'unknown', false)
    from transaction_inputs i left join own_transactions r on r.txid = i.rival
    where i.rival_height <= applied_height() - 5
    union
    select i.spender, d.by_us from dead d join transaction_inputs i on i.txid = d.txid)
  select txid, bool_or(by_us) from dead group by txid
$function$
;
comment on function dead_transactions() is 'Transactions that can never be mined: another transaction spends one of their coins 6 blocks deep, or they spend an output of such a
transaction. by_us: one of our own transactions spends that coin.';

CREATE OR REPLACE FUNCTION public.delete_expired_rows()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from sessions where expires_at < now() - interval '7 days';
  delete from audit_addresses where at < now() - interval '90 days';
  delete from account_events where at < now() - interval '90 days';
  delete from account_imports where created_at < now() - interval '7 days';
  delete from refused_accesses where minute < now() - interval '30 days';
  delete from price_rule_changes where at < now() - interval '90 days';
  update reports r set contact = '' where contact <> '' and created_at < now() - interval '90 days'
    and not exists (select from reviews v where v.kind = 'report' and v.subject_id = r.id and v.state = 'open');
  update roblox_accounts set ownership_ip = '' where ownership_ip <> '' and ownership_confirmed_at < now() - interval '1 year';
end
$function$
;
comment on function delete_expired_rows() is 'Deletes what is kept for a limited time: sessions 7 days after their end, network addresses of the audit log after 90 days, refused calls after
30 days, the history of accounts and changes by price rules after 90 days, imports of accounts after 7 days, contacts in reports after 90 days unless the report is undecided, the address of an account''s confirmation after a year.';

CREATE OR REPLACE FUNCTION public.delete_unused_proxy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from proxies p where p.id = old.proxy_id and p.removal_due
    and not exists (select from roblox_accounts a where a.proxy_id = p.id);
  return null;
end
$function$
;
comment on function delete_unused_proxy() is 'Deletes a proxy that is due for removal once no account uses it.';

CREATE OR REPLACE FUNCTION public.deposits_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('seen', 'orphaned'), ('orphaned', 'seen'), ('seen', 'small'), ('seen', 'credited'),
    ('small', 'credited'), ('small', 'orphaned'), ('credited', 'reversed'), ('reversed', 'credited')) then
    raise exception 'a deposit cannot go from % to %', old.status, new.status;
  end if;
  if (new.txid, new.n, new.user_id, new.address, new.litoshi) is distinct from (old.txid, old.n, old.user_id, old.address, old.litoshi)
    or (old.cents is not null and (new.cents, new.price_id) is distinct from (old.cents, old.price_id)) then
    raise exception 'the identity and the value of a deposit never change';
  end if;
  return new;
end
$function$
;
comment on function deposits_guard() is 'Allows only the legal state changes of a deposit. Its identity and its value never change.';

CREATE OR REPLACE FUNCTION public.emergency_stopped()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select (value ->> 'enabled')::boolean from settings where key = 'emergency_shutdown'), true)
$function$
;
comment on function emergency_stopped() is 'Whether the owner has stopped all movements of money. Also true while there are no settings.';

CREATE OR REPLACE FUNCTION public.end_rule_pause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.removed_at is not null then new.price_rule_id := null; end if;
  if new.price_rule_id is null then new.is_paused_by_rule := false; end if;
  return new;
end
$function$
;
comment on function end_rule_pause() is 'A removed account leaves its price rule. An account without a rule is not paused by one.';

CREATE OR REPLACE FUNCTION public.end_trade_pause()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_pause trade_pauses;
  v_now timestamptz;
begin
  -- the pause ends after the wait for these locks; most are held already
  if exists (select from trade_pauses where ended_at is null) then perform lock_open_trades(); end if;
  -- a pause that began in the future is from before the clock was set back
  v_now := clock_timestamp();
  update trade_pauses set ended_at = greatest(started_at, v_now) where ended_at is null returning * into v_pause;
  if found then perform move_trade_deadlines(least(v_pause.started_at, v_now), v_now); end if;
end
$function$
;
comment on function end_trade_pause() is 'Ends the open pause, if there is one, and moves the deadlines of open trades. The caller has locked trade_pauses.';

CREATE OR REPLACE FUNCTION public.event_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  -- read once, because both parts of the proof need all of it
  with recorded as materialized (select * from recorded_postings()),
  booked as (
    select e.key, e.kind, f.name as source, t.name as target, sum(p.amount)::bigint as amount,
      coalesce(f.user_id, t.user_id) as user_id
    from ledger_postings p join ledger_events e on e.id = p.event_id
    join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account
    where p.currency = 'USD' group by e.id, f.id, t.id)
  select 'money moved that no record explains', b.key, 0::bigint, b.amount
  from booked b left join recorded r using (key, kind, source, target, amount)
  where r.key is null and not (b.kind in ('wallet.cleaned', 'wallet.forfeited') and 'house:adjustments' in (b.source, b.target)
    and exists (select from users u where u.id = b.user_id and u.deleted_at is not null))
  union all
  select 'a recorded payment is not booked', r.key, r.amount, 0
  from recorded r left join ledger_events e using (key)
  where r.kind in ('correction.made', 'late_purchase.paid') and e.key is null
$function$
;
comment on function event_differences() is 'Dollars that were booked without a record, for another person or in another amount, and corrections and late purchases without their event.
Other records that were not booked are differences of their own proofs.';

CREATE OR REPLACE FUNCTION public.exclude_undecided(p_account roblox_accounts)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into account_exclusions (user_id, roblox_user_id, source_id)
    select p_account.user_id, p_account.roblox_user_id, id from reviews
    where kind = 'off_platform' and subject_id = p_account.user_id and state = 'open'
      and p_account.roblox_user_id <> 0 and (p_account.removed_at is null or p_account.removed_at >= opened_at)
    -- a decision in this moment has ended then
    for share
  on conflict do nothing
$function$
;
comment on function exclude_undecided(roblox_accounts) is 'Keeps a seller from adding an account again, if it is removed while staff decide whether the seller may continue to sell. Its id at Roblox,
by which a later decision would find it, is about to be deleted. Approval lets the seller add it again; rejection does not.';

CREATE OR REPLACE FUNCTION public.factors_mark_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_user constant uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- The lock makes a concurrent change of the same user's factors finish first, so that the next statement sees it.
  perform from users where id = v_user for no key update;
  update users u set has_factor = f.present
    from (select exists (select from factors where user_id = v_user and confirmed_at is not null) as present) f
    where u.id = v_user and u.has_factor <> f.present;
  return null;
end
$function$
;
comment on function factors_mark_user() is 'Keeps users.has_factor true exactly while the user has a confirmed factor.';

CREATE OR REPLACE FUNCTION public.first_place_of_block(p_block bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 1024 * p_block
$function$
;
comment on function first_place_of_block(bigint) is 'The lowest place of a block (pre_order_block()).';

CREATE OR REPLACE FUNCTION public.first_trade_at(p_account text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  (select e.at from ledger_accounts a join ledger_postings p on p.to_account = a.id
    join ledger_accounts buyer on buyer.id = p.from_account and buyer.wallet = 'buyer'
    join ledger_events e on e.id = p.event_id
    where a.name = p_account and a.wallet = 'seller' order by p.id limit 1)
  union all
  (select e.at from ledger_accounts a join ledger_postings p on p.from_account = a.id
    join ledger_accounts seller on seller.id = p.to_account and seller.wallet = 'seller'
    join ledger_events e on e.id = p.event_id
    where a.name = p_account and a.wallet = 'buyer' order by p.id limit 1)
$function$
;
comment on function first_trade_at(text) is 'When a wallet first paid for an order or a trade, or was paid for one.';

CREATE OR REPLACE FUNCTION public.fitting_pre_orders(p_max_robux bigint[], p_after bigint, p_limit integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_few constant int := 500;
  v_places bigint[];
begin
  v_places := array(
    select fits.place from generate_series(lowest_rate_cents(), highest_rate_cents()) as rate, lateral (
      select p.place from pre_orders p
      where p.waits_for = 'stock' and p.affordable_rate_cents = rate and p.robux_amount <= p_max_robux[1 + rate - lowest_rate_cents()] and p.place > p_after
      limit v_few + 1) fits
    where p_max_robux[1 + rate - lowest_rate_cents()] > 0
    limit v_few + 1);
  if cardinality(v_places) <= v_few then
    return array(select place from unnest(v_places) as place order by place limit p_limit);
  end if;
  return array(
    select p.place from pre_orders p
    where p.waits_for = 'stock' and p.place > p_after and p.robux_amount <= p_max_robux[1 + p.affordable_rate_cents - lowest_rate_cents()]
    order by p.place limit p_limit);
end
$function$
;
comment on function fitting_pre_orders(bigint[],bigint,integer) is 'Places of the next waiting pre-orders after p_after that fit the stock, in order. p_max_robux is the result of
max_robux_by_rate(). If few pre-orders fit, an index by rate finds them; if many fit, walking the queue is faster.';

CREATE OR REPLACE FUNCTION public.fold_pre_order_blocks()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('pre-order blocks', 0)) then return; end if;
  with taken as (delete from pre_order_block_changes returning block, waiting, robux)
  insert into pre_order_blocks as b (block, waiting, robux)
    select block, sum(waiting), sum(robux) from taken group by block
    on conflict (block) do update set waiting = b.waiting + excluded.waiting, robux = b.robux + excluded.robux;
  delete from pre_order_blocks where waiting = 0;
end
$function$
;
comment on function fold_pre_order_blocks() is 'Adds the changes to the counts of their blocks. The worker calls it, so that reading the counts stays cheap.';

CREATE OR REPLACE FUNCTION public.forget_account_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from account_events where account_id = new.id;
  return null;
end
$function$
;
comment on function forget_account_events() is 'Deletes the history of a removed account.';

CREATE OR REPLACE FUNCTION public.has_later_part(o orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select o.split_id is not null and exists (
    select from orders later where later.split_id = o.split_id and later.status = 'completed'
      and (later.ended_at, later.part) > (o.ended_at, o.part))
$function$
;
comment on function has_later_part(orders) is 'Whether another part of the same split order was completed after this one. Figures count the completed parts of a split order as one order,
at the end of the last one.';

CREATE OR REPLACE FUNCTION public.highest_rate_cents()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 600
$function$
;
comment on function highest_rate_cents() is 'The highest rate in cents per 1000 Robux. MAX_RATE in contract/src/money.ts is the same.';

CREATE OR REPLACE FUNCTION public.is_fresh_check(p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(p_at > now() - interval '10 minutes', false)
$function$
;
comment on function is_fresh_check(timestamp with time zone) is 'Whether a check at p_at still counts. CHECK_MINUTES in the contract is the same time.';

CREATE OR REPLACE FUNCTION public.is_on_sale(p_account roblox_accounts)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_account.status = 'online' and p_account.is_active and not p_account.is_seller_banned and not p_account.is_paused_by_rule
$function$
;
comment on function is_on_sale(roblox_accounts) is 'Whether an account can sell, if it has Robux. The column has_stock and the index roblox_accounts_in_turn together say the same.';

CREATE OR REPLACE FUNCTION public.is_signer()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select pg_has_role(current_user, 'sterling_signer', 'usage')
$function$
;
comment on function is_signer() is 'Whether this connection acts as the signer.';

CREATE OR REPLACE FUNCTION public.job_lost_after()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select interval '10 seconds'
$function$
;
comment on function job_lost_after() is 'When an order without progress is restarted, because its job was lost.';

CREATE OR REPLACE FUNCTION public.keep_identity(p_user uuid, p_hash bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$
;
comment on function keep_identity(uuid,bytea) is 'Keeps what limits a new person, before an account is deleted: when the first trade was, what was spent and
withdrawn today, the Roblox accounts that reports or staff took or decide about, and the referral. The hash of the Discord id is the only link to the person.';

CREATE OR REPLACE FUNCTION public.keep_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update prices set used = true where id = new.price_id and not used;
  return null;
end
$function$
;
comment on function keep_price() is 'Marks a price as used, so that it is kept as long as the deposits and withdrawals that were computed with it.';

CREATE OR REPLACE FUNCTION public.keep_seen_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update prices set used = true where id = price_id_around(new.seen_at) and not used;
  return null;
end
$function$
;
comment on function keep_seen_price() is 'Marks the price at which a deposit was first seen as used, because the deposit may count at it for the minimum days later.';

CREATE OR REPLACE FUNCTION public.large_deposit_cents()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 100000::bigint
$function$
;
comment on function large_deposit_cents() is 'The total from which unsettled deposits are large. A deposit whose value is unknown counts as a large one.';

CREATE OR REPLACE FUNCTION public.leave_proxy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.proxy_id := null;
  return new;
end
$function$
;
comment on function leave_proxy() is 'A removed account leaves its proxy.';

CREATE OR REPLACE FUNCTION public.ledger_account(p_name text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_id bigint;
  v_parts text[];
begin
  select id into v_id from ledger_accounts where name = p_name;
  if found then return v_id; end if;
  v_parts := regexp_match(p_name, '^user:([0-9a-f-]{36}):(buyer|seller)$');
  if v_parts is null then raise exception 'no ledger account named %', p_name; end if;
  insert into ledger_accounts (name, currency, user_id, wallet) values (p_name, 'USD', v_parts[1]::uuid, v_parts[2])
    on conflict (name) do nothing;
  select id into strict v_id from ledger_accounts where name = p_name;
  insert into ledger_balances (account_id) values (v_id) on conflict do nothing;
  return v_id;
end
$function$
;
comment on function ledger_account(text) is 'The id of the ledger account with that name. A wallet (user:<id>:buyer or user:<id>:seller) is opened on first use; any other unknown name
is an error.';

CREATE OR REPLACE FUNCTION public.ledger_book(p_key text, p_kind text, p_postings jsonb, p_hold_key text, p_close boolean, p_force boolean, p_details jsonb, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_event bigint;
  v_posting jsonb;
  v_from bigint;
  v_hold record;
begin
  insert into ledger_events (key, kind, details, at) values (p_key, p_kind, p_details, p_at)
    on conflict (key) do nothing returning id into v_event;
  if v_event is null then return 'repeat'; end if;
  -- one by one: a set-based statement would not see the wallets that it opens itself, and would lose their postings
  for v_posting in select value from jsonb_array_elements(p_postings) loop
    v_from := ledger_account(v_posting ->> 'from');
    insert into ledger_postings (event_id, currency, from_account, to_account, amount)
      select v_event, currency, id, ledger_account(v_posting ->> 'to'), (v_posting ->> 'amount')::bigint
      from ledger_accounts where id = v_from;
  end loop;
  if v_from is null then raise exception 'event % has no postings', p_key; end if;
  select * into v_hold from ledger_use_hold(v_event, p_hold_key, p_close, p_at);
  perform ledger_move_balances(v_event, v_hold.account_id, v_hold.freed, p_force);
  return 'posted';
exception when sqlstate 'LG001' then
  -- the savepoint of this block has rolled back the event, its postings and the change to the hold
  return sqlerrm;
end
$function$
;
comment on function ledger_book(text,text,jsonb,text,boolean,boolean,jsonb,timestamp with time zone) is 'The double entry of ledger_post(): event, postings, hold and balances. A step that refuses raises LG001 with the answer as its message.';

CREATE OR REPLACE FUNCTION public.ledger_day_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'the sums of a day are not those of its postings', concat_ws(' ', day, kind, source, '→', target), coalesce(l.amount, 0),
    coalesce(d.amount, 0)
  from ledger_days d full join ledger_day_lines(0, (select through_posting from ledger_day_folds)) l using (day, kind, source, target)
  where (d.amount, d.postings) is distinct from (l.amount, l.postings)
$function$
;
comment on function ledger_day_differences() is 'Daily sums, of figures and house accounts, that differ from what was booked.';

CREATE OR REPLACE FUNCTION public.ledger_day_lines(p_after bigint, p_through bigint)
 RETURNS TABLE(day date, kind text, source text, target text, postings bigint, amount bigint, cents numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select (e.at at time zone 'UTC')::date, e.kind, coalesce(f.wallet, f.name), coalesce(t.wallet, t.name), count(*), sum(p.amount)::bigint,
    sum(case when p.currency = 'USD' then p.amount
      when 'miners:ltc' in (f.name, t.name) then p.amount * price_around(e.at) / 100000000 end)
  from ledger_postings p join ledger_events e on e.id = p.event_id
    join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account
  where p.id > p_after and p.id <= p_through
  group by 1, 2, 3, 4
$function$
;
comment on function ledger_day_lines(bigint,bigint) is 'Sums of the postings after one id and up to another, by UTC day, kind of event and accounts. cents: dollars as they are, network fees at
the price of their time, other litoshi without a value.';

CREATE OR REPLACE FUNCTION public.ledger_days_between(p_from date, p_until date)
 RETURNS TABLE(day date, kind text, source text, target text, postings bigint, amount bigint, cents numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select * from ledger_days where day >= p_from and day < p_until
  union all
  select * from ledger_day_lines((select through_posting from ledger_day_folds), 9223372036854775807) recent
  where recent.day >= p_from and recent.day < p_until
$function$
;
comment on function ledger_days_between(date,date) is 'The sums of ledger_days in a period, and of the postings that are not in them yet. p_until is exclusive.';

CREATE OR REPLACE FUNCTION public.ledger_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
comment on function ledger_differences() is 'Balances and holds that are not the sums of what was booked.';

CREATE OR REPLACE FUNCTION public.ledger_fold_days(p_max_postings bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_last bigint;
  v_fold ledger_day_folds;
  v_through bigint;
begin
  if pg_current_xact_id_if_assigned() is not null then raise exception 'ledger_fold_days() needs a transaction of its own'; end if;
  -- read before this transaction has an id: every transaction that wrote a posting up to this one has a lower id
  select coalesce(max(id), 0) into v_last from ledger_postings;
  select * into v_fold from ledger_day_folds for update skip locked;
  if not found then return 0; end if;
  v_through := v_fold.through_posting;
  -- after a restore into another server, ids begin again, and all that was restored has ended
  if pg_snapshot_xmin(pg_current_snapshot()) >= v_fold.next_xid or v_fold.next_xid > pg_current_xact_id() then
    v_through := least(v_fold.next_posting, v_through + greatest(p_max_postings, 1));
    insert into ledger_days select * from ledger_day_lines(v_fold.through_posting, v_through)
      on conflict (day, kind, source, target) do update set postings = ledger_days.postings + excluded.postings,
        amount = ledger_days.amount + excluded.amount, cents = ledger_days.cents + excluded.cents;
    update ledger_day_folds set through_posting = v_through;
  end if;
  if v_fold.next_posting is null or v_through = v_fold.next_posting then
    update ledger_day_folds set next_posting = v_last, next_xid = pg_current_xact_id();
  end if;
  return v_through - v_fold.through_posting;
end
$function$
;
comment on function ledger_fold_days(bigint) is 'Adds postings to ledger_days: those that the call before saw, once every transaction of that time has ended. So no posting is missed or
counted twice, and no payment waits for this. Returns how many ids it went through, at most p_max_postings.';

CREATE OR REPLACE FUNCTION public.ledger_has_frozen()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from ledger_balances where overdraft > 0 and posted - held < 0)
$function$
;
comment on function ledger_has_frozen() is 'Whether any wallet is below zero. This is a cheap check before ledger_is_frozen() looks at one user: only a wallet with an overdraft can
be below zero (never_below_zero), and an index finds those.';

CREATE OR REPLACE FUNCTION public.ledger_hold(p_key text, p_account text, p_amount bigint, p_at timestamp with time zone DEFAULT now())
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_account bigint := (select id from ledger_accounts where name = p_account);
begin
  if v_account is null then v_account := ledger_account(p_account); end if;
  insert into ledger_holds (key, account_id, amount, remaining, opened_at) values (p_key, v_account, p_amount, p_amount, p_at)
    on conflict (key) do nothing;
  if not found then return 'repeat'; end if;
  update ledger_balances b set held = held + p_amount
    where account_id = v_account and posted - held >= p_amount and not (
      (select ledger_has_frozen())
      and ledger_is_frozen((select user_id from ledger_accounts where id = v_account)));
  if found then return 'held'; end if;
  delete from ledger_holds where key = p_key;
  if not exists (select from ledger_balances where account_id = v_account) then
    raise exception 'only wallets can hold money, % is not a wallet', p_account;
  end if;
  return case when ledger_is_frozen((select user_id from ledger_accounts where id = v_account)) then 'frozen' else 'insufficient' end;
end
$function$
;
comment on function ledger_hold(text,text,bigint,timestamp with time zone) is 'Holds p_amount cents of a wallet under a key. Returns held, or changes nothing and returns repeat (the key has a hold already), frozen
or insufficient.';

CREATE OR REPLACE FUNCTION public.ledger_hold_all(p_keys text[], p_accounts bigint[], p_cents bigint[], p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_wallets int; v_holding int;
begin
  insert into ledger_holds (key, account_id, amount, remaining, opened_at)
    select key, account_id, cents, cents, p_at from unnest(p_keys, p_accounts, p_cents) as h (key, account_id, cents);
  with wanted as materialized (
      select account_id, sum(cents)::bigint as cents from unnest(p_accounts, p_cents) as h (account_id, cents)
      group by account_id order by account_id),
    holding as (
      update ledger_balances b set held = held + w.cents from wanted w
      where b.account_id = w.account_id and b.posted - b.held >= w.cents and not (
        (select ledger_has_frozen())
        and ledger_is_frozen((select user_id from ledger_accounts where id = w.account_id)))
      returning 1)
    select (select count(*) from wanted), (select count(*) from holding) into v_wallets, v_holding;
  if v_holding < v_wallets then
    raise exception 'only % of % wallets can carry their holds', v_holding, v_wallets using errcode = 'LN001';
  end if;
end
$function$
;
comment on function ledger_hold_all(text[],bigint[],bigint[],timestamp with time zone) is 'Opens new holds on locked wallets. Fails with LN001, and changes nothing, when a wallet cannot carry its holds.';

CREATE OR REPLACE FUNCTION public.ledger_is_frozen(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.user_id = p_user and b.posted - b.held < 0)
$function$
;
comment on function ledger_is_frozen(uuid) is 'Whether a user''s wallets are frozen. They are while one of them is below zero, which only a reversed deposit can cause.';

CREATE OR REPLACE FUNCTION public.ledger_lock(p_account text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_account bigint := ledger_account(p_account);
begin
  perform 1 from ledger_balances where account_id = v_account for no key update;
end
$function$
;
comment on function ledger_lock(text) is 'Locks an account''s balance until the transaction ends. Callers lock wallets before stock (docs/guide/money.md, Locks).';

CREATE OR REPLACE FUNCTION public.ledger_lock_buyers(p_users uuid[], p_waits boolean)
 RETURNS TABLE(user_id uuid, account_id bigint, spendable bigint, is_frozen boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  -- ledger_account() opens wallets that were never used
  v_accounts bigint[] := array(select ledger_account('user:' || u || ':buyer') from unnest(p_users) u);
begin
  if p_waits then
    perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for no key update;
  else
    v_accounts := array(
      select account_id from ledger_balances where account_id = any (v_accounts) order by account_id for no key update skip locked);
  end if;
  return query
    select a.user_id, a.id, b.spendable, (select ledger_has_frozen()) and ledger_is_frozen(a.user_id)
    from unnest(v_accounts) as locked (id)
      -- one lookup per wallet: a cached plan from a time with few wallets would scan all of them
      cross join lateral (select id, user_id from ledger_accounts where id = locked.id offset 0) a
      cross join lateral (select posted - held as spendable from ledger_balances where account_id = locked.id offset 0) b;
end
$function$
;
comment on function ledger_lock_buyers(uuid[],boolean) is 'Locks the buyer wallets of some users and returns the spendable cents of each. The lock order is by id, so that two callers cannot
deadlock. Without p_waits, it skips wallets that another transaction has locked.';

CREATE OR REPLACE FUNCTION public.ledger_move_balances(p_event bigint, p_hold_account bigint, p_freed bigint, p_force boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_accounts constant bigint[] := array(
    select distinct account from ledger_postings p cross join lateral (values (p.from_account), (p.to_account)) as touched (account)
    where p.event_id = p_event order by account);
  v_move record;
begin
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for no key update;
  for v_move in
    select b.account_id, b.overdraft, b.posted + (
        select coalesce(sum(case when p.to_account = b.account_id then p.amount else -p.amount end), 0) from ledger_postings p
        where p.event_id = p_event and b.account_id in (p.from_account, p.to_account)) as posted,
      b.held - case when b.account_id = p_hold_account then p_freed else 0 end as held, b.posted - b.held as spendable
    from ledger_balances b where b.account_id = any (v_accounts) order by b.account_id
  loop
    -- only an event that lowers an account can be refused: a credit to an account below zero is always accepted
    if not p_force and v_move.posted - v_move.held < least(0, v_move.spendable) then
      raise exception using errcode = 'LG001', message = 'insufficient';
    end if;
    update ledger_balances set posted = v_move.posted, held = v_move.held,
      overdraft = case when p_force then greatest(0, v_move.held - v_move.posted)
        else least(v_move.overdraft, greatest(0, v_move.held - v_move.posted)) end
      where account_id = v_move.account_id;
  end loop;
end
$function$
;
comment on function ledger_move_balances(bigint,bigint,bigint,boolean) is 'Updates the balances of the accounts that an event touches. It locks them in the order of their ids. p_force lets an account fall below
zero; without it, LG001 is raised.';

CREATE OR REPLACE FUNCTION public.ledger_post(p_key text, p_kind text, p_postings jsonb, p_hold_key text DEFAULT NULL::text, p_close boolean DEFAULT true, p_force boolean DEFAULT false, p_details jsonb DEFAULT '{}'::jsonb, p_at timestamp with time zone DEFAULT now())
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_code text;
begin
  if p_kind = 'correction.made' then perform settlement_lock_payers(p_postings -> 0 ->> 'from'); end if;
  v_code := ledger_book(p_key, p_kind, p_postings, p_hold_key, p_close, p_force, p_details, p_at);
  if v_code = 'posted' then perform settlement_apply_event(p_key, p_kind, p_details); end if;
  return v_code;
end
$function$
;
comment on function ledger_post(text,text,jsonb,text,boolean,boolean,jsonb,timestamp with time zone) is 'Books an event once: its postings, the hold that pays for them, and the settlement of deposits. Returns posted, or changes nothing and
returns repeat (the key was booked before), closed or insufficient. p_force books below zero, for reversed deposits only.';

CREATE OR REPLACE FUNCTION public.ledger_posted(p_name text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(b.posted, (
    select sum(case when a.name = d.target then d.amount else -d.amount end)
    from ledger_days_between('-infinity', 'infinity') d where a.name in (d.source, d.target)), 0)::bigint
  from ledger_accounts a
  left join ledger_balances b on b.account_id = a.id
  where a.name = p_name
$function$
;
comment on function ledger_posted(text) is 'The posted balance of an account. Wallets store it. House accounts add their daily sums (ledger_days) and the postings that
are not in them yet, so that payments do not compete for one row.';

CREATE OR REPLACE FUNCTION public.ledger_resize_hold(p_key text, p_amount bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_hold ledger_holds;
  v_more bigint;
begin
  if p_amount <= 0 then raise exception 'hold % resized to %', p_key, p_amount; end if;
  select * into v_hold from ledger_holds where key = p_key for update;
  if v_hold.state is distinct from 'active' then return 'closed'; end if;
  v_more := p_amount - v_hold.remaining;
  if v_more > 0 and ledger_is_frozen((select user_id from ledger_accounts where id = v_hold.account_id)) then
    return 'frozen';
  end if;
  update ledger_balances set held = held + v_more,
    overdraft = least(overdraft, greatest(0, held + v_more - posted))
    where account_id = v_hold.account_id and (v_more <= 0 or posted - held >= v_more);
  if not found then return 'insufficient'; end if;
  update ledger_holds set amount = amount + v_more, remaining = p_amount where key = p_key;
  return 'held';
end
$function$
;
comment on function ledger_resize_hold(text,bigint) is 'Changes what remains of an active hold to p_amount cents. Returns held, or changes nothing and returns closed, frozen or insufficient.';

CREATE OR REPLACE FUNCTION public.ledger_use_hold(p_event bigint, p_hold_key text, p_close boolean, p_at timestamp with time zone, OUT account_id bigint, OUT freed bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_hold ledger_holds;
  v_used bigint;
begin
  freed := 0;
  if p_hold_key is null then return; end if;
  select * into v_hold from ledger_holds where key = p_hold_key for update;
  if v_hold.state is distinct from 'active' then raise exception using errcode = 'LG001', message = 'closed'; end if;
  select coalesce(sum(p.amount), 0) into v_used from ledger_postings p where p.event_id = p_event and p.from_account = v_hold.account_id;
  if v_used = 0 then raise exception 'event % takes nothing from its hold %', p_event, p_hold_key; end if;
  if v_used > v_hold.remaining then raise exception using errcode = 'LG001', message = 'insufficient'; end if;
  account_id := v_hold.account_id;
  freed := case when p_close then v_hold.remaining else v_used end;
  update ledger_holds set
    remaining = remaining - freed,
    state = case when remaining = freed then 'posted' else 'active' end,
    closed_at = case when remaining = freed then p_at end
    where key = p_hold_key;
end
$function$
;
comment on function ledger_use_hold(bigint,text,boolean,timestamp with time zone) is 'Pays for an event from a hold. Returns the account and the cents that are no longer held: the amount of the event, or with p_close the
whole hold. Raises LG001 with closed or insufficient.';

CREATE OR REPLACE FUNCTION public.ledger_void_hold(p_key text, p_at timestamp with time zone DEFAULT now())
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_hold ledger_holds;
begin
  select * into v_hold from ledger_holds where key = p_key for update;
  if v_hold.state is distinct from 'active' then return 'closed'; end if;
  update ledger_balances set held = held - v_hold.remaining,
    overdraft = least(overdraft, greatest(0, held - v_hold.remaining - posted))
    where account_id = v_hold.account_id;
  update ledger_holds set state = 'voided', remaining = 0, closed_at = p_at where key = p_key;
  return 'voided';
end
$function$
;
comment on function ledger_void_hold(text,timestamp with time zone) is 'Ends an active hold. Its money is spendable again. Returns voided, or closed when the hold had ended before.';

CREATE OR REPLACE FUNCTION public.listings_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'a listing is never deleted'; end if;
  if tg_op = 'INSERT' then
    if new.status <> 'active' then raise exception 'a listing starts as active, not as %', new.status; end if;
    return new;
  end if;
  -- These texts are deleted with the account of the seller. They count as unchanged.
  if old.status <> 'active' and new.description is null then old.description := null; end if;
  if old.status = 'cancelled' and (new.title, new.delivery_time) = ('deleted', 'deleted') then
    old.title := 'deleted';
    old.delivery_time := 'deleted';
  end if;
  if old.removed_at is not null
    and (new.status, new.removed_at, new.updated_at) is distinct from (old.status, old.removed_at, old.updated_at) then
    raise exception 'listing % was removed', old.id;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('active', 'pending'), ('active', 'cancelled'), ('pending', 'active'), ('pending', 'sold'), ('pending', 'cancelled')) then
    raise exception 'a listing that is % does not become %', old.status, new.status;
  end if;
  if (new.id, new.seller_id, new.item_type, new.created_at) is distinct from (old.id, old.seller_id, old.item_type, old.created_at)
    or (old.status <> 'active' and (new.title, new.description, new.quantity, new.price_cents, new.delivery_time)
      is distinct from (old.title, old.description, old.quantity, old.price_cents, old.delivery_time)) then
    raise exception 'a listing does not change, except for the terms of an active one';
  end if;
  return new;
end
$function$
;
comment on function listings_guard() is 'Allows only the legal state changes of a listing. Only an active listing''s terms can change, except that the description can always be
deleted, and the other texts of a cancelled listing. No listing is deleted.';

CREATE OR REPLACE FUNCTION public.litecoin_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'the treasury is not the unspent outputs of the applied chain', 'treasury:ltc', o.total, ledger_posted('treasury:ltc')
  from (select coalesce(sum(litoshi), 0)::bigint as total from chain_outputs where height is not null and spent_by is null) o
  where o.total <> ledger_posted('treasury:ltc')
  union all
  select 'a deposit is not booked as often as its state says', d.txid || ':' || d.n,
    case d.status when 'credited' then d.cents else 0 end, booked.net
  from deposits d
  cross join lateral (
    select coalesce(sum(case when e.kind = 'deposit.credited' then p.amount else -p.amount end), 0)::bigint as net
    from generate_series(1, d.generation) g
    join ledger_events e on e.key in (
      'deposit ' || d.txid || ':' || d.n || ' ' || g, 'deposit ' || d.txid || ':' || d.n || ' ' || g || ' reversed')
    join ledger_postings p on p.event_id = e.id) booked
  where booked.net <> case d.status when 'credited' then d.cents else 0 end
  union all
  select 'a deposit is credited more than once', credits.deposit, 1, credits.net
  from (
    select (regexp_match(key, '^deposit ([0-9a-f]+:[0-9]+) '))[1] as deposit,
      sum(case when key like '% reversed' then -1 else 1 end) as net
    from ledger_events where key ~ '^deposit [0-9a-f]+:[0-9]+ ' group by 1) credits
  where credits.net not in (0, 1)
  union all
  select 'an output is above the cursor', txid || ':' || n, applied_height(), height
  from chain_outputs where height > applied_height()
$function$
;
comment on function litecoin_differences() is 'Coins and deposits that differ from the applied chain or from the ledger.';

CREATE OR REPLACE FUNCTION public.lock_budgets(p_buyers uuid[], p_waits boolean)
 RETURNS SETOF buyer_budget
 LANGUAGE plpgsql
AS $function$
declare
  v_locked buyer_budget[] := array(
    select row(w.user_id, w.account_id, w.spendable, null, w.is_frozen, null)::buyer_budget from ledger_lock_buyers(p_buyers, p_waits) w);
begin
  -- The limits are read by a statement of their own, which sees the orders that committed while the first one waited for the locks.
  return query
    select w.buyer_id, w.wallet_id, w.spendable_cents, case when l.too_young_until is null then l.left_cents else 0 end, w.is_frozen, l.too_young_until
    from unnest(v_locked) w left join buying_limits(p_buyers) l on l.buyer_id = w.buyer_id;
end
$function$
;
comment on function lock_budgets(uuid[],boolean) is 'Locks the wallets of these buyers and returns what each may spend: the balance that is not held, and the cents that the limits for new
buyers leave today (null: no limit; 0: the Discord account is too young, until too_young_until). Without p_waits, the function skips buyers
whose wallet another transaction has locked.';

CREATE OR REPLACE FUNCTION public.lock_candidates(p_robux bigint, p_max_rate_cents integer, p_limit integer, p_buyer uuid, p_excluded uuid[], p_pass bigint, p_for_pre_orders boolean)
 RETURNS TABLE(account_id uuid, seller_id uuid, rate_cents integer, is_manual boolean, robux bigint)
 LANGUAGE plpgsql
 SET enable_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
begin
  return query
    select c.id, c.user_id, c.rate_cents, c.fulfilment = 'manual', c.robux_balance - c.reserved_robux
    from (
      select * from roblox_accounts a
      where a.status = 'online' and a.is_active and a.has_stock and (a.unmatched is null or p_for_pre_orders)
        and a.rate_cents <= p_max_rate_cents and a.robux_balance - a.reserved_robux >= p_robux
        and a.user_id is distinct from p_buyer and a.id <> all (coalesce(p_excluded, '{}'))
        and not exists (select from taken_passes t where t.pass_id = p_pass and t.account_id = a.id)
      order by a.rate_cents, a.fulfilment = 'manual', a.last_used_at nulls first, a.id
      limit p_limit for update) c
    -- Sorted again, because a row may have changed while this statement waited for its lock.
    order by c.rate_cents, c.fulfilment = 'manual', c.last_used_at nulls first, c.id;
end
$function$
;
comment on function lock_candidates(bigint,integer,integer,uuid,uuid[],bigint,boolean) is 'Locks the first accounts that can sell p_robux at p_max_rate_cents or less, in the order in which stock is sold: cheapest first, automatic
before manual, the longest unused first. Skips accounts of p_buyer and accounts that bought p_pass before or buy it by hand now. Its planner settings force an index scan instead of a sort of all accounts.';

CREATE OR REPLACE FUNCTION public.lock_matching()
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('matching', 0))
$function$
;
comment on function lock_matching() is 'Locks the queue of pre-orders until the transaction ends. Lock order: matching, wallets, stock.';

CREATE OR REPLACE FUNCTION public.lock_open_trades()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from transactions where stage in ('pending', 'delivered') order by id for update;
end
$function$
;
comment on function lock_open_trades() is 'Locks all open trades, in the order of their ids. All that lock several trades do so in this order, so that none waits for another in a
circle.';

CREATE OR REPLACE FUNCTION public.lock_stock()
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('stock', 0))
$function$
;
comment on function lock_stock() is 'Locks the choice of stock until the transaction ends. Lock order: wallets, stock, rows of accounts.';

CREATE OR REPLACE FUNCTION public.lowest_rate_cents()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 100
$function$
;
comment on function lowest_rate_cents() is 'The lowest rate in cents per 1000 Robux. MIN_RATE in contract/src/money.ts is the same.';

CREATE OR REPLACE FUNCTION public.mark_accounts_of_banned_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update roblox_accounts set is_seller_banned = new.is_banned or new.deleted_at is not null where user_id = new.id and removed_at is null;
  return null;
end
$function$
;
comment on function mark_accounts_of_banned_seller() is 'Copies a seller''s ban or deletion to the accounts, so that choosing stock needs no join with users.';

CREATE OR REPLACE FUNCTION public.mark_new_account_of_banned_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The lock makes a concurrent ban either finish first or see the new account.
  select is_banned or deleted_at is not null into new.is_seller_banned from users where id = new.user_id for share;
  return new;
end
$function$
;
comment on function mark_new_account_of_banned_seller() is 'Does the same as mark_accounts_of_banned_seller() for a new account.';

CREATE OR REPLACE FUNCTION public.marketplace_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('marketplace', '{}');
  return null;
end
$function$
;
comment on function marketplace_announce() is 'Notifies all open pages that the marketplace changed. It names neither the listing nor the seller.';

CREATE OR REPLACE FUNCTION public.match_all_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform match_or_mark(null);
  return null;
end
$function$
;
comment on function match_all_stock() is 'Matches all stock when the transaction commits.';

CREATE OR REPLACE FUNCTION public.match_batch(p_places bigint[], OUT p_matched integer, OUT p_undecided bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_places bigint[];
  v_requests placement_request[];
  v_budgets buyer_budget[];
  v_choices stock_choice[];
begin
  v_budgets := array(select b from lock_budgets(array(select distinct buyer_id from pre_orders where place = any (p_places)), true) b);
  perform lock_stock();
  select array_agg(p.place order by p.place), array_agg(row(p.buyer_id, p.robux_amount, p.max_rate_cents, p.gamepass_url, p.pass_id,
      p.product_id, p.pass_name, p.creator_type, p.creator_target_id,
      case when p.avoid_until > clock_timestamp() then p.avoided_accounts end)::placement_request order by p.place)
    into v_places, v_requests
    from pre_orders p join users u on u.id = p.buyer_id
    where p.place = any (p_places) and p.waits_for = 'stock' and may_buy(u);
  p_matched := 0;
  if v_places is null then return; end if;
  v_choices := array(select c from choose_stock(v_requests, v_budgets, true) c);
  -- No pre-order after an undecided one may be served before it.
  select min(c.n) filter (where c.code = 'undecided') into p_undecided from unnest(v_choices) c;
  v_choices := array(select c from unnest(v_choices) c where c.n < coalesce(p_undecided, c.n + 1));
  p_undecided := v_places[p_undecided];
  perform skip_unaffordable_pre_orders(v_places, v_requests, v_choices, v_budgets);
  perform reserve_chosen(v_requests, v_choices);
  p_matched := record_matches(v_places, array(select w from write_orders(v_requests, v_choices, v_budgets, 'matched', interval '0') w));
end
$function$
;
comment on function match_batch(bigint[]) is 'Decides the pre-orders at these places, in their order, with the same choose_stock() as orders. Returns how many were matched, and the place
at which it stopped because it had locked too few accounts (p_undecided).';

CREATE OR REPLACE FUNCTION public.match_new_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and not stock_has_grown(old, new) then return null; end if;
  perform match_or_mark(new.id);
  return null;
end
$function$
;
comment on function match_new_stock() is 'Matches the stock of an account that can sell more than before.';

CREATE OR REPLACE FUNCTION public.match_or_mark(p_account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_lock_timeout constant text := current_setting('lock_timeout');
  v_is_finished boolean := false;
begin
  if current_setting('sterling.matching_is_left', true) is distinct from 'yes' then
    begin
      perform set_config('lock_timeout', '250ms', true);
      v_is_finished := (select p_is_finished from match_pre_orders(p_account));
    exception when lock_not_available then
      perform set_config('sterling.matching_is_left', 'yes', true);
    end;
    -- the rest of the commit, such as the audit log, waits as long as before
    perform set_config('lock_timeout', v_lock_timeout, true);
    if v_is_finished then return; end if;
  end if;
  update roblox_accounts a set unmatched = nextval('matching_marks')
    where a.id = p_account or (p_account is null and a.id in (select account_id from stock_at_hand));
end
$function$
;
comment on function match_or_mark(uuid) is 'Matches new stock in the transaction that adds it, if no lock takes longer than 250 ms. Otherwise it marks the stock, which hides it from
orders until the worker has matched it.';

CREATE OR REPLACE FUNCTION public.match_pre_orders(p_account uuid, OUT p_matched integer, OUT p_is_finished boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_max_matched constant int := 5000;
  v_max_batch constant int := 200;
  v_places bigint[];
  v_undecided bigint;
  v_batch int;
  v_after bigint := 0;
  v_size int := 8;
  v_accounts uuid[];
  v_marks bigint[];
begin
  p_matched := 0;
  p_is_finished := true;
  perform lock_matching();
  if emergency_stopped() then return; end if;
  if p_account is null then
    update pre_orders set affordable_rate_cents = max_rate_cents, limited_by = null, limited_until = null
      where waits_for = 'stock' and limited_until <= now();
  end if;
  -- If another transaction marks an account again in the meantime, the mark has another number.
  select array_agg(id), array_agg(unmatched) into v_accounts, v_marks
    from roblox_accounts where unmatched is not null and (p_account is null or id = p_account);
  loop
    -- Without the order, the planner would scan the whole table.
    exit when (select place from pre_orders where waits_for = 'stock' order by place limit 1) is null;
    v_places := fitting_pre_orders(max_robux_by_rate(p_account), v_after, v_size);
    exit when cardinality(v_places) = 0;
    select m.p_matched, m.p_undecided into v_batch, v_undecided from match_batch(v_places) m;
    p_matched := p_matched + v_batch;
    p_is_finished := p_matched < v_max_matched;
    exit when not p_is_finished;
    -- A batch of one pre-order is always decided.
    v_after := coalesce(v_undecided - 1, v_places[cardinality(v_places)]);
    v_size := case when v_undecided is null then least(8 * v_size, v_max_batch, v_max_matched - p_matched) else 1 end;
  end loop;
  if p_is_finished and v_accounts is not null then
    update roblox_accounts a set unmatched = null
      from unnest(v_accounts, v_marks) as seen (id, mark) where a.id = seen.id and a.unmatched = seen.mark;
  end if;
end
$function$
;
comment on function match_pre_orders(uuid) is 'Matches waiting pre-orders with the stock of one account (null: of all accounts), strictly in the order of their places: batch after batch, at
most 5000 pre-orders in one transaction. p_is_finished: no other pre-order fits. The function then removes the mark `unmatched`, so that orders may
take the stock.';

CREATE OR REPLACE FUNCTION public.max_robux_by_rate(p_account uuid)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(max_robux order by rate) from (
    select rate, coalesce(max(max(s.robux)) over (order by rate), 0) as max_robux
    from generate_series(lowest_rate_cents(), highest_rate_cents()) as rate
    left join stock_at_hand s on s.rate_cents = rate and (p_account is null or s.account_id = p_account)
    group by rate) by_rate
$function$
;
comment on function max_robux_by_rate(uuid) is 'The largest order that stock can fill at each rate or below, from the lowest rate to the highest. p_account null: all stock.';

CREATE OR REPLACE FUNCTION public.max_settlement_depth()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coinbase_maturity()
$function$
;
comment on function max_settlement_depth() is 'No deposit needs more confirmations.';

CREATE OR REPLACE FUNCTION public.may_buy(p_user users)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select not p_user.is_banned and p_user.deleted_at is null and (p_user.is_owner or p_user.role <> 'admin')
$function$
;
comment on function may_buy(users) is 'Whether a person may buy. Admins may not, because they decide about buyers and sellers. Sellers may, because they switch their role as they
like. mayCall() in contract/src/endpoint.ts says the same.';

CREATE OR REPLACE FUNCTION public.medium_deposit_cents()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 10000::bigint
$function$
;
comment on function medium_deposit_cents() is 'The total from which unsettled deposits are no longer small.';

CREATE OR REPLACE FUNCTION public.meet_price_alerts()
 RETURNS TABLE(id uuid, user_id uuid, robux bigint, rate_cents integer, met_robux bigint)
 LANGUAGE sql
AS $function$
  with depth as (
    select s.rate_cents, sum(sum(s.robux)) over (order by s.rate_cents) as robux
    from stock_for_sale s
    where s.robux >= min_order_robux() and exists (select from price_alerts where met_at is null) and not emergency_stopped()
    group by s.rate_cents),
  met as (
    select a.id, offered.robux
    from price_alerts a
      join users u on u.id = a.user_id and not u.is_banned and u.deleted_at is null
      cross join lateral (
        select max(d.robux) - coalesce((select sum(s.robux) from stock_for_sale s
          where s.seller_id = a.user_id and s.rate_cents <= a.rate_cents and s.robux >= min_order_robux()), 0) as robux
        from depth d where d.rate_cents <= a.rate_cents) offered
    where a.met_at is null and offered.robux >= a.robux
    order by a.id limit 200 for update of a skip locked)
  update price_alerts a set met_at = now(), met_robux = met.robux from met where a.id = met.id
  returning a.id, a.user_id, a.robux, a.rate_cents, a.met_robux
$function$
;
comment on function meet_price_alerts() is 'Switches off at most 200 waiting price alerts whose Robux are for sale at their rate or less, and returns them with the Robux for sale. A
person''s own accounts do not count, and neither do accounts with less than the smallest order, from which nobody can buy. Returns none during an emergency stop. Concurrent calls return different alerts.';

CREATE OR REPLACE FUNCTION public.min_order_robux()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 100
$function$
;
comment on function min_order_robux() is 'The smallest order. An account with less cannot sell. MIN_ORDER_ROBUX in contract/src/money.ts is the same, and so is the column has_stock.';

CREATE OR REPLACE FUNCTION public.moment()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when current_user = 'sterling_demo'
    then coalesce(nullif(current_setting('sterling.moment', true), '')::timestamptz, now()) else now() end
$function$
;
comment on function moment() is 'The time of an event: now. The role that creates the demo world may set another time (sterling.moment).';

CREATE OR REPLACE FUNCTION public.move_trade_deadlines(p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  with moved as (
    update transactions set
      deliver_by = case stage when 'pending' then deliver_by + (p_until - greatest(p_from, created_at)) else deliver_by end,
      confirm_at = case stage when 'delivered'
        then greatest(confirm_at + (p_until - greatest(p_from, delivered_at)), p_until + interval '1 hour') end
    where stage = 'pending' and deliver_by > p_from and created_at < p_until
      -- some old deliveries have no time: they were before the pause
      or stage = 'delivered' and (delivered_at < p_until) is not false
    returning id, stage, buyer_id, seller_id
  ), told as (
    insert into transaction_events (transaction_id, what)
      select id, 'Sterling was paused. The deadline moved by the length of the pause' from moved
  )
  select pg_notify('transactions',
      json_build_object('transactionId', id, 'state', stage, 'buyerId', buyer_id, 'sellerId', seller_id)::text) from moved;
$function$
;
comment on function move_trade_deadlines(timestamp with time zone,timestamp with time zone) is 'Moves the deadlines of open trades by a pause, or by the part of it since the purchase or the delivery. A delivery time that had passed before
the pause stays. A confirmation is due an hour after the pause at the earliest. Notifies buyers and sellers.';

CREATE OR REPLACE FUNCTION public.new_affiliate_code()
 RETURNS text
 LANGUAGE sql
AS $function$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits from 5 * part + 1 for 5)::int, 1), '' order by part)
  from (select ('x' || encode(substring(uuid_send(gen_random_uuid()) from 1 for 5), 'hex'))::bit(40) as bits) random,
    generate_series(0, 7) as part
$function$
;
comment on function new_affiliate_code() is 'Eight random characters of the Crockford alphabet.';

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  -- 48 bits of milliseconds, version 7, 12 bits of microseconds, and the random half of a version 4 UUID.
  select (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0')
    || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) clock
$function$
;
comment on function new_id() is 'A UUID of version 7 (RFC 9562). Ids sort by creation time, so an index on them grows at its end.';

CREATE OR REPLACE FUNCTION public.next_round(p_weekday integer, p_hour integer, p_time_zone text, p_after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select min(round) from (
    select (date_trunc('week', p_after at time zone p_time_zone) + make_interval(days => p_weekday - 1 + 7 * week, hours => p_hour))
      at time zone p_time_zone as round
    from generate_series(0, 1) week) rounds
  where round > p_after
$function$
;
comment on function next_round(integer,integer,text,timestamp with time zone) is 'The first time after p_after at which it is p_hour o''clock on p_weekday (1: Monday) in the time zone. An hour that a change of clocks skips
is an hour later.';

CREATE OR REPLACE FUNCTION public.notify_low_stock()
 RETURNS TABLE(seller_id uuid)
 LANGUAGE sql
AS $function$
  with looked as materialized (
    select user_id, robux as threshold, robux_for_sale(user_id) as robux from stock_alerts),
  changed as (
    update stock_alerts a set is_low = l.robux < l.threshold from looked l
      where a.user_id = l.user_id and a.robux = l.threshold and a.is_low <> (l.robux < l.threshold)
      returning a.user_id, a.is_low, l.robux, l.threshold),
  told as materialized (
    select user_id, add_notification(user_id, 'accounts', 'stock_low', null,
      jsonb_build_object('robux', robux, 'threshold', threshold)) from changed where is_low)
  select user_id from told
$function$
;
comment on function notify_low_stock() is 'Adds the news for each seller whose stock has fallen below their threshold since the last look, and returns these sellers. Several workers may
call it: an alert changes once.';

CREATE OR REPLACE FUNCTION public.notify_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_notification(new.user_id, 'accounts', 'account_off_sale', new.id,
    jsonb_build_object('username', new.username, 'status', new.status));
  return null;
end
$function$
;
comment on function notify_of_account() is 'Adds the news about an account that went off sale because Roblox refused its session.';

CREATE OR REPLACE FUNCTION public.notify_of_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_notification(new.user_id, 'deposits', 'deposit_' || new.status, new.id,
    jsonb_build_object('litoshi', new.litoshi, 'cents', new.cents));
  return null;
end
$function$
;
comment on function notify_of_deposit() is 'Adds the news about a credited or reversed deposit.';

CREATE OR REPLACE FUNCTION public.notify_of_offline(p_account uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select add_notification(user_id, 'accounts', 'account_off_sale', id,
    jsonb_build_object('username', username, 'status', status, 'reason', status_reason))
  from roblox_accounts where id = p_account and status = 'offline' and is_active
$function$
;
comment on function notify_of_offline(uuid) is 'Adds the news about an account that went offline, and will not return without its seller or the end of a restriction.';

CREATE OR REPLACE FUNCTION public.notify_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_details jsonb := jsonb_build_object('robux', new.robux_amount, 'cents', new.total_cents);
begin
  if new.status = 'completed' then
    perform add_notification(new.seller_id, 'sales', 'order_sold', new.id, v_details);
  elsif new.status = 'manual' then
    perform add_notification(new.seller_id, 'sales', 'order_to_buy', new.id, v_details);
    return null;
  end if;
  if new.split_id is not null then
    perform notify_of_split_order(new.split_id);
  elsif new.status = 'completed' then
    perform add_notification(new.buyer_id, 'orders', 'order_completed', new.id, v_details);
  else
    perform add_notification(new.buyer_id, 'orders', 'order_failed', new.id,
      v_details || jsonb_build_object('reason', new.failure_reason));
  end if;
  return null;
end
$function$
;
comment on function notify_of_order() is 'Adds the news about an order that ended, or that its seller has to buy in their own browser. Each seller of a split order gets the news
of their part, and the buyer those of the whole order.';

CREATE OR REPLACE FUNCTION public.notify_of_split_order(p_split uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select case when bool_or(status = 'completed')
    then add_notification(buyer_id, 'orders', 'order_completed', p_split, jsonb_strip_nulls(jsonb_build_object(
      'robux', sum(robux_amount) filter (where status = 'completed'), 'cents', sum(total_cents) filter (where status = 'completed'),
      'missingRobux', sum(robux_amount) filter (where status = 'failed'), 'backCents', sum(total_cents) filter (where status = 'failed'))))
    else add_notification(buyer_id, 'orders', 'order_failed', p_split, jsonb_build_object(
      'robux', sum(robux_amount), 'cents', sum(total_cents), 'reason', (array_agg(failure_reason order by part))[1])) end
  from orders where split_id = p_split group by buyer_id having bool_and(ended_at is not null)
$function$
;
comment on function notify_of_split_order(uuid) is 'Adds the news about a split order for its buyer, once its last open part has ended. It is completed if any
part was bought; the news then says what the failed parts lack and what came back for them.';

CREATE OR REPLACE FUNCTION public.notify_of_trade()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_decided boolean := tg_op = 'UPDATE' and old.stage = 'disputed' and new.stage in ('completed', 'cancelled');
  v_details jsonb := jsonb_build_object('cents', new.total_cents, 'earnedCents', new.total_cents - new.fee_cents, 'decided', v_decided);
begin
  if new.stage = 'pending' then
    perform add_notification(new.seller_id, 'trades', 'trade_bought', new.id, v_details);
  elsif new.stage = 'delivered' then
    perform add_notification(new.buyer_id, 'trades', 'trade_delivered', new.id, v_details);
  elsif new.stage = 'disputed' then
    perform add_notification(new.seller_id, 'trades', 'trade_disputed', new.id, v_details);
  elsif new.stage = 'completed' then
    perform add_notification(new.seller_id, 'trades', 'trade_completed', new.id, v_details);
    if v_decided then
      perform add_notification(new.buyer_id, 'trades', 'trade_lost', new.id, v_details);
    end if;
  else
    perform add_notification(new.buyer_id, 'trades', 'trade_refunded', new.id, v_details);
    perform add_notification(new.seller_id, 'trades', 'trade_cancelled', new.id, v_details);
  end if;
  return null;
end
$function$
;
comment on function notify_of_trade() is 'Adds the news about a new stage of a trade. A decision about a trade that nobody disputed passes the stage disputed, which is no news.';

CREATE OR REPLACE FUNCTION public.notify_of_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_notification(new.user_id, 'withdrawals',
    case when new.is_cancelled then 'withdrawal_cancelled' when new.state = 'broadcast' then 'withdrawal_sent'
      else 'withdrawal_' || new.state end, new.id,
    jsonb_build_object('cents', new.amount_cents, 'reason', new.reason));
  return null;
end
$function$
;
comment on function notify_of_withdrawal() is 'Adds the news about a withdrawal that was sent, confirmed, cancelled or failed.';

CREATE OR REPLACE FUNCTION public.numbered_requests(p_requests placement_request[])
 RETURNS TABLE(n integer, buyer_id uuid, robux_amount bigint, max_rate_cents integer, gamepass_url text, pass_id bigint, product_id bigint, pass_name text, creator_type text, creator_target_id bigint, excluded_accounts uuid[])
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select r.n::int, r.buyer_id, r.robux_amount, r.max_rate_cents, r.gamepass_url, r.pass_id, r.product_id, r.pass_name,
    r.creator_type, r.creator_target_id, r.excluded_accounts
  from unnest(p_requests) with ordinality as
    r (buyer_id, robux_amount, max_rate_cents, gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, excluded_accounts, n)
$function$
;
comment on function numbered_requests(placement_request[]) is 'Placement requests as rows, with the number that stock_choice and written_order use.';

CREATE OR REPLACE FUNCTION public.order_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'an order''s hold is not what its state says', o.id::text, o.open_cents, coalesce(h.remaining, 0)
  from (
    select coalesce(split_id, id) as id, coalesce(sum(total_cents) filter (where ended_at is null), 0)::bigint as open_cents
    from orders group by coalesce(split_id, id)) o
  left join ledger_holds h on h.key = 'order ' || o.id
  where coalesce(h.remaining, 0) <> o.open_cents
  union all
  select 'the parts of an order do not cost what their Robux cost', s.split_id::text,
    order_total(s.robux, s.rate_cents), s.cents
  from (
    select split_id, min(rate_cents) as rate_cents, sum(robux_amount)::bigint as robux, sum(total_cents)::bigint as cents
    from orders where split_id is not null and status <> 'failed' group by split_id) s
  where s.cents <> order_total(s.robux, s.rate_cents)
  union all
  select 'an order''s hold belongs to no order', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'order %' and not exists (select from orders o where h.key = 'order ' || o.id)
  union all
  select 'an order is not paid to its seller as its state says', o.id::text,
    case when o.status = 'completed' then o.total_cents else 0 end, coalesce(booked.total, 0)
  from orders o cross join lateral (
    select sum(p.amount)::bigint as total from ledger_events e join ledger_postings p on p.event_id = e.id
      join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account
    where e.key = 'order ' || o.id || ' completed'
      and f.name = 'user:' || o.buyer_id || ':buyer' and t.name = 'user:' || o.seller_id || ':seller') booked
  where coalesce(booked.total, 0) <> case when o.status = 'completed' then o.total_cents else 0 end
  union all
  select 'an order has more or fewer paying events than its state says', o.id::text,
    case when o.status = 'completed' then 1 else 0 end, booked.events
  from orders o cross join lateral (
    select count(*) as events from ledger_events e where e.key = 'order ' || o.id || ' completed') booked
  where booked.events <> case when o.status = 'completed' then 1 else 0 end
  union all
  select 'an order''s gamepass was bought more or less often than its state says', o.id::text,
    case when o.status = 'completed' then 1 else 0 end, bought.times
  from orders o cross join lateral (
    select count(*) as times from purchase_attempts a where a.order_id = o.id and a.state = 'bought') bought
  where bought.times <> case when o.status = 'completed' then 1 else 0 end
  union all
  select 'reserved stock is not what open orders need', a.id::text, coalesce(needed.robux, 0), a.reserved_robux
  from roblox_accounts a left join (
    select account_id, sum(robux_amount)::bigint as robux from orders where ended_at is null group by account_id) needed
    on needed.account_id = a.id
  where a.reserved_robux <> coalesce(needed.robux, 0)
  union all
  select 'Robux sold are not those of completed orders', a.id::text, coalesce(sold.robux, 0), a.total_sold
  from roblox_accounts a left join (
    select account_id, sum(robux_amount)::bigint as robux from orders where status = 'completed' group by account_id) sold
    on sold.account_id = a.id
  where a.total_sold <> coalesce(sold.robux, 0)
$function$
;
comment on function order_differences() is 'Orders whose hold, payment, purchase, stock or sales differ from their state.';

CREATE OR REPLACE FUNCTION public.order_total(p_robux bigint, p_rate_cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select greatest(1, (2 * p_robux * p_rate_cents + 1000) / 2000)
$function$
;
comment on function order_total(bigint,bigint) is 'The price of an order in cents, rounded half up, at least one cent. orderTotal() in contract/src/money.ts returns the same; a test compares
them.';

CREATE OR REPLACE FUNCTION public.orders_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'an order is never deleted'; end if;
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then raise exception 'an order starts as pending, not as %', new.status; end if;
    return new;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'failed'),
    ('processing', 'completed'), ('processing', 'failed'), ('processing', 'unclear'), ('processing', 'manual'),
    ('unclear', 'completed'), ('unclear', 'processing'), ('unclear', 'failed'), ('unclear', 'manual'),
    ('manual', 'completed'), ('manual', 'processing'), ('manual', 'failed')) then
    raise exception 'an order that is % does not become %', old.status, new.status;
  end if;
  if old.ended_at is not null then raise exception 'order % has ended', old.id; end if;
  if (new.id, new.buyer_id, new.robux_amount, new.max_rate_cents, new.gamepass_url, new.pass_name, new.pass_id, new.product_id, new.creator_type,
      new.creator_target_id, new.sets_price, new.created_at) is distinct from
     (old.id, old.buyer_id, old.robux_amount, old.max_rate_cents, old.gamepass_url, old.pass_name, old.pass_id, old.product_id, old.creator_type,
      old.creator_target_id, old.sets_price, old.created_at) then
    raise exception 'what was ordered does not change';
  end if;
  if new.account_id <> old.account_id and exists (
    select from purchase_attempts where order_id = old.id and state in ('marked', 'unclear', 'bought')) then
    raise exception 'order % has an attempt in progress, so no other account may serve it', old.id;
  end if;
  if new.status = 'completed' and not exists (
    select from purchase_attempts where order_id = old.id and account_id = new.account_id and state = 'bought') then
    raise exception 'order % has not been bought', old.id;
  end if;
  if new.status = 'failed' and exists (
    select from purchase_attempts where order_id = old.id and state in ('marked', 'unclear', 'bought')) then
    raise exception 'order % may have been bought', old.id;
  end if;
  return new;
end
$function$
;
comment on function orders_guard() is 'Enforces the allowed state changes of an order. What was ordered never changes. An order completes, fails or moves to another account only
if its purchase attempts allow it.';

CREATE OR REPLACE FUNCTION public.orders_parts_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.split_id, new.part) is distinct from (old.split_id, old.part) then
    raise exception 'part % of order % does not change', old.part, old.split_id;
  end if;
  if new.split_id is not null and new.rate_cents <> old.rate_cents then
    raise exception 'a part of order % does not change its rate', old.split_id;
  end if;
  return new;
end
$function$
;
comment on function orders_parts_stay() is 'A part of a split order keeps its number and its rate.';

CREATE OR REPLACE FUNCTION public.orders_wait()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.tries > old.tries then new.not_before := new.next_check_at;
  elsif new.tries < old.tries or new.account_id <> old.account_id then new.not_before := null;
  end if;
  return new;
end
$function$
;
comment on function orders_wait() is 'A try ends with a wait, which no earlier job of the order may shorten. Otherwise two jobs of one order would use up two tries.';

CREATE OR REPLACE FUNCTION public.own_row_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify(tg_argv[0], json_build_object('userId', v_row -> tg_argv[1])::text);
  return null;
end
$function$
;
comment on function own_row_announce() is 'Notifies open pages of a user that one of their rows changed. Arguments: the topic, and the column with the user.';

CREATE OR REPLACE FUNCTION public.own_transactions_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.kind <> 'unknown' and not is_signer() then raise exception 'only the signer signs'; end if;
    return new;
  end if;
  if old.kind = 'unknown' and new.kind <> 'unknown' then
    if not is_signer() then raise exception 'only the signer signs'; end if;
    if new.txid <> old.txid then raise exception 'a signed transaction does not change'; end if;
    return new;
  end if;
  if (new.txid, new.kind, new.hex, new.fee_litoshi, new.signed_at, new.signed_height)
    is distinct from (old.txid, old.kind, old.hex, old.fee_litoshi, old.signed_at, old.signed_height) then
    raise exception 'a signed transaction does not change';
  end if;
  return new;
end
$function$
;
comment on function own_transactions_guard() is 'Lets only the signer record signed transactions. A recorded transaction never changes; an unknown one may turn out to be signed by us.';

CREATE OR REPLACE FUNCTION public.own_wait_hours(p_user uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select case when next_wait_from <= now() then next_wait_hours else wait_hours end
    from withdrawal_preferences where user_id = p_user), 0)
$function$
;
comment on function own_wait_hours(uuid) is 'Hours that the first withdrawal to a new address waits by the user''s own choice. The owner''s setting counts if it is longer.';

CREATE OR REPLACE FUNCTION public.owner_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
comment on function owner_differences() is 'Wallets, holds, deposits and earnings that belong to another person than their records say, and orders and trades that pay another seller.';

CREATE OR REPLACE FUNCTION public.pause_seller(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update users set is_selling_paused = true where id = p_user and not is_selling_paused;
  if found then
    perform add_notification(p_user, 'accounts', 'accounts_paused', null, jsonb_build_object('reason', paused_text()));
  end if;
  -- an account that another transaction puts on sale now has its old status in this statement's snapshot, and in that of the next its new one
  perform from roblox_accounts where user_id = p_user and removed_at is null order by id for no key update;
  update roblox_accounts set status = 'offline', status_reason = paused_text()
    where user_id = p_user and status = 'online' and removed_at is null;
end
$function$
;
comment on function pause_seller(uuid) is 'Takes all accounts of a seller off sale until staff resumes the seller, and tells the seller once.';

CREATE OR REPLACE FUNCTION public.paused_since(p_from timestamp with time zone)
 RETURNS interval
 LANGUAGE sql
 STABLE
AS $function$
  with pauses as (
    select started_at, ended_at from trade_pauses where ended_at is not null
    -- the present one, if there is one
    union all select trade_clock(), now()
  )
  select coalesce(sum(ended_at - greatest(started_at, p_from)), interval '0')
  from pauses where ended_at > greatest(started_at, p_from)
$function$
;
comment on function paused_since(timestamp with time zone) is 'How long trades have been paused since a time. A wait in which a person can cancel something is extended by it, because the person cannot
cancel during maintenance or an outage.';

CREATE OR REPLACE FUNCTION public.paused_text()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'Roblox objected to trades by one of your accounts. All your accounts are paused until our staff has reviewed this.'
$function$
;
comment on function paused_text() is 'The reason that sellers read while all of their accounts are paused. SELLING_PAUSED in stock.rules.ts is the same.';

CREATE OR REPLACE FUNCTION public.place_orders(p_requests json)
 RETURNS TABLE(n integer, code text, id uuid, account_id uuid, seller_id uuid, rate_cents integer, total_cents bigint, spendable_cents bigint, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_requests constant placement_request[] := array(select r from json_populate_recordset(null::placement_request, p_requests) r);
  v_budgets buyer_budget[];
  v_choices stock_choice[];
begin
  v_budgets := array(select b from lock_budgets(array(select distinct buyer_id from unnest(v_requests)), false) b);
  perform lock_stock();
  -- a stop may have begun during the waits for locks, and nothing is placed after its answer
  if emergency_stopped() then return; end if;
  v_choices := array(select c from choose_stock(v_requests, v_budgets, false) c);
  perform reserve_chosen(v_requests, v_choices);
  return query
    select c.n, c.code, w.order_id, c.account_id, c.seller_id, c.rate_cents, c.total_cents, b.spendable_cents - c.spent_cents, moment()
    from unnest(v_choices) c join numbered_requests(v_requests) r on r.n = c.n join unnest(v_budgets) b on b.buyer_id = r.buyer_id
      left join write_orders(v_requests, v_choices, v_budgets, 'placed', job_lost_after()) w on w.n = c.n
    where c.code = 'chosen' or (c.code in ('out_of_stock', 'insufficient_balance') and not b.is_frozen)
    order by c.n;
end
$function$
;
comment on function place_orders(json) is 'Places a batch of plain orders, in their order: checks limits, reserves stock, and writes the hold, the order and its first event. p_requests
is an array of placement_request objects. Returns a row for each order that was placed (code chosen) or finally refused (out_of_stock,
insufficient_balance). spendable_cents is what the buyer could spend on it. A request without a row needs the careful path, which knows every refusal and waits for locked wallets. The caller
enqueues the purchases in the same transaction.';

CREATE OR REPLACE FUNCTION public.pre_order_block(p_place bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_place / 1024
$function$
;
comment on function pre_order_block(bigint) is 'The block of the queue that a place belongs to. A block has 1024 places. With the counts of
blocks, a page or position anywhere in the queue costs the same to read.';

CREATE OR REPLACE FUNCTION public.pre_order_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'a matched pre-order''s order is not what was pre-ordered', p.id::text, p.robux_amount, o.robux_amount
  from pre_orders p join orders o on o.id = p.order_id
  where (o.buyer_id, o.max_rate_cents, o.pass_id) is distinct from (p.buyer_id, p.max_rate_cents, p.pass_id)
    or o.robux_amount > p.robux_amount
  union all
  select 'a pre-order stays matched though its order failed', p.id::text, 0, 1
  from pre_orders p join orders o on o.id = p.order_id where o.status = 'failed'
  union all
  select 'the count of a block of the queue is not the count of its pre-orders', coalesce(w.block, c.block)::text,
    coalesce(w.waiting, 0)::bigint, coalesce(c.waiting, 0)::bigint
  from (select pre_order_block(place) as block, count(*) as waiting, sum(robux_amount) as robux from pre_orders where status = 'waiting' group by 1) w
  full join pre_order_counts c on c.block = w.block
  where (w.waiting, w.robux) is distinct from (c.waiting, c.robux)
$function$
;
comment on function pre_order_differences() is 'Matched pre-orders whose order failed or differs from what was pre-ordered, and wrong counts of the queue.';

CREATE OR REPLACE FUNCTION public.pre_orders_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('pre-orders',
    json_build_object('preOrderId', new.id, 'buyerId', new.buyer_id, 'state', new.status)::text);
  return null;
end
$function$
;
comment on function pre_orders_announce() is 'Notifies open pages that a pre-order changed.';

CREATE OR REPLACE FUNCTION public.pre_orders_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'waiting' then raise exception 'a pre-order starts as waiting, not as %', new.status; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'a pre-order is never deleted'; end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('waiting', 'matched'), ('waiting', 'closed'), ('matched', 'waiting'), ('matched', 'closed')) then
    raise exception 'a pre-order that is % does not become %', old.status, new.status;
  end if;
  if old.status = 'closed' then raise exception 'pre-order % is closed', old.id; end if;
  if old.status = 'matched' and new.status <> 'matched'
    and not exists (select from orders where id = old.order_id and status = 'failed') then
    raise exception 'pre-order % has an order that did not fail', old.id;
  end if;
  if (new.id, new.place, new.buyer_id, new.robux_amount, new.max_rate_cents, new.max_total_cents, new.pass_id, new.product_id,
      new.creator_type, new.creator_target_id, new.created_at) is distinct from
     (old.id, old.place, old.buyer_id, old.robux_amount, old.max_rate_cents, old.max_total_cents, old.pass_id, old.product_id,
      old.creator_type, old.creator_target_id, old.created_at) then
    raise exception 'what was pre-ordered does not change';
  end if;
  return new;
end
$function$
;
comment on function pre_orders_guard() is 'Enforces the allowed state changes of a pre-order. What was pre-ordered never changes. A matched pre-order waits again only if its order
failed.';

CREATE OR REPLACE FUNCTION public.present_database()
 RETURNS TABLE(system text, database bigint, timeline integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.system_identifier::text, d.oid::bigint,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
  from pg_control_system() c cross join pg_database d where d.datname = current_database()
$function$
;
comment on function present_database() is 'The cluster, the database in it, and the timeline of its WAL. A restore into another cluster or database, a point-in-time recovery and a promoted standby each change one of them.';

CREATE OR REPLACE FUNCTION public.price_around(p_at timestamp with time zone)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select price from prices where id = price_id_around(p_at)), 0)
$function$
;
comment on function price_around(timestamp with time zone) is 'Cents per LTC at a time, for figures and the minimum of a deposit: the price of price_id_around(), or 0 before the first price.';

CREATE OR REPLACE FUNCTION public.price_id_around(p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select id from prices where first_at <= p_at and (expires_at is null or expires_at > p_at)
      order by first_at desc limit 1),
    (select id from prices order by first_at limit 1))
$function$
;
comment on function price_id_around(timestamp with time zone) is 'The latest price that began before a time and was in force then, or else the oldest known price. Null before the first price.';

CREATE OR REPLACE FUNCTION public.proxies_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.user_id, new.host, new.port) is distinct from (old.user_id, old.host, old.port)
    or new.username is distinct from old.username or (new.status = 'unchecked' and old.status <> 'unchecked') then
    raise exception 'proxy % keeps its address and user name', old.id;
  end if;
  return new;
end
$function$
;
comment on function proxies_guard() is 'A proxy keeps its owner, host, port and user name.';

CREATE OR REPLACE FUNCTION public.purchase_attempts_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'marked' then raise exception 'an attempt starts as marked, not as %', new.state; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'an attempt is never deleted'; end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('marked', 'bought'), ('marked', 'refused'), ('marked', 'unclear'),
    ('unclear', 'bought'), ('unclear', 'refused'), ('unclear', 'marked'), ('refused', 'unclear')) then
    raise exception 'an attempt that is % does not become %', old.state, new.state;
  end if;
  if (new.order_id, new.account_id, new.pass_id, new.idempotency_key, new.price_robux) is distinct from
     (old.order_id, old.account_id, old.pass_id, old.idempotency_key, old.price_robux) then
    raise exception 'what an attempt buys does not change';
  end if;
  return new;
end
$function$
;
comment on function purchase_attempts_guard() is 'Enforces the allowed state changes of a purchase attempt. What it buys never changes.';

CREATE OR REPLACE FUNCTION public.record_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_was_for_sale boolean := old.status = 'online' and old.is_active;
  v_is_for_sale boolean := new.status = 'online' and new.is_active;
  v_code text := case
    when v_is_for_sale and not v_was_for_sale then case when old.is_active then 'on_sale' else 'activated' end
    when old.is_active and not new.is_active and not new.removal_due then 'deactivated'
    when new.status <> old.status and new.status = 'invalid_cookie' then 'cookie_ended'
    when new.status <> old.status and new.status = '2fa_required' then 'check_required'
    when new.status = 'offline' and new.status_reason is not null
      and (v_was_for_sale or new.status_reason is distinct from old.status_reason) then 'off_sale' end;
begin
  if v_code is not null then
    perform add_account_event(new.id, v_code, jsonb_strip_nulls(jsonb_build_object('reason', new.status_reason)));
  end if;
  if new.fulfilment <> old.fulfilment then
    perform add_account_event(new.id, case new.fulfilment when 'manual' then 'automatic_stopped' else 'automatic_started' end);
  end if;
  if new.robux_balance <> old.robux_balance and new.total_sold = old.total_sold then
    perform add_account_event(new.id, 'balance_read', jsonb_build_object('robux', new.robux_balance, 'before', old.robux_balance));
  end if;
  return null;
end
$function$
;
comment on function record_account_change() is 'Adds to the history of an account why it went off sale, came back, how its orders are bought, and balances that no sale explains.';

CREATE OR REPLACE FUNCTION public.record_added_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_account_event(new.id, 'added', jsonb_build_object('robux', new.robux_balance));
  return null;
end
$function$
;
comment on function record_added_account() is 'Begins the history of an account.';

CREATE OR REPLACE FUNCTION public.record_audit(p_session uuid, p_action text, p_subject text, p_before jsonb, p_after jsonb, p_reason text, p_address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_actor uuid;
  v_id bigint;
begin
  if p_session is not null then
    select s.user_id into v_actor from sessions s where s.id = p_session and s.expires_at > now();
    if v_actor is null then raise exception 'an entry of the audit log names no valid session'; end if;
  end if;
  insert into audit_log (actor_id, session_id, by_role, action, subject_id, before, after, reason)
    values (v_actor, p_session, acting_role(), p_action, p_subject, p_before, p_after, p_reason) returning id into v_id;
  if p_address is not null then insert into audit_addresses (entry_id, address) values (v_id, p_address); end if;
end
$function$
;
comment on function record_audit(uuid,text,text,jsonb,jsonb,text,text) is 'Appends an entry to the audit log. The actor is the user of the session. Without a session the process acted; its database role names it.';

CREATE OR REPLACE FUNCTION public.record_emergency_stop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_stop emergency_stops;
begin
  if emergency_stopped() then
    insert into emergency_stops default values on conflict do nothing;
    if found then perform add_manual_event('manual_rests'); end if;
    return null;
  end if;
  -- a stop that began in the future is from before the clock was set back
  update emergency_stops set ended_at = greatest(started_at, clock_timestamp()) where ended_at is null returning * into v_stop;
  if not found then return null; end if;
  update orders o set manual_deadline = o.manual_deadline + (v_stop.ended_at - greatest(v_stop.started_at, m.given_at))
    from manual_orders m
    where m.order_id = o.id and m.account_id = o.account_id
      and o.next_check_at is not null and o.status = 'manual' and o.manual_deadline is not null;
  perform add_manual_event('manual_moved');
  return null;
end
$function$
;
comment on function record_emergency_stop() is 'Records when an emergency stop starts and ends. When it ends, the deadlines of manual orders move by its length, so that sellers have as much
time left as before. Maintenance does not count, unlike in trade_pauses: the seller can still buy on Roblox, and the worker sees the purchase.';

CREATE OR REPLACE FUNCTION public.record_matches(p_places bigint[], p_written written_order[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  update pre_orders p set status = 'matched', waits_for = null, order_id = w.order_id, matched_at = clock_timestamp(),
      limited_by = null, limited_until = null
    from unnest(p_written) w where p.place = p_places[w.n];
  perform add_notification(o.buyer_id, 'pre-orders', 'pre_order_matched', o.id,
      jsonb_build_object('robux', o.robux_amount, 'cents', o.total_cents))
    from unnest(p_written) w join orders o on o.id = w.order_id;
  perform pg_notify('orders', json_build_object('orderId', o.id, 'buyerId', o.buyer_id, 'sellerId', o.seller_id)::text)
    from unnest(p_written) w join orders o on o.id = w.order_id;
  return cardinality(p_written);
end
$function$
;
comment on function record_matches(bigint[],written_order[]) is 'Records that the pre-orders at these places became orders, and notifies their buyers. The orders are due now, so the worker enqueues them.';

CREATE OR REPLACE FUNCTION public.record_outage()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_since timestamptz;
begin
  if web_down_since() is null then return new; end if;
  -- before the lock on the table, for which the start of a stop would have to wait
  if not trades_paused() then perform lock_open_trades(); end if;
  lock table trade_pauses in share row exclusive mode;
  -- asked again, because another web process may have recorded the outage meanwhile
  v_since := web_down_since();
  if v_since is null then return new; end if;
  if trades_paused() then
    update trade_pauses set started_at = least(started_at, v_since) where ended_at is null;
  else
    insert into trade_pauses (started_at) values (v_since);
    perform end_trade_pause();
  end if;
  return new;
end
$function$
;
comment on function record_outage() is 'Records an outage of all web processes as a pause, when the first of them is back. If a stop or maintenance lasts, its pause begins with the outage.';

CREATE OR REPLACE FUNCTION public.record_refusal(p_caller uuid, p_route text, p_code text, p_address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_max_rows constant int := 200;
  v_max_of_others constant int := 10;
  v_minute constant timestamptz := date_trunc('minute', now());
  v_user uuid;
  v_all int;
  v_own int;
begin
  select s.user_id into v_user
    from (select id, user_id from sessions union all select id, user_id from api_credentials) s where s.id = p_caller;
  if not found then return; end if;
  select count(*), count(*) filter (where user_id = v_user) into v_all, v_own
    from refused_accesses where minute = v_minute;
  -- one person can make 200 different calls, and must not hide those of others behind them
  if v_all >= v_max_rows and v_own >= v_max_of_others then return; end if;
  insert into refused_accesses (minute, user_id, route, code, address)
    values (v_minute, v_user, left(p_route, 200), p_code, left(p_address, 60))
    on conflict (minute, user_id, route, code) do update set times = refused_accesses.times + 1;
end
$function$
;
comment on function record_refusal(uuid,text,text,text) is 'Records a refused call with a session or an API credential (p_caller). Repeats within a minute are counted in one row. A minute has about 200 rows at most, and then 10 of each other person.';

CREATE OR REPLACE FUNCTION public.record_trade_pause()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- before the lock on the table, for which the start of a stop would have to wait
  if not trades_paused() and exists (select from trade_pauses where ended_at is null) then perform lock_open_trades(); end if;
  -- a stop and maintenance that change at the same time wait for each other here, so that the second sees the first
  lock table trade_pauses in share row exclusive mode;
  if trades_paused() then
    insert into trade_pauses default values on conflict do nothing;
  else
    perform end_trade_pause();
  end if;
  return null;
end
$function$
;
comment on function record_trade_pause() is 'Records when a pause of trades starts and ends. Maintenance counts, unlike in emergency_stops, because it refuses every step of a trade. A stop and
maintenance that overlap are one pause. When it ends, the deadlines of open trades move.';

CREATE OR REPLACE FUNCTION public.recorded_postings()
 RETURNS TABLE(key text, kind text, source text, target text, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'deposit ' || d.txid || ':' || d.n || ' ' || g || step.suffix, step.kind, step.source, step.target, d.cents
  from deposits d cross join generate_series(1, d.generation) g
  cross join lateral (values
    ('', 'deposit.credited', 'exchange:usd', 'user:' || d.user_id || ':buyer'),
    (' reversed', 'deposit.reversed', 'user:' || d.user_id || ':buyer', 'exchange:usd')) step (suffix, kind, source, target)
  union all
  select 'order ' || id || ' completed', 'order.completed', 'user:' || buyer_id || ':buyer', 'user:' || seller_id || ':seller', total_cents
  from orders where status = 'completed'
  union all
  select 'late purchase ' || id, 'late_purchase.paid', 'house:adjustments', 'user:' || seller_id || ':seller', total_cents
  from late_purchases where paid_at is not null
  union all
  select 'transaction ' || id || ' completed', 'transaction.completed', 'user:' || buyer_id || ':buyer', part.target, part.amount
  from transactions cross join lateral (values
    ('user:' || seller_id || ':seller', total_cents - fee_cents), ('house:fees', fee_cents)) part (target, amount)
  where stage = 'completed'
  union all
  select 'withdrawal ' || id || ' confirmed', 'withdrawal.confirmed', 'user:' || user_id || ':seller', part.target, part.amount
  from withdrawals cross join lateral (values
    ('exchange:usd', amount_cents), ('house:fees', percentage_fee_cents), ('house:network-fees', network_fee_cents)) part (target, amount)
  where confirmed_at is not null
  union all
  select 'withdrawal ' || w.id || ' returned', 'withdrawal.returned', part.source, whose.target, part.amount
  from withdrawals w cross join lateral (values
    ('exchange:usd', amount_cents), ('house:fees', percentage_fee_cents), ('house:network-fees', network_fee_cents)) part (source, amount)
  -- the house keeps the money of a deleted person
  cross join lateral (
    select 'user:' || w.user_id || ':seller'
    union all select 'house:adjustments' from users u where u.id = w.user_id and u.deleted_at is not null) whose (target)
  where confirmed_at is not null and failed_at is not null
  union all
  select 'correction ' || id, 'correction.made', case when cents > 0 then 'house:adjustments' else wallet end,
    case when cents > 0 then wallet else 'house:adjustments' end, abs(cents)
  from corrections cross join lateral (values ('user:' || user_id || ':' || wallet_type)) own (wallet)
  where state = 'made'
  union all
  select e.key, 'affiliate.paid', part.source, part.target, s.payout_cents
  from affiliate_payouts s join ledger_events e on e.id = s.event_id
  cross join lateral (values
    ('house:fees', 'house:affiliate'), ('house:affiliate', 'user:' || s.referrer_id || ':seller')) part (source, target)
$function$
;
comment on function recorded_postings() is 'What the records of deposits, orders, trades, withdrawals, corrections and payouts say that the ledger may contain in dollars. The wallets of
deleted people are emptied without a record.';

CREATE OR REPLACE FUNCTION public.reference_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'a hold is on an account that is not a wallet', h.key, 0::bigint, h.amount
    from ledger_holds h where not exists (select from ledger_balances b where b.account_id = h.account_id)
  union all
  select 'an active hold has an unknown kind', key, 0, remaining
    from ledger_holds where state = 'active' and key !~ '^(order|withdrawal|transaction) '
  union all
  select 'a timeline entry belongs to no order', e.order_id::text, 0, count(*)
    from order_events e where not exists (select from orders o where o.id = e.order_id) group by e.order_id
  union all
  select 'the parent order does not exist', o.id::text, 0, 1
    from orders o where o.split_id is not null and not exists (select from orders w where w.id = o.split_id)
  union all
  select 'the buyer of an order does not exist', o.id::text, 0, 1
    from orders o where not exists (select from users u where u.id = o.buyer_id)
  union all
  select 'the account of an order is not its seller''s', o.id::text, 0, 1
    from orders o where not exists (select from roblox_accounts a where a.id = o.account_id and a.user_id = o.seller_id)
  union all
  select 'an account is for sale although its seller is not, or the reverse', a.id::text, (not a.is_seller_banned)::int::bigint, a.is_seller_banned::int::bigint
    from roblox_accounts a join users u on u.id = a.user_id
    where a.removed_at is null and a.is_seller_banned <> (u.is_banned or u.deleted_at is not null)
$function$
;
comment on function reference_differences() is 'Rows that point to a missing row, holds of an unknown kind, and accounts whose sale flag contradicts their seller''s ban. Foreign keys refuse missing rows, but the
owner of the database can switch foreign keys off.';

CREATE OR REPLACE FUNCTION public.referral_ends_at(p_joined_at timestamp with time zone, p_referred_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select least(p_joined_at, p_referred_at) + interval '365 days'
$function$
;
comment on function referral_ends_at(timestamp with time zone,timestamp with time zone) is 'When the fees of a referred person stop paying their referrer: a year after they joined, with the first account if they deleted one.
REFERRAL_DAYS in contract/src/affiliate.ts is the same time.';

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op;
end
$function$
;
comment on function refuse_change() is 'Refuses a change to a table whose rows are written once.';

CREATE OR REPLACE FUNCTION public.remove_account_when_free()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.removed_at is not null then return new; end if;
  if new.reserved_robux = 0 then
    perform exclude_undecided(old);
    new.removed_at := now();
    new.sealed_cookie := null;
    new.roblox_user_id := 0;
    new.username := 'deleted';
    new.profile_picture := null;
    new.ownership_ip := '';
  end if;
  new.is_active := false;
  return new;
end
$function$
;
comment on function remove_account_when_free() is 'Removes an account that is due for removal once none of its stock is reserved. The row stays without personal data, because orders
reference it.';

CREATE OR REPLACE FUNCTION public.reserve_chosen(p_requests placement_request[], p_choices stock_choice[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update roblox_accounts a set reserved_robux = a.reserved_robux + c.robux,
      -- Microseconds keep the order in which the accounts were used.
      last_used_at = v_now + c.last_n * interval '1 microsecond'
    from (
      select o.account_id, sum(r.robux_amount)::bigint as robux, max(r.n) as last_n
      from unnest(p_choices) o join numbered_requests(p_requests) r on r.n = o.n where o.code = 'chosen' group by o.account_id) c
    where a.id = c.account_id;
end
$function$
;
comment on function reserve_chosen(placement_request[],stock_choice[]) is 'Reserves the Robux of the accounts that choose_stock() has chosen and locked in this transaction.';

CREATE OR REPLACE FUNCTION public.reserve_stock(p_robux bigint, p_max_rate_cents integer, p_buyer uuid, p_pass bigint, p_excluded uuid[])
 RETURNS TABLE(account_id uuid, seller_id uuid, rate_cents integer)
 LANGUAGE plpgsql
AS $function$
declare
  v_request constant placement_request := row(p_buyer, p_robux, p_max_rate_cents, null, p_pass, null, null, null, null, p_excluded);
  v_choice stock_choice;
begin
  perform lock_stock();
  -- The caller checks whether the buyer can pay, so this budget has no limits.
  select * into v_choice from choose_stock(array[v_request], array[row(p_buyer, null, null, null, false, null)::buyer_budget], false);
  if v_choice.code <> 'chosen' then return; end if;
  perform reserve_chosen(array[v_request], array[v_choice]);
  return query select v_choice.account_id, v_choice.seller_id, v_choice.rate_cents;
end
$function$
;
comment on function reserve_stock(bigint,integer,uuid,bigint,uuid[]) is 'Reserves p_robux on the account that choose_stock() chooses for one order. Skips the buyer''s own accounts, those in p_excluded,
and those that bought the gamepass before or buy it by hand now. Returns no row if no account fits.';

CREATE OR REPLACE FUNCTION public.restores_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.cause, new.at, new.data_at, new.height) is distinct from (old.id, old.cause, old.at, old.data_at, old.height)
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at)
    or (old.compared_at is not null and new.compared_at is distinct from old.compared_at)
    or (old.skipped_at is not null and new.skipped_at is distinct from old.skipped_at) then
    raise exception 'what is known about a restore does not change';
  end if;
  if new.compared_at is not null and old.compared_at is null and not is_signer() then
    raise exception 'only the signer compares the chain with its journal';
  end if;
  if new.skipped_at is not null and old.skipped_at is null and not is_signer() then
    raise exception 'only the signer knows which addresses were given out';
  end if;
  return new;
end
$function$
;
comment on function restores_guard() is 'A restore is confirmed and compared once. Only the signer records that it has compared the chain and skipped addresses.';

CREATE OR REPLACE FUNCTION public.resume_identity(p_user uuid, p_hashes bytea[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
$function$
;
comment on function resume_identity(uuid,bytea[]) is 'Gives a new account what was kept of an earlier one of the same person. p_hashes are the hashes of the Discord id under every key, the
current key first. Returns false if the person had no account before.';

CREATE OR REPLACE FUNCTION public.resume_seller(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update users set is_selling_paused = false where id = p_user;
  update roblox_accounts set status = case when is_active then 'online' else status end, status_reason = null
    where user_id = p_user and status = 'offline' and status_reason = paused_text() and removed_at is null;
end
$function$
;
comment on function resume_seller(uuid) is 'Ends pause_seller(): active accounts go on sale again.';

CREATE OR REPLACE FUNCTION public.retry_limited_pre_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update pre_orders set limited_until = now() where waits_for = 'stock' and limited_until is not null;
  return null;
end
$function$
;
comment on function retry_limited_pre_orders() is 'Makes matching try limited buyers again after the owner has changed the limits.';

CREATE OR REPLACE FUNCTION public.retry_unaffordable_pre_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update pre_orders p set affordable_rate_cents = p.max_rate_cents, limited_by = null, limited_until = null
    from ledger_accounts a
    where a.id = new.account_id and p.buyer_id = a.user_id and p.status = 'waiting' and p.affordable_rate_cents < p.max_rate_cents;
  return null;
end
$function$
;
comment on function retry_unaffordable_pre_orders() is 'Makes matching try the pre-orders of a buyer again after the balance has grown.';

CREATE OR REPLACE FUNCTION public.return_pre_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_accounts_failed boolean := new.account_id = any (new.excluded_accounts);
begin
  -- someone may be closing it in this moment, which both statements have to see
  perform 1 from pre_orders where order_id = new.id for no key update;
  update pre_orders set status = 'closed', order_id = null, matched_at = null
    where order_id = new.id and close_reason is not null;
  update pre_orders p set status = 'waiting', order_id = null, matched_at = null, returns = p.returns + 1,
      waits_for = case when v_accounts_failed then 'stock' else 'pass' end,
      affordable_rate_cents = p.max_rate_cents, avoided_accounts = new.excluded_accounts,
      avoid_until = clock_timestamp() + interval '30 seconds' * 2 ^ least(p.returns, 6),
      next_check_at = case when not v_accounts_failed
        then clock_timestamp() + interval '30 seconds' * 2 ^ greatest(0, least(p.returns - 4, 6)) end
    where p.order_id = new.id;
  return null;
end
$function$
;
comment on function return_pre_order() is 'Returns a pre-order whose order failed to its place in the queue. It waits for other stock if accounts failed, and avoids those for 30 seconds,
twice as long with each return, up to 32 minutes. Otherwise it waits for the gamepass, whose first check is 30 seconds later, and later with each
return after the fifth.';

CREATE OR REPLACE FUNCTION public.reviews_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.state <> 'open'
    or (new.id, new.kind, new.subject_id, new.user_id, new.facts, new.opened_at) is distinct from
      (old.id, old.kind, old.subject_id, old.user_id, old.facts, old.opened_at) then
    raise exception 'what was reviewed and decided does not change';
  end if;
  return new;
end
$function$
;
comment on function reviews_guard() is 'A review is decided once.';

CREATE OR REPLACE FUNCTION public.roblox_accounts_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_account roblox_accounts := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('roblox-accounts',
    json_build_object('id', v_account.id, 'userId', v_account.user_id, 'state', v_account.status)::text);
  return null;
end
$function$
;
comment on function roblox_accounts_announce() is 'Notifies open pages that an account changed.';

CREATE OR REPLACE FUNCTION public.roblox_accounts_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.removed_at is distinct from old.removed_at or new.sealed_cookie is not null or new.is_active then
    raise exception 'roblox account % is removed', old.id;
  end if;
  return new;
end
$function$
;
comment on function roblox_accounts_guard() is 'A removed account stays removed.';

CREATE OR REPLACE FUNCTION public.roblox_accounts_stay_offline()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.restricted_until > now() then
    new.status := 'offline';
    new.status_reason := case when tg_op = 'INSERT' then new.status_reason else old.status_reason end;
  elsif (select is_selling_paused from users where id = new.user_id) then
    new.status := 'offline';
    new.status_reason := paused_text();
  elsif exists (
    select from purchase_attempts p join orders o on o.id = p.order_id
    where p.account_id = new.id and p.state in ('marked', 'unclear') and p.holds_account and o.status = 'manual') then
    new.status := 'offline';
    new.status_reason := unverified_text();
  end if;
  return new;
end
$function$
;
comment on function roblox_accounts_stay_offline() is 'Keeps an account off sale while Roblox restricts it, while its seller is paused, and until its escalated purchase is decided, because it buys
nothing else before.';

CREATE OR REPLACE FUNCTION public.robux_for_sale(p_seller uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  select coalesce(sum(robux), 0)::bigint from stock_for_sale where seller_id = p_seller and robux >= min_order_robux()
$function$
;
comment on function robux_for_sale(uuid) is 'Robux that all accounts of a seller together can sell now. Accounts with less than the smallest order do not count. Without sequential
scans it reads only the accounts of this seller that are for sale, even if the seller has most accounts of the market.';

CREATE OR REPLACE FUNCTION public.robux_sold()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(total_sold), 0)::bigint - coalesce((select robux_sold from clean_ups order by at desc limit 1), 0)
  from roblox_accounts
$function$
;
comment on function robux_sold() is 'Robux sold since the last clean-up of the database. Each account counts what it has sold, so removed accounts are included.';

CREATE OR REPLACE FUNCTION public.seller_marketplace_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from listings where seller_id = new.id and status = 'active') then
    perform pg_notify('marketplace', '{}');
  end if;
  return null;
end
$function$
;
comment on function seller_marketplace_announce() is 'Notifies all open pages that the marketplace changed, if the user has listings on it.';

CREATE OR REPLACE FUNCTION public.sessions_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_session sessions := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('sessions', json_build_object('id', v_session.id, 'userId', v_session.user_id)::text);
  return null;
end
$function$
;
comment on function sessions_announce() is 'Notifies all processes, and open pages of the user, that a session began, changed or ended.';

CREATE OR REPLACE FUNCTION public.settlement_apply_event(p_key text, p_kind text, p_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_deposit uuid := case when p_kind in ('deposit.credited', 'deposit.reversed') then (p_details ->> 'depositId')::uuid end;
  v_posting record;
begin
  for v_posting in
    select p.event_id, p.from_account, p.to_account, p.amount, source.wallet as from_wallet,
      sum(p.amount) over (partition by p.from_account order by p.id desc) as this_and_later
    from ledger_events e join ledger_postings p on p.event_id = e.id
    join ledger_accounts source on source.id = p.from_account join ledger_accounts target on target.id = p.to_account
    where e.key = p_key and p.currency = 'USD'
      and ('buyer' in (source.wallet, target.wallet) or source.wallet = 'seller' and p_kind = 'correction.made') order by p.id
  loop
    if v_posting.from_wallet = 'seller' then
      perform settlement_take_back(v_posting.from_account, v_posting.event_id, v_posting.to_account, v_posting.amount);
    elsif v_posting.from_wallet = 'buyer' and p_kind <> 'deposit.reversed' then
      perform settlement_take(v_posting.from_account, v_posting.event_id, v_posting.to_account, v_posting.amount,
        settlement_free(v_posting.from_account) + v_posting.this_and_later::bigint);
    elsif v_posting.from_wallet = 'buyer' then
      update settlement_lots set state = 'reversed' where deposit_id = v_deposit;
      update settlement_spends set waits = not released where deposit_id = v_deposit;
      perform settlement_repay(v_posting.from_account);
    else
      if v_deposit is not null then perform settlement_open(v_deposit, v_posting.to_account, v_posting.amount); end if;
      perform settlement_repay(v_posting.to_account);
    end if;
  end loop;
end
$function$
;
comment on function settlement_apply_event(text,text,jsonb) is 'Updates settlement after an event was booked: it records which deposits a buyer''s payment came from, and applies credits, reversals, and
corrections that take from a seller.';

CREATE OR REPLACE FUNCTION public.settlement_apply_height(p_height integer)
 RETURNS TABLE(user_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_deposits uuid[];
  v_accounts bigint[];
begin
  select array_agg(changed.deposit_id), array_agg(distinct changed.account_id) into v_deposits, v_accounts from (
    select l.deposit_id, l.account_id from settlement_lots l join deposits d on d.id = l.deposit_id
      where l.state = 'unsettled' and d.height <= p_height + 1 - l.settles_at
    union all
    -- the first condition lets an index find the deposits
    select l.deposit_id, l.account_id from deposits d join settlement_lots l on l.deposit_id = d.id
      where d.height > p_height + 1 - max_settlement_depth() and l.state = 'settled' and d.height > p_height + 1 - l.settles_at) changed;
  if v_deposits is null then return; end if;
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for no key update;
  update settlement_lots l set state = case l.state when 'settled' then 'unsettled' else 'settled' end
    where l.deposit_id = any (v_deposits);
  perform settlement_raise(unsettled.account_id, 0) from (
    select distinct l.account_id from settlement_lots l where l.deposit_id = any (v_deposits) and l.state = 'unsettled') unsettled;
  return query
    with changed as (
      update settlement_spends s set waits = l.state <> 'settled' and not s.released
      from settlement_lots l where l.deposit_id = s.deposit_id and s.deposit_id = any (v_deposits)
      returning s.to_account)
    select distinct a.user_id from changed c join ledger_accounts a on a.id = c.to_account where a.user_id is not null;
end
$function$
;
comment on function settlement_apply_height(integer) is 'Settles or unsettles deposits for a new chain height, together with the earnings that they paid. Returns the users whose earnings changed.';

CREATE OR REPLACE FUNCTION public.settlement_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
comment on function settlement_differences() is 'Deposits and earnings whose settlement differs from the chain or from the ledger.';

CREATE OR REPLACE FUNCTION public.settlement_free(p_account bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select b.posted + coalesce((
    select sum(case l.state when 'reversed' then l.cents - l.unspent else -l.unspent end) from settlement_lots l
    where l.account_id = p_account and l.in_use), 0)::bigint
  from ledger_balances b where b.account_id = p_account
$function$
;
comment on function settlement_free(bigint) is 'The cents in a wallet that do not come from unspent deposits: earnings and corrections, less the debt from reversed deposits.';

CREATE OR REPLACE FUNCTION public.settlement_lock_payers(p_from text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select from ledger_balances b join ledger_accounts a on a.id = b.account_id where b.account_id in (
    select id from ledger_accounts where name = p_from and wallet = 'seller'
    union all
    select l.account_id from ledger_accounts a join settlement_spends s on s.to_account = a.id and s.waits
      join settlement_lots l on l.deposit_id = s.deposit_id where a.name = p_from and a.wallet = 'seller')
  order by a.wallet = 'seller', b.account_id for no key update of b
$function$
;
comment on function settlement_lock_payers(text) is 'Locks the wallets of the buyers whose deposits a seller''s earnings wait for, in the order of their ids, and then the seller''s wallet, as
a sale does. Locks nothing for another account.';

CREATE OR REPLACE FUNCTION public.settlement_move(p_spends settlement_spends[], p_event bigint, p_to bigint, p_cents bigint, p_all bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_spend settlement_spends;
  v_part bigint;
  v_waiting constant bigint := coalesce((select sum(s.cents) from unnest(p_spends) s), 0);
  v_rest bigint := p_cents - least(p_cents, greatest(0, p_all - v_waiting));
begin
  foreach v_spend in array p_spends loop
    exit when v_rest = 0;
    v_part := least(v_spend.cents, v_rest);
    insert into settlement_spends (event_id, deposit_id, to_account, cents, waits)
      values (p_event, v_spend.deposit_id, p_to, v_part, true);
    if v_part = v_spend.cents then delete from settlement_spends where id = v_spend.id;
    else update settlement_spends set cents = cents - v_part where id = v_spend.id;
    end if;
    v_rest := v_rest - v_part;
  end loop;
end
$function$
;
comment on function settlement_move(settlement_spends[],bigint,bigint,bigint,bigint) is 'Moves waiting spends to another account for p_cents that leave p_all cents. What does not wait leaves first.';

CREATE OR REPLACE FUNCTION public.settlement_open(p_deposit uuid, p_account bigint, p_cents bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$
;
comment on function settlement_open(uuid,bigint,bigint) is 'Opens the lot of a credited deposit, unsettled, and raises the depth of all deposits that are unsettled together with it.';

CREATE OR REPLACE FUNCTION public.settlement_pass_on(p_from_event bigint, p_from bigint, p_event bigint, p_to bigint, p_cents bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_spends constant settlement_spends[] := array(
    select s from settlement_spends s where event_id = p_from_event and to_account = p_from and waits order by id);
  v_all constant bigint := (select sum(amount) from ledger_postings where event_id = p_from_event and to_account = p_from);
begin
  perform settlement_move(v_spends, p_event, p_to, p_cents, v_all);
end
$function$
;
comment on function settlement_pass_on(bigint,bigint,bigint,bigint,bigint) is 'Moves the waiting part of an amount, which is a part of an event''s money, to the account that receives it. A recipient of unsettled money has
to wait as well.';

CREATE OR REPLACE FUNCTION public.settlement_raise(p_account bigint, p_settled bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_tier constant int := settlement_tier(p_settled + (
    select coalesce(sum(cents), 0) from settlement_lots where account_id = p_account and state = 'unsettled')::bigint);
begin
  update settlement_lots set settles_at = v_tier where account_id = p_account and state = 'unsettled' and settles_at < v_tier;
end
$function$
;
comment on function settlement_raise(bigint,bigint) is 'Raises the depth at which a wallet''s unsettled deposits settle to the tier of their total plus p_settled cents. It never lowers a depth.';

CREATE OR REPLACE FUNCTION public.settlement_release(p_deposit uuid)
 RETURNS TABLE(user_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform 1 from ledger_balances b join settlement_lots l on l.account_id = b.account_id where l.deposit_id = p_deposit for no key update of b;
  update settlement_lots set released = true where deposit_id = p_deposit;
  return query
    with changed as (
      update settlement_spends s set released = true, waits = false where s.deposit_id = p_deposit returning s.to_account)
    select distinct a.user_id from changed c join ledger_accounts a on a.id = c.to_account where a.user_id is not null;
end
$function$
;
comment on function settlement_release(uuid) is 'Lets earnings from one deposit be withdrawn although it is not settled. Returns the users whose earnings changed.';

CREATE OR REPLACE FUNCTION public.settlement_repay(p_account bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_debt settlement_spends;
  v_free bigint;
  v_available bigint;
  v_part bigint;
begin
  for v_debt in
    select s.* from settlement_lots l join settlement_spends s on s.deposit_id = l.deposit_id
    where l.account_id = p_account and l.in_use and l.state = 'reversed' order by s.id
  loop
    v_free := settlement_free(p_account);
    v_available := v_free + (select coalesce(sum(unspent), 0) from settlement_lots
      where account_id = p_account and in_use and state <> 'reversed');
    exit when v_available <= 0;
    v_part := least(v_debt.cents, v_available);
    if v_part = v_debt.cents then delete from settlement_spends where id = v_debt.id;
    else update settlement_spends set cents = cents - v_part where id = v_debt.id;
    end if;
    update settlement_lots set unspent = unspent + v_part where deposit_id = v_debt.deposit_id;
    perform settlement_take(p_account, v_debt.event_id, v_debt.to_account, v_part, v_free, v_debt.released);
  end loop;
end
$function$
;
comment on function settlement_repay(bigint) is 'Repays a wallet''s debt for reversed deposits from its present balance, oldest spend first.';

CREATE OR REPLACE FUNCTION public.settlement_take(p_account bigint, p_event bigint, p_to bigint, p_cents bigint, p_free bigint, p_released boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_rest bigint := p_cents - least(p_cents, greatest(p_free, 0));
  v_lot settlement_lots;
  v_part bigint;
begin
  if v_rest = 0 then return; end if;
  for v_lot in
    select * from settlement_lots where account_id = p_account and in_use and unspent > 0
    order by array_position(array['settled', 'unsettled', 'reversed'], state), deposit_id
  loop
    v_part := least(v_lot.unspent, v_rest);
    update settlement_lots set unspent = unspent - v_part where deposit_id = v_lot.deposit_id;
    insert into settlement_spends (event_id, deposit_id, to_account, cents, waits, released)
      values (p_event, v_lot.deposit_id, p_to, v_part,
        v_lot.state <> 'settled' and not (p_released or v_lot.released), p_released or v_lot.released);
    v_rest := v_rest - v_part;
    exit when v_rest = 0;
  end loop;
end
$function$
;
comment on function settlement_take(bigint,bigint,bigint,bigint,bigint,boolean) is 'Records where p_cents that leave a wallet came from: first the p_free cents that are not from deposits, then settled, unsettled and
reversed deposits.';

CREATE OR REPLACE FUNCTION public.settlement_take_back(p_account bigint, p_event bigint, p_to bigint, p_cents bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  -- spends change only under the lock of their payer's wallet. ledger_post() has locked all but those of buyers who paid in that moment
  v_spends constant settlement_spends[] := array(
    select s from settlement_spends s join settlement_lots l on l.deposit_id = s.deposit_id
    join ledger_balances payer on payer.account_id = l.account_id
    where s.to_account = p_account and s.waits order by l.state = 'reversed' desc, s.id for no key update of payer, s);
  v_before constant bigint := p_cents + (select posted - held from ledger_balances where account_id = p_account);
begin
  perform settlement_move(v_spends, p_event, p_to, p_cents, v_before);
end
$function$
;
comment on function settlement_take_back(bigint,bigint,bigint,bigint) is 'Moves the waiting part of what staff took from a seller, so that it does not hold back later earnings. Earnings from reversed deposits are
taken before those from unsettled ones.';

CREATE OR REPLACE FUNCTION public.settlement_tier(p_cents bigint, p_is_peg_out boolean DEFAULT false, p_is_coinbase boolean DEFAULT false)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when p_is_coinbase then coinbase_maturity()
    when p_is_peg_out or p_cents >= large_deposit_cents() then 24
    when p_cents >= medium_deposit_cents() then 12
    else 6
  end
$function$
;
comment on function settlement_tier(bigint,boolean,boolean) is 'The confirmations at which a deposit is settled: a later reversal is then too unlikely. p_cents is the total that its owner has
unsettled, so that splitting an amount changes nothing. A reorganisation may change the txid of a peg-out from MWEB.';

CREATE OR REPLACE FUNCTION public.skip_unaffordable_pre_orders(p_places bigint[], p_requests placement_request[], p_choices stock_choice[], p_budgets buyer_budget[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update pre_orders p set
      affordable_rate_cents = affordable_rate(p.robux_amount, least(b.spendable_cents, b.allowed_cents) - c.spent_cents),
      limited_by = case when b.allowed_cents < b.spendable_cents
        then case when b.too_young_until is null then 'spending_limit' else 'account_too_new' end end,
      limited_until = case when b.allowed_cents < b.spendable_cents
        then coalesce(b.too_young_until, date_trunc('day', now(), 'UTC') + interval '1 day') end
    from unnest(p_choices) c join numbered_requests(p_requests) r on r.n = c.n join unnest(p_budgets) b on b.buyer_id = r.buyer_id
    where p.place = p_places[c.n] and c.code in ('over_limit', 'insufficient_balance')
$function$
;
comment on function skip_unaffordable_pre_orders(bigint[],placement_request[],stock_choice[],buyer_budget[]) is 'Records the maximum rate of buyers who cannot pay for the stock that fits. Matching skips them until their balance grows or their limit ends.
The stored reason is the tighter of limit and balance. Matching finds the other one after the first has ended.';

CREATE OR REPLACE FUNCTION public.spent_today(p_buyer uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(cents), 0)::bigint from (
    select total_cents as cents from orders
      where buyer_id = p_buyer and status <> 'failed' and created_at >= date_trunc('day', now(), 'UTC')
    union all select total_cents from transactions
      where buyer_id = p_buyer and stage not in ('cancelled', 'failed') and created_at >= date_trunc('day', now(), 'UTC')
    union all select spent_cents from identities
      where user_id = p_buyer and day = (now() at time zone 'UTC')::date) today
$function$
;
comment on function spent_today(uuid) is 'Cents that a person spent today (UTC) on orders and trades that did not fail, with an account that they deleted today included.';

CREATE OR REPLACE FUNCTION public.stock_has_grown(old roblox_accounts, new roblox_accounts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return is_on_sale(new) and new.robux_balance > new.reserved_robux and (
    not is_on_sale(old) or new.rate_cents < old.rate_cents or new.robux_balance - new.reserved_robux > old.robux_balance - old.reserved_robux);
end
$function$
;
comment on function stock_has_grown(roblox_accounts,roblox_accounts) is 'Whether an account can sell something that it could not sell before.';

CREATE OR REPLACE FUNCTION public.sweeps_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'requested' then raise exception 'a % sweep cannot change', old.state; end if;
  if new.state = 'signed' and not is_signer() then raise exception 'only the signer signs'; end if;
  return new;
end
$function$
;
comment on function sweeps_guard() is 'A sweep leaves the state requested only once, and only the signer signs it.';

CREATE OR REPLACE FUNCTION public.take_call(p_account uuid, p_burst double precision, p_per_second double precision, p_max_seconds double precision)
 RETURNS double precision
 LANGUAGE plpgsql
AS $function$
declare
  v_pace account_paces;
  v_left double precision;
  v_wait double precision;
begin
  insert into account_paces (account_id, calls_left, counted_at) values (p_account, p_burst, clock_timestamp())
    on conflict do nothing;
  select * into v_pace from account_paces where account_id = p_account for update;
  v_left := least(p_burst,
    v_pace.calls_left + extract(epoch from clock_timestamp() - v_pace.counted_at) * p_per_second) - 1;
  v_wait := greatest(0, -v_left / p_per_second,
    coalesce(extract(epoch from v_pace.paused_until - clock_timestamp()), 0));
  if v_wait <= p_max_seconds then
    update account_paces set calls_left = v_left, counted_at = clock_timestamp() where account_id = p_account;
  end if;
  return v_wait;
end
$function$
;
comment on function take_call(uuid,double precision,double precision,double precision) is 'A token bucket for the calls of one account. Returns the seconds to wait before the call. A wait of more than p_max_seconds takes no token.';

CREATE OR REPLACE FUNCTION public.trade_clock()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select least((select started_at from trade_pauses where ended_at is null), web_down_since(), now())
$function$
;
comment on function trade_clock() is 'The time that the deadlines of trades are compared with: now, or the start of the present pause. So nothing becomes due during a pause.';

CREATE OR REPLACE FUNCTION public.trades_paused()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select emergency_stopped()
    or coalesce((select (value ->> 'enabled')::boolean from settings where key = 'maintenance_mode'), false)
$function$
;
comment on function trades_paused() is 'Whether buyers and sellers cannot end their trades now: during an emergency stop or maintenance.';

CREATE OR REPLACE FUNCTION public.transaction_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'a trade''s hold is not what its stage says', t.id::text,
    case when t.ended_at is null then t.total_cents else 0 end, coalesce(h.remaining, 0)
  from transactions t left join ledger_holds h on h.key = 'transaction ' || t.id
  where coalesce(h.remaining, 0) <> case when t.ended_at is null then t.total_cents else 0 end
  union all
  select 'a trade''s hold belongs to no trade', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'transaction %'
    and not exists (select from transactions t where h.key = 'transaction ' || t.id)
  union all
  select side.what, t.id::text, side.due, side.booked
  from transactions t cross join lateral (
    select coalesce(sum(p.amount) filter (where f.name = 'user:' || t.buyer_id || ':buyer'
        and o.name = 'user:' || t.seller_id || ':seller'), 0)::bigint as seller,
      coalesce(sum(p.amount) filter (where f.name = 'user:' || t.buyer_id || ':buyer' and o.name = 'house:fees'), 0)::bigint as fee,
      coalesce(sum(p.amount), 0)::bigint as total
    from ledger_events e join ledger_postings p on p.event_id = e.id
      join ledger_accounts f on f.id = p.from_account join ledger_accounts o on o.id = p.to_account
    where e.key = 'transaction ' || t.id || ' completed') paid
  cross join lateral (values
    ('a trade does not pay its seller as its stage says',
      case when t.stage = 'completed' then t.total_cents - t.fee_cents else 0 end, paid.seller),
    ('a trade does not pay the house as its stage says', case when t.stage = 'completed' then t.fee_cents else 0 end, paid.fee),
    ('a trade does not cost its buyer what its stage says', case when t.stage = 'completed' then t.total_cents else 0 end, paid.total)
  ) side (what, due, booked)
  where side.due <> side.booked
  union all
  select state.what, l.id::text, state.trades, (l.status = state.status)::int
  from listings l cross join lateral (
    select 'a listing is not pending as its trades say' as what, 'pending' as status, count(*) as trades
    from transactions t where t.listing_id = l.id and t.ended_at is null
    union all
    select 'a listing is not sold as its trades say', 'sold', count(*)
    from transactions t where t.listing_id = l.id and t.stage = 'completed') state
  where state.trades <> (l.status = state.status)::int
$function$
;
comment on function transaction_differences() is 'Trades whose hold, payment or listing differs from their stage.';

CREATE OR REPLACE FUNCTION public.transaction_events_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or new.said is not null or (new.id, new.transaction_id, new.at, new.actor_id, new.what)
    is distinct from (old.id, old.transaction_id, old.at, old.actor_id, old.what) then
    raise exception 'events of a trade are append-only';
  end if;
  return new;
end
$function$
;
comment on function transaction_events_guard() is 'Keeps the events of a trade append-only. A message may be removed, but not changed.';

CREATE OR REPLACE FUNCTION public.transactions_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'a trade is never deleted'; end if;
  if tg_op = 'INSERT' then
    if new.stage <> 'pending' then raise exception 'a trade starts as pending, not as %', new.stage; end if;
    return new;
  end if;
  if new.stage <> old.stage and (old.stage, new.stage) not in (
    ('pending', 'delivered'), ('pending', 'disputed'), ('pending', 'cancelled'), ('pending', 'failed'),
    ('delivered', 'completed'), ('delivered', 'disputed'), ('delivered', 'failed'),
    ('disputed', 'completed'), ('disputed', 'cancelled'), ('disputed', 'failed')) then
    raise exception 'a trade that is % does not become %', old.stage, new.stage;
  end if;
  if (new.id, new.listing_id, new.seller_id, new.buyer_id, new.title, new.units, new.price_cents, new.total_cents,
      new.fee_cents, new.created_at) is distinct from
     (old.id, old.listing_id, old.seller_id, old.buyer_id, old.title, old.units, old.price_cents, old.total_cents,
      old.fee_cents, old.created_at)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'a trade does not change its terms';
  end if;
  if new.deliver_by <> old.deliver_by and (old.stage <> 'pending' or new.deliver_by < old.deliver_by
    or not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage')) then
    raise exception 'the delivery time of a trade moves only later, and only by a pause';
  end if;
  if old.stars is not null and (new.stars is distinct from old.stars
    or (new.comment is not null and new.comment is distinct from old.comment)) then
    raise exception 'a trade can be rated only once';
  end if;
  return new;
end
$function$
;
comment on function transactions_guard() is 'Allows only the legal stage changes of a trade. Its terms never change, except that a pause moves the delivery time of a pending one
(move_trade_deadlines()), which no role of the application can do directly. It can be rated once.';

CREATE OR REPLACE FUNCTION public.unsettled_cents(p_user uuid, p_price bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select sum(coalesce(d.cents, div(d.litoshi::numeric * p_price, 100000000), large_deposit_cents()))::bigint
  from deposits d left join settlement_lots l on l.deposit_id = d.id
  where d.user_id = p_user and d.height is not null and l.state is distinct from 'settled'
$function$
;
comment on function unsettled_cents(uuid,bigint) is 'The total of a user''s mined deposits that are not settled. Uncredited ones count at p_price cents per LTC; without a price, each counts
as a large one.';

CREATE OR REPLACE FUNCTION public.unverified_text()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'We couldn''t verify a purchase by this account and are investigating. The account goes on sale again afterwards.'
$function$
;
comment on function unverified_text() is 'The reason that sellers read until an escalated purchase is decided. UNVERIFIED_PURCHASE in stock.rules.ts is the same.';

CREATE OR REPLACE FUNCTION public.users_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('users', new.id::text);
  return null;
end
$function$
;
comment on function users_announce() is 'Notifies all processes that a user changed.';

CREATE OR REPLACE FUNCTION public.value_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'an order does not cost what its Robux cost', id::text, order_total(robux_amount, rate_cents), total_cents
  from orders where split_id is null and total_cents <> order_total(robux_amount, rate_cents)
  union all
  select 'a trade does not cost what its items cost', id::text, units * price_cents, total_cents
  from transactions where total_cents <> units * price_cents
  union all
  select 'a deposit is not credited at its price', d.id::text, worth.cents, d.cents
  from deposits d join prices p on p.id = d.price_id
  cross join lateral (select div(d.litoshi::numeric * p.price, 100000000)::bigint as cents) worth
  where d.cents <> worth.cents
  union all
  select 'a withdrawal does not pay its dollars at its price', w.id::text, worth.litoshi, w.litoshi
  from withdrawals w join prices p on p.id = w.price_id
  cross join lateral (select div(w.amount_cents::numeric * 100000000, p.price)::bigint as litoshi) worth
  where w.litoshi <> worth.litoshi
  union all
  select 'the fee of a withdrawal is not its percentage', w.id::text, due.cents, w.percentage_fee_cents
  from withdrawals w
  cross join lateral (select (w.amount_cents * w.fee_percent + 50) / 100 as cents) due
  where w.percentage_fee_cents <> due.cents
$function$
;
comment on function value_differences() is 'Orders, trades, deposits and withdrawals whose amount is not what their Robux, items, coins or dollars are worth at their own rate or price.
The fee of a trade has no stored percentage. The parts of a split order are in order_differences().';

CREATE OR REPLACE FUNCTION public.was_restored()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from database_identity i cross join present_database() p
    where (i.system, i.database, i.timeline) <> (p.system, p.database, p.timeline))
$function$
;
comment on function was_restored() is 'Whether this database was restored, and no process has recognised it yet.';

CREATE OR REPLACE FUNCTION public.web_down_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select max(minute) + interval '1 minute' from heartbeats where minute <= now()
    having max(minute) < now() - interval '6 minutes'
$function$
;
comment on function web_down_since() is 'Since when no web process has answered people, if that is more than five minutes ago. A deploy takes less. Null before the first heartbeat.
Heartbeats of the future are from before the clock was set back.';

CREATE OR REPLACE FUNCTION public.withdrawal_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'a withdrawal''s hold is not what its state says', w.id::text,
    case when w.confirmed_at is null and w.failed_at is null then w.total_cents else 0 end, coalesce(h.remaining, 0)
  from withdrawals w left join ledger_holds h on h.key = 'withdrawal ' || w.id
  where coalesce(h.remaining, 0) <> case when w.confirmed_at is null and w.failed_at is null then w.total_cents else 0 end
  union all
  select 'a withdrawal is not booked as its state says', w.id::text,
    case when w.confirmed_at is null then 0 else w.total_cents end, coalesce(booked.total, 0)
  from withdrawals w cross join lateral (
    select sum(p.amount)::bigint as total from ledger_events e join ledger_postings p on p.event_id = e.id
    where e.key = 'withdrawal ' || w.id || ' confirmed') booked
  where coalesce(booked.total, 0) <> case when w.confirmed_at is null then 0 else w.total_cents end
  union all
  select 'a lost withdrawal is not returned as often as its state says', w.id::text,
    case when w.confirmed_at is not null and w.failed_at is not null then w.total_cents else 0 end, coalesce(returned.total, 0)
  from withdrawals w cross join lateral (
    select sum(p.amount)::bigint as total from ledger_events e join ledger_postings p on p.event_id = e.id
    where e.key = 'withdrawal ' || w.id || ' returned') returned
  where coalesce(returned.total, 0) <> case when w.confirmed_at is not null and w.failed_at is not null then w.total_cents else 0 end
  union all
  select 'a returned withdrawal is mined, and no review says so', w.id::text, 0, w.total_cents
  from withdrawals w join own_transactions t on t.txid = w.txid
  where w.failed_at is not null and t.mined_height is not null
    and not exists (select from reviews r where r.kind = 'foreign_spend' and r.subject_id = t.id)
  union all
  select 'a withdrawal''s hold belongs to no withdrawal', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'withdrawal %'
    and not exists (select from withdrawals w where h.key = 'withdrawal ' || w.id)
$function$
;
comment on function withdrawal_differences() is 'Withdrawals whose hold, booking or payment differs from their state.';

CREATE OR REPLACE FUNCTION public.withdrawals_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' then raise exception 'a withdrawal starts as requested, not as %', new.state; end if;
    return new;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('requested', 'approved'), ('requested', 'failed'), ('approved', 'requested'), ('approved', 'signed'), ('approved', 'failed'),
    ('signed', 'broadcast'), ('signed', 'needs_review'), ('signed', 'cancelling'), ('broadcast', 'confirmed'),
    ('broadcast', 'needs_review'), ('broadcast', 'cancelling'), ('confirmed', 'broadcast'), ('needs_review', 'broadcast'),
    ('needs_review', 'cancelling'), ('cancelling', 'broadcast'), ('cancelling', 'failed')) then
    raise exception 'a withdrawal cannot go from % to %', old.state, new.state;
  end if;
  if new.state = 'signed' and old.state <> 'signed' and not is_signer() then raise exception 'only the signer signs'; end if;
  if (new.id, new.user_id, new.amount_cents, new.fee_percent, new.percentage_fee_cents, new.network_fee_cents, new.price_id,
      new.litoshi, new.address, new.script, new.created_at)
    is distinct from (old.id, old.user_id, old.amount_cents, old.fee_percent, old.percentage_fee_cents, old.network_fee_cents,
      old.price_id, old.litoshi, old.address, old.script, old.created_at) then
    raise exception 'a withdrawal does not change its amounts or its recipient';
  end if;
  if (old.txid is not null and new.txid is distinct from old.txid)
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) then
    raise exception 'a withdrawal has one transaction and is booked once';
  end if;
  if old.state = 'cancelling' and new.state = 'failed' and new.loss_accepted_at is null and not exists (select from dead_transactions() where txid = old.txid) then
    raise exception 'a signed withdrawal fails only when its transaction can never be mined, or when an owner accepts the risk';
  end if;
  return new;
end
$function$
;
comment on function withdrawals_guard() is 'Allows only the legal state changes of a withdrawal. Its amounts and recipient never change, only the signer
makes it signed, and a signed one fails only when its transaction can never be mined or an owner accepts that risk.';

CREATE OR REPLACE FUNCTION public.withdrawn_today(p_user uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(cents), 0)::bigint from (
    select amount_cents as cents from withdrawals
      where user_id = p_user and state <> 'failed' and created_at >= date_trunc('day', now(), 'UTC')
    union all select withdrawn_cents from identities
      where user_id = p_user and day = (now() at time zone 'UTC')::date) today
$function$
;
comment on function withdrawn_today(uuid) is 'Cents that a person withdrew today (UTC), with an account that they deleted today included. Fees and failed withdrawals do not count.';

CREATE OR REPLACE FUNCTION public.write_orders(p_requests placement_request[], p_choices stock_choice[], p_budgets buyer_budget[], p_event text, p_first_check interval)
 RETURNS SETOF written_order
 LANGUAGE plpgsql
AS $function$
declare
  v_ids uuid[]; v_wallets bigint[]; v_totals bigint[];
begin
  -- The nth element of each array belongs to the nth request.
  select array_agg(case when c.code = 'chosen' then new_id() end order by r.n), array_agg(b.wallet_id order by r.n),
      array_agg(c.total_cents order by r.n)
    into v_ids, v_wallets, v_totals
    from numbered_requests(p_requests) r left join unnest(p_choices) c on c.n = r.n left join unnest(p_budgets) b on b.buyer_id = r.buyer_id;
  insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, max_rate_cents, total_cents,
      gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, next_check_at)
    select v_ids[c.n], r.buyer_id, c.account_id, c.seller_id, r.robux_amount, c.rate_cents, coalesce(r.max_rate_cents, c.rate_cents),
      c.total_cents, r.gamepass_url, r.pass_id, r.product_id, r.pass_name, r.creator_type, r.creator_target_id, false, now() + p_first_check
    from unnest(p_choices) c join numbered_requests(p_requests) r on r.n = c.n where c.code = 'chosen';
  insert into order_events (order_id, code, details)
    select v_ids[c.n], p_event, jsonb_build_object('robux', r.robux_amount, 'rateCents', c.rate_cents, 'totalCents', c.total_cents)
    from unnest(p_choices) c join numbered_requests(p_requests) r on r.n = c.n where c.code = 'chosen' order by c.n;
  perform ledger_hold_all(array_agg('order ' || h.id), array_agg(h.wallet), array_agg(h.cents), moment())
    from unnest(v_ids, v_wallets, v_totals) h (id, wallet, cents) where h.id is not null having count(*) > 0;
  return query select o.n::int, o.id from unnest(v_ids) with ordinality o (id, n) where o.id is not null;
end
$function$
;
comment on function write_orders(placement_request[],stock_choice[],buyer_budget[],text,interval) is 'Writes the orders of the requests whose stock was chosen: the order, its first event, and the hold on the buyer''s wallet. After
p_first_check the worker restarts an order whose job was lost.';

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.affiliate_payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.affiliate_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.api_credentials FOR EACH ROW EXECUTE FUNCTION own_row_announce('api-credentials', 'user_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF revoked_at ON public.api_credentials FOR EACH ROW WHEN ((old.revoked_at IS DISTINCT FROM new.revoked_at)) EXECUTE FUNCTION own_row_announce('api-credentials', 'user_id');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER chain AFTER INSERT ON public.audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER guard BEFORE UPDATE ON public.chain_outputs FOR EACH ROW EXECUTE FUNCTION chain_outputs_guard();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.clean_ups FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER guard BEFORE UPDATE ON public.deposits FOR EACH ROW EXECUTE FUNCTION deposits_guard();
CREATE TRIGGER keep_price AFTER INSERT OR UPDATE OF price_id ON public.deposits FOR EACH ROW WHEN ((new.price_id IS NOT NULL)) EXECUTE FUNCTION keep_price();
CREATE TRIGGER keep_seen_price AFTER INSERT ON public.deposits FOR EACH ROW EXECUTE FUNCTION keep_seen_price();
CREATE TRIGGER notify AFTER UPDATE ON public.deposits FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['credited'::text, 'reversed'::text])))) EXECUTE FUNCTION notify_of_deposit();
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OF state ON public.factor_resets FOR EACH ROW EXECUTE FUNCTION own_row_announce('factors', 'user_id');
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.factors FOR EACH ROW EXECUTE FUNCTION own_row_announce('factors', 'user_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF name, confirmed_at, used_at ON public.factors FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.confirmed_at IS DISTINCT FROM new.confirmed_at)) OR (old.used_at IS DISTINCT FROM new.used_at))) EXECUTE FUNCTION own_row_announce('factors', 'user_id');
CREATE TRIGGER mark_user AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON public.factors FOR EACH ROW EXECUTE FUNCTION factors_mark_user();
CREATE TRIGGER outage_recorded BEFORE INSERT ON public.heartbeats FOR EACH ROW WHEN ((new.minute > (now() - '00:05:00'::interval))) EXECUTE FUNCTION record_outage();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER retry_unaffordable_pre_orders AFTER UPDATE ON public.ledger_balances FOR EACH ROW WHEN (((new.posted - new.held) > (old.posted - old.held))) EXECUTE FUNCTION retry_unaffordable_pre_orders();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER announce AFTER INSERT ON public.listings FOR EACH ROW EXECUTE FUNCTION own_row_announce('listings', 'seller_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF updated_at ON public.listings FOR EACH ROW WHEN ((old.updated_at IS DISTINCT FROM new.updated_at)) EXECUTE FUNCTION own_row_announce('listings', 'seller_id');
CREATE TRIGGER announce_marketplace AFTER INSERT ON public.listings FOR EACH ROW EXECUTE FUNCTION marketplace_announce();
CREATE TRIGGER announce_marketplace_changed AFTER UPDATE OF updated_at ON public.listings FOR EACH ROW WHEN (((old.updated_at IS DISTINCT FROM new.updated_at) AND (('active'::text = old.status) OR ('active'::text = new.status)))) EXECUTE FUNCTION marketplace_announce();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.listings FOR EACH ROW EXECUTE FUNCTION listings_guard();
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.notifications FOR EACH ROW EXECUTE FUNCTION own_row_announce('notifications', 'user_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF webhook_id, kinds ON public.notifications FOR EACH ROW WHEN (((old.webhook_id IS DISTINCT FROM new.webhook_id) OR (old.kinds IS DISTINCT FROM new.kinds))) EXECUTE FUNCTION own_row_announce('notifications', 'user_id');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.order_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER back_in_queue AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((new.status = 'failed'::text) AND (old.status <> 'failed'::text))) EXECUTE FUNCTION return_pre_order();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
CREATE TRIGGER notify AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((new.status <> old.status) AND ((new.status = ANY (ARRAY['completed'::text, 'failed'::text])) OR ((new.status = 'manual'::text) AND (new.manual_deadline IS NOT NULL))))) EXECUTE FUNCTION notify_of_order();
CREATE TRIGGER parts_stay BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_parts_stay();
CREATE TRIGGER wait BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_wait();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.own_transactions FOR EACH ROW EXECUTE FUNCTION own_transactions_guard();
CREATE TRIGGER no_delete BEFORE DELETE ON public.own_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION pre_orders_announce();
CREATE TRIGGER count_added AFTER INSERT ON public.pre_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_pre_orders();
CREATE TRIGGER count_changed AFTER UPDATE ON public.pre_orders REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_changed_pre_orders();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION pre_orders_guard();
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.price_alerts FOR EACH ROW EXECUTE FUNCTION own_row_announce('price-alerts', 'user_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF met_at ON public.price_alerts FOR EACH ROW WHEN ((old.met_at IS DISTINCT FROM new.met_at)) EXECUTE FUNCTION own_row_announce('price-alerts', 'user_id');
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.proxies FOR EACH ROW EXECUTE FUNCTION own_row_announce('proxies', 'user_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF status, status_reason, removal_due ON public.proxies FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.status_reason IS DISTINCT FROM new.status_reason)) OR (old.removal_due IS DISTINCT FROM new.removal_due))) EXECUTE FUNCTION own_row_announce('proxies', 'user_id');
CREATE TRIGGER guard BEFORE UPDATE ON public.proxies FOR EACH ROW EXECUTE FUNCTION proxies_guard();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.purchase_attempts FOR EACH ROW EXECUTE FUNCTION purchase_attempts_guard();
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OF used_at ON public.recovery_codes FOR EACH ROW EXECUTE FUNCTION own_row_announce('factors', 'user_id');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.referrals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.referrals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER guard BEFORE UPDATE ON public.restores FOR EACH ROW EXECUTE FUNCTION restores_guard();
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION reviews_guard();
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.roblox_accounts FOR EACH ROW EXECUTE FUNCTION roblox_accounts_announce();
CREATE TRIGGER announce_changed AFTER UPDATE OF status, status_reason, is_active, rate_cents, fulfilment, proxy_id, robux_balance, removed_at, unmatched ON public.roblox_accounts FOR EACH ROW WHEN ((((((((((old.status IS DISTINCT FROM new.status) OR (old.status_reason IS DISTINCT FROM new.status_reason)) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.rate_cents IS DISTINCT FROM new.rate_cents)) OR (old.fulfilment IS DISTINCT FROM new.fulfilment)) OR (old.proxy_id IS DISTINCT FROM new.proxy_id)) OR (old.robux_balance IS DISTINCT FROM new.robux_balance)) OR (old.removed_at IS DISTINCT FROM new.removed_at)) OR (old.unmatched IS DISTINCT FROM new.unmatched))) EXECUTE FUNCTION roblox_accounts_announce();
CREATE TRIGGER announce_rule AFTER UPDATE OF price_rule_id, is_paused_by_rule ON public.roblox_accounts FOR EACH ROW WHEN (((old.price_rule_id IS DISTINCT FROM new.price_rule_id) OR (old.is_paused_by_rule IS DISTINCT FROM new.is_paused_by_rule))) EXECUTE FUNCTION roblox_accounts_announce();
CREATE TRIGGER mark_banned_seller BEFORE INSERT ON public.roblox_accounts FOR EACH ROW EXECUTE FUNCTION mark_new_account_of_banned_seller();
CREATE CONSTRAINT TRIGGER match_added AFTER INSERT ON public.roblox_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((is_on_sale(new.*) AND (new.robux_balance > new.reserved_robux))) EXECUTE FUNCTION match_new_stock();
CREATE CONSTRAINT TRIGGER match_grown AFTER UPDATE ON public.roblox_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.reserved_robux <= old.reserved_robux)) EXECUTE FUNCTION match_new_stock();
CREATE TRIGGER notify AFTER UPDATE OF status ON public.roblox_accounts FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['invalid_cookie'::text, '2fa_required'::text])))) EXECUTE FUNCTION notify_of_account();
CREATE TRIGGER proxy_left AFTER UPDATE ON public.roblox_accounts FOR EACH ROW WHEN (((old.proxy_id IS NOT NULL) AND (new.proxy_id IS NULL))) EXECUTE FUNCTION delete_unused_proxy();
CREATE TRIGGER record_added AFTER INSERT ON public.roblox_accounts FOR EACH ROW EXECUTE FUNCTION record_added_account();
CREATE TRIGGER record_change AFTER UPDATE OF status, status_reason, is_active, fulfilment, robux_balance ON public.roblox_accounts FOR EACH ROW WHEN (((new.removed_at IS NULL) AND (((((old.status IS DISTINCT FROM new.status) OR (old.status_reason IS DISTINCT FROM new.status_reason)) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.fulfilment IS DISTINCT FROM new.fulfilment)) OR ((old.robux_balance <> new.robux_balance) AND (old.total_sold = new.total_sold))))) EXECUTE FUNCTION record_account_change();
CREATE TRIGGER removal_due BEFORE UPDATE ON public.roblox_accounts FOR EACH ROW WHEN (new.removal_due) EXECUTE FUNCTION remove_account_when_free();
CREATE TRIGGER removed_is_forgotten AFTER UPDATE ON public.roblox_accounts FOR EACH ROW WHEN (((new.removed_at IS NOT NULL) AND (old.removed_at IS NULL))) EXECUTE FUNCTION forget_account_events();
CREATE TRIGGER removed_leaves_proxy BEFORE UPDATE ON public.roblox_accounts FOR EACH ROW WHEN (((new.removed_at IS NOT NULL) AND (old.removed_at IS NULL))) EXECUTE FUNCTION leave_proxy();
CREATE TRIGGER removed_leaves_rule BEFORE UPDATE ON public.roblox_accounts FOR EACH ROW WHEN (((new.removed_at IS NOT NULL) AND (new.price_rule_id IS NOT NULL))) EXECUTE FUNCTION end_rule_pause();
CREATE TRIGGER rule_left BEFORE UPDATE OF price_rule_id ON public.roblox_accounts FOR EACH ROW WHEN (((new.price_rule_id IS NULL) AND (old.price_rule_id IS NOT NULL))) EXECUTE FUNCTION end_rule_pause();
CREATE TRIGGER stay_offline BEFORE UPDATE OF status ON public.roblox_accounts FOR EACH ROW WHEN (((new.status = 'online'::text) AND (old.status <> 'online'::text))) EXECUTE FUNCTION roblox_accounts_stay_offline();
CREATE TRIGGER stay_offline_added BEFORE INSERT ON public.roblox_accounts FOR EACH ROW WHEN ((new.status = 'online'::text)) EXECUTE FUNCTION roblox_accounts_stay_offline();
CREATE TRIGGER stays_removed BEFORE UPDATE OF removed_at, sealed_cookie, is_active ON public.roblox_accounts FOR EACH ROW WHEN ((old.removed_at IS NOT NULL)) EXECUTE FUNCTION roblox_accounts_guard();
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION sessions_announce();
CREATE TRIGGER announce_changed AFTER UPDATE OF token_hash, rotation_due, expires_at ON public.sessions FOR EACH ROW EXECUTE FUNCTION sessions_announce();
CREATE TRIGGER limits_changed AFTER UPDATE ON public.settings FOR EACH ROW WHEN (((new.key = ANY (ARRAY['account_age'::text, 'new_buyer_cap'::text])) AND (old.value IS DISTINCT FROM new.value))) EXECUTE FUNCTION retry_limited_pre_orders();
CREATE CONSTRAINT TRIGGER match_started AFTER UPDATE ON public.settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.key = 'emergency_shutdown'::text) AND ((old.value ->> 'enabled'::text))::boolean AND (NOT ((new.value ->> 'enabled'::text))::boolean))) EXECUTE FUNCTION match_all_stock();
CREATE TRIGGER stop_recorded AFTER INSERT OR UPDATE ON public.settings FOR EACH ROW WHEN ((new.key = 'emergency_shutdown'::text)) EXECUTE FUNCTION record_emergency_stop();
CREATE TRIGGER trade_pause_recorded AFTER INSERT OR UPDATE ON public.settings FOR EACH ROW WHEN ((new.key = ANY (ARRAY['emergency_shutdown'::text, 'maintenance_mode'::text]))) EXECUTE FUNCTION record_trade_pause();
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.standing_orders FOR EACH ROW EXECUTE FUNCTION own_row_announce('standing-orders', 'user_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF next_at, paused_because ON public.standing_orders FOR EACH ROW WHEN (((old.next_at IS DISTINCT FROM new.next_at) OR (old.paused_because IS DISTINCT FROM new.paused_because))) EXECUTE FUNCTION own_row_announce('standing-orders', 'user_id');
CREATE TRIGGER guard BEFORE UPDATE ON public.sweeps FOR EACH ROW EXECUTE FUNCTION sweeps_guard();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.transaction_events FOR EACH ROW EXECUTE FUNCTION transaction_events_guard();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION transactions_guard();
CREATE TRIGGER notify_bought AFTER INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION notify_of_trade();
CREATE TRIGGER notify_moved AFTER UPDATE ON public.transactions FOR EACH ROW WHEN (((new.stage <> old.stage) AND (NOT ((new.stage = 'disputed'::text) AND (new.decided_for IS NOT NULL))))) EXECUTE FUNCTION notify_of_trade();
CREATE TRIGGER announce AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION users_announce();
CREATE TRIGGER announce_changed AFTER UPDATE OF role, is_owner, is_banned, deleted_at, has_factor ON public.users FOR EACH ROW WHEN ((((((old.role IS DISTINCT FROM new.role) OR (old.is_owner IS DISTINCT FROM new.is_owner)) OR (old.is_banned IS DISTINCT FROM new.is_banned)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.has_factor IS DISTINCT FROM new.has_factor))) EXECUTE FUNCTION users_announce();
CREATE TRIGGER announce_marketplace_banned AFTER UPDATE OF is_banned ON public.users FOR EACH ROW WHEN ((old.is_banned IS DISTINCT FROM new.is_banned)) EXECUTE FUNCTION seller_marketplace_announce();
CREATE TRIGGER mark_accounts AFTER UPDATE OF is_banned, deleted_at ON public.users FOR EACH ROW WHEN (((new.is_banned OR (new.deleted_at IS NOT NULL)) <> (old.is_banned OR (old.deleted_at IS NOT NULL)))) EXECUTE FUNCTION mark_accounts_of_banned_seller();
CREATE CONSTRAINT TRIGGER match_unbanned AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.is_banned AND (NOT new.is_banned)) OR (may_buy(new.*) AND (NOT may_buy(old.*))))) EXECUTE FUNCTION match_all_stock();
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.webhook_endpoints FOR EACH ROW EXECUTE FUNCTION own_row_announce('webhooks', 'user_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF url, kinds, failing_since, off_reason ON public.webhook_endpoints FOR EACH ROW WHEN (((((old.url IS DISTINCT FROM new.url) OR (old.kinds IS DISTINCT FROM new.kinds)) OR (old.failing_since IS DISTINCT FROM new.failing_since)) OR (old.off_reason IS DISTINCT FROM new.off_reason))) EXECUTE FUNCTION own_row_announce('webhooks', 'user_id');
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.withdrawal_addresses FOR EACH ROW EXECUTE FUNCTION own_row_announce('withdrawal-addresses', 'user_id');
CREATE TRIGGER announce_changed AFTER UPDATE OF label, usable_at ON public.withdrawal_addresses FOR EACH ROW WHEN (((old.label IS DISTINCT FROM new.label) OR (old.usable_at IS DISTINCT FROM new.usable_at))) EXECUTE FUNCTION own_row_announce('withdrawal-addresses', 'user_id');
CREATE TRIGGER announce_limit AFTER INSERT OR DELETE OR UPDATE OF unchecked_cents ON public.withdrawal_preferences FOR EACH ROW EXECUTE FUNCTION own_row_announce('factors', 'user_id');
CREATE TRIGGER announce_wait AFTER INSERT OR DELETE OR UPDATE OF wait_hours, next_wait_hours ON public.withdrawal_preferences FOR EACH ROW EXECUTE FUNCTION own_row_announce('withdrawal-addresses', 'user_id');
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawals_guard();
CREATE TRIGGER keep_price AFTER INSERT ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION keep_price();
CREATE TRIGGER no_delete BEFORE DELETE ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notify AFTER UPDATE ON public.withdrawals FOR EACH ROW WHEN (((new.state <> old.state) AND (new.state = ANY (ARRAY['failed'::text, 'confirmed'::text, 'broadcast'::text])) AND ((old.confirmed_at IS NULL) OR (new.state = 'failed'::text)))) EXECUTE FUNCTION notify_of_withdrawal();

grant execute on function acting_role() to sterling_app;
grant execute on function add_account_event(uuid,text,jsonb) to sterling_app;
grant execute on function add_notification(uuid,text,text,uuid,jsonb,text) to sterling_app;
grant execute on function address_usable_at(uuid,text,integer) to sterling_app;
grant execute on function affiliate_differences() to sterling_app;
grant execute on function affiliate_pay(text,uuid,integer,timestamp with time zone) to sterling_app;
grant execute on function affiliate_payout(bigint,integer) to sterling_app;
grant execute on function affordable_rate(bigint,bigint) to sterling_app;
grant execute on function applied_height() to sterling_app;
grant execute on function audit_differences() to sterling_app;
grant execute on function audit_hash(bytea,audit_log) to sterling_app;
grant execute on function business_days(date,date) to sterling_app;
grant execute on function buying_limits(uuid[]) to sterling_app;
grant execute on function chain_outputs_guard() to sterling_app;
grant execute on function choose_stock(placement_request[],buyer_budget[],boolean) to sterling_app;
grant execute on function coin_differences() to sterling_app;
grant execute on function coinbase_maturity() to sterling_app;
grant execute on function count_added_pre_orders() to sterling_app;
grant execute on function count_changed_pre_orders() to sterling_app;
grant execute on function count_write(text,integer,interval) to sterling_app;
grant execute on function counted_since() to sterling_app;
grant execute on function dead_transactions() to sterling_app;
grant execute on function delete_expired_rows() to sterling_app;
grant execute on function delete_unused_proxy() to sterling_app;
grant execute on function deposits_guard() to sterling_app;
grant execute on function emergency_stopped() to sterling_app;
grant execute on function end_rule_pause() to sterling_app;
grant execute on function event_differences() to sterling_app;
grant execute on function exclude_undecided(roblox_accounts) to sterling_app;
grant execute on function factors_mark_user() to sterling_app;
grant execute on function first_place_of_block(bigint) to sterling_app;
grant execute on function first_trade_at(text) to sterling_app;
grant execute on function fitting_pre_orders(bigint[],bigint,integer) to sterling_app;
grant execute on function fold_pre_order_blocks() to sterling_app;
grant execute on function forget_account_events() to sterling_app;
grant execute on function has_later_part(orders) to sterling_app;
grant execute on function highest_rate_cents() to sterling_app;
grant execute on function is_fresh_check(timestamp with time zone) to sterling_app;
grant execute on function is_on_sale(roblox_accounts) to sterling_app;
grant execute on function is_signer() to sterling_app;
grant execute on function job_lost_after() to sterling_app;
grant execute on function keep_identity(uuid,bytea) to sterling_app;
grant execute on function keep_price() to sterling_app;
grant execute on function keep_seen_price() to sterling_app;
grant execute on function large_deposit_cents() to sterling_app;
grant execute on function leave_proxy() to sterling_app;
grant execute on function ledger_account(text) to sterling_app;
grant execute on function ledger_day_differences() to sterling_app;
grant execute on function ledger_day_lines(bigint,bigint) to sterling_app;
grant execute on function ledger_days_between(date,date) to sterling_app;
grant execute on function ledger_differences() to sterling_app;
grant execute on function ledger_fold_days(bigint) to sterling_app;
grant execute on function ledger_has_frozen() to sterling_app;
grant execute on function ledger_hold(text,text,bigint,timestamp with time zone) to sterling_app;
grant execute on function ledger_hold_all(text[],bigint[],bigint[],timestamp with time zone) to sterling_app;
grant execute on function ledger_is_frozen(uuid) to sterling_app;
grant execute on function ledger_lock(text) to sterling_app;
grant execute on function ledger_lock_buyers(uuid[],boolean) to sterling_app;
grant execute on function ledger_post(text,text,jsonb,text,boolean,boolean,jsonb,timestamp with time zone) to sterling_app;
grant execute on function ledger_posted(text) to sterling_app;
grant execute on function ledger_resize_hold(text,bigint) to sterling_app;
grant execute on function ledger_void_hold(text,timestamp with time zone) to sterling_app;
grant execute on function listings_guard() to sterling_app;
grant execute on function litecoin_differences() to sterling_app;
grant execute on function lock_budgets(uuid[],boolean) to sterling_app;
grant execute on function lock_candidates(bigint,integer,integer,uuid,uuid[],bigint,boolean) to sterling_app;
grant execute on function lock_matching() to sterling_app;
grant execute on function lock_open_trades() to sterling_app;
grant execute on function lock_stock() to sterling_app;
grant execute on function lowest_rate_cents() to sterling_app;
grant execute on function mark_accounts_of_banned_seller() to sterling_app;
grant execute on function mark_new_account_of_banned_seller() to sterling_app;
grant execute on function marketplace_announce() to sterling_app;
grant execute on function match_pre_orders(uuid) to sterling_app;
grant execute on function max_robux_by_rate(uuid) to sterling_app;
grant execute on function max_settlement_depth() to sterling_app;
grant execute on function may_buy(users) to sterling_app;
grant execute on function medium_deposit_cents() to sterling_app;
grant execute on function meet_price_alerts() to sterling_app;
grant execute on function min_order_robux() to sterling_app;
grant execute on function moment() to sterling_app;
grant execute on function new_affiliate_code() to sterling_app;
grant execute on function new_id() to sterling_app;
grant execute on function next_round(integer,integer,text,timestamp with time zone) to sterling_app;
grant execute on function notify_low_stock() to sterling_app;
grant execute on function notify_of_account() to sterling_app;
grant execute on function notify_of_deposit() to sterling_app;
grant execute on function notify_of_offline(uuid) to sterling_app;
grant execute on function notify_of_order() to sterling_app;
grant execute on function notify_of_split_order(uuid) to sterling_app;
grant execute on function notify_of_trade() to sterling_app;
grant execute on function notify_of_withdrawal() to sterling_app;
grant execute on function numbered_requests(placement_request[]) to sterling_app;
grant execute on function order_differences() to sterling_app;
grant execute on function order_total(bigint,bigint) to sterling_app;
grant execute on function orders_guard() to sterling_app;
grant execute on function orders_parts_stay() to sterling_app;
grant execute on function orders_wait() to sterling_app;
grant execute on function own_row_announce() to sterling_app;
grant execute on function own_transactions_guard() to sterling_app;
grant execute on function own_wait_hours(uuid) to sterling_app;
grant execute on function owner_differences() to sterling_app;
grant execute on function pause_seller(uuid) to sterling_app;
grant execute on function paused_since(timestamp with time zone) to sterling_app;
grant execute on function paused_text() to sterling_app;
grant execute on function place_orders(json) to sterling_app;
grant execute on function pre_order_block(bigint) to sterling_app;
grant execute on function pre_order_differences() to sterling_app;
grant execute on function pre_orders_announce() to sterling_app;
grant execute on function pre_orders_guard() to sterling_app;
grant execute on function present_database() to sterling_app;
grant execute on function price_around(timestamp with time zone) to sterling_app;
grant execute on function price_id_around(timestamp with time zone) to sterling_app;
grant execute on function proxies_guard() to sterling_app;
grant execute on function purchase_attempts_guard() to sterling_app;
grant execute on function record_account_change() to sterling_app;
grant execute on function record_added_account() to sterling_app;
grant execute on function record_audit(uuid,text,text,jsonb,jsonb,text,text) to sterling_app;
grant execute on function record_matches(bigint[],written_order[]) to sterling_app;
grant execute on function record_refusal(uuid,text,text,text) to sterling_app;
grant execute on function recorded_postings() to sterling_app;
grant execute on function reference_differences() to sterling_app;
grant execute on function referral_ends_at(timestamp with time zone,timestamp with time zone) to sterling_app;
grant execute on function refuse_change() to sterling_app;
grant execute on function remove_account_when_free() to sterling_app;
grant execute on function reserve_chosen(placement_request[],stock_choice[]) to sterling_app;
grant execute on function reserve_stock(bigint,integer,uuid,bigint,uuid[]) to sterling_app;
grant execute on function restores_guard() to sterling_app;
grant execute on function resume_identity(uuid,bytea[]) to sterling_app;
grant execute on function resume_seller(uuid) to sterling_app;
grant execute on function reviews_guard() to sterling_app;
grant execute on function roblox_accounts_announce() to sterling_app;
grant execute on function roblox_accounts_guard() to sterling_app;
grant execute on function roblox_accounts_stay_offline() to sterling_app;
grant execute on function robux_for_sale(uuid) to sterling_app;
grant execute on function robux_sold() to sterling_app;
grant execute on function seller_marketplace_announce() to sterling_app;
grant execute on function sessions_announce() to sterling_app;
grant execute on function settlement_apply_height(integer) to sterling_app;
grant execute on function settlement_differences() to sterling_app;
grant execute on function settlement_release(uuid) to sterling_app;
grant execute on function settlement_tier(bigint,boolean,boolean) to sterling_app;
grant execute on function skip_unaffordable_pre_orders(bigint[],placement_request[],stock_choice[],buyer_budget[]) to sterling_app;
grant execute on function spent_today(uuid) to sterling_app;
grant execute on function stock_has_grown(roblox_accounts,roblox_accounts) to sterling_app;
grant execute on function sweeps_guard() to sterling_app;
grant execute on function take_call(uuid,double precision,double precision,double precision) to sterling_app;
grant execute on function trade_clock() to sterling_app;
grant execute on function trades_paused() to sterling_app;
grant execute on function transaction_differences() to sterling_app;
grant execute on function transaction_events_guard() to sterling_app;
grant execute on function transactions_guard() to sterling_app;
grant execute on function unsettled_cents(uuid,bigint) to sterling_app;
grant execute on function unverified_text() to sterling_app;
grant execute on function users_announce() to sterling_app;
grant execute on function value_differences() to sterling_app;
grant execute on function was_restored() to sterling_app;
grant execute on function web_down_since() to sterling_app;
grant execute on function withdrawal_differences() to sterling_app;
grant execute on function withdrawals_guard() to sterling_app;
grant execute on function withdrawn_today(uuid) to sterling_app;
grant execute on function write_orders(placement_request[],stock_choice[],buyer_budget[],text,interval) to sterling_app;
grant select, usage on sequence account_events_id_seq to sterling_app;
grant select, usage on sequence account_exclusions_id_seq to sterling_app;
grant select, usage on sequence address_gaps_id_seq to sterling_app;
grant select, usage on sequence audit_chain_position_seq to sterling_app;
grant select, usage on sequence audit_log_id_seq to sterling_app;
grant select, usage on sequence book_proofs_id_seq to sterling_app;
grant select, usage on sequence coin_counts_id_seq to sterling_app;
grant select, usage on sequence deposit_address_index to sterling_app;
grant select, usage on sequence hot_change_index to sterling_app;
grant select, usage on sequence hot_receive_index to sterling_app;
grant select, usage on sequence identities_id_seq to sterling_app;
grant select, usage on sequence ledger_accounts_id_seq to sterling_app;
grant select, usage on sequence ledger_events_id_seq to sterling_app;
grant select, usage on sequence ledger_postings_id_seq to sterling_app;
grant select, usage on sequence matching_marks to sterling_app;
grant select, usage on sequence notification_messages_id_seq to sterling_app;
grant select, usage on sequence order_events_id_seq to sterling_app;
grant select, usage on sequence pre_order_block_changes_id_seq to sterling_app;
grant select, usage on sequence pre_orders_place_seq to sterling_app;
grant select, usage on sequence price_holds_id_seq to sterling_app;
grant select, usage on sequence prices_id_seq to sterling_app;
grant select, usage on sequence settlement_spends_id_seq to sterling_app;
grant select, usage on sequence transaction_events_id_seq to sterling_app;
grant select, usage on sequence webhook_deliveries_place_seq to sterling_app;
grant select, usage on sequence writes_id_seq to sterling_app;
grant delete, insert, select, update on table accepted_differences to sterling_app;
grant insert, select on table account_events to sterling_app;
grant delete, insert, select, update on table account_exclusions to sterling_app;
grant insert, select, update on table account_import_lines to sterling_app;
grant delete, insert, select, update on table account_imports to sterling_app;
grant insert, select, update on table account_paces to sterling_app;
grant insert, select, update on table address_gaps to sterling_app;
grant insert, select, update on table addresses to sterling_app;
grant select on table affiliate_payouts to sterling_app;
grant delete, insert, select, update on table api_credentials to sterling_app;
grant select on table audit_addresses to sterling_app;
grant select on table audit_chain to sterling_app;
grant select on table audit_log to sterling_app;
grant delete, insert, select, update on table book_proofs to sterling_app;
grant select on table bought_passes to sterling_app;
grant delete, insert, select, update on table chain_blocks to sterling_app;
grant insert, select, update on table chain_health to sterling_app;
grant insert, select, update on table chain_outputs to sterling_app;
grant insert, select on table clean_ups to sterling_app;
grant delete, insert, select, update on table coin_counts to sterling_app;
grant insert, select, update on table cold_signatures to sterling_app;
grant insert, select, update on table corrections to sterling_app;
grant insert, select, update on table database_identity to sterling_app;
grant insert, select, update on table deposits to sterling_app;
grant select on table emergency_stops to sterling_app;
grant insert, select, update on table factor_resets to sterling_app;
grant delete, insert, select, update on table factors to sterling_app;
grant delete, insert, select, update on table former_webhooks to sterling_app;
grant delete, insert, select, update on table heartbeats to sterling_app;
grant delete, insert, select, update on table idempotency_keys to sterling_app;
grant delete, insert, select, update on table identities to sterling_app;
grant delete, insert, select, update on table inbox_entries to sterling_app;
grant delete, insert, select, update on table known_devices to sterling_app;
grant insert, select, update on table late_purchases to sterling_app;
grant select on table ledger_accounts to sterling_app;
grant select on table ledger_balances to sterling_app;
grant select on table ledger_day_folds to sterling_app;
grant select on table ledger_days to sterling_app;
grant select on table ledger_events to sterling_app;
grant select on table ledger_holds to sterling_app;
grant select on table ledger_postings to sterling_app;
grant delete, insert, select, update on table listing_pictures to sterling_app;
grant insert, select, update on table listings to sterling_app;
grant insert, select, update on table manual_orders to sterling_app;
grant delete, insert, select, update on table notification_messages to sterling_app;
grant delete, insert, select, update on table notifications to sterling_app;
grant delete, insert, select, update on table order_cookies to sterling_app;
grant insert, select, update on table order_events to sterling_app;
grant insert, select, update on table orders to sterling_app;
grant insert, select, update on table own_transactions to sterling_app;
grant insert, select, update on table ownerless_deposits to sterling_app;
grant delete, insert, select, update on table passkey_challenges to sterling_app;
grant select on table pre_order_block_changes to sterling_app;
grant select on table pre_order_blocks to sterling_app;
grant select on table pre_order_counts to sterling_app;
grant insert, select, update on table pre_orders to sterling_app;
grant delete, insert, select, update on table price_alerts to sterling_app;
grant insert, select, update on table price_holds to sterling_app;
grant delete, insert, select on table price_rule_changes to sterling_app;
grant delete, insert, select, update on table price_rules to sterling_app;
grant delete, insert, select, update on table prices to sterling_app;
grant delete, insert, select, update on table proxies to sterling_app;
grant insert, select, update on table purchase_attempts to sterling_app;
grant delete, insert, select, update on table recovery_codes to sterling_app;
grant insert, select on table referrals to sterling_app;
grant select on table refused_accesses to sterling_app;
grant insert, select, update on table reports to sterling_app;
grant insert (snapshot_id, address, litoshi), select on table reserve_addresses to sterling_app;
grant update (message, signature) on table reserve_addresses to sterling_signer;
grant insert, select on table reserve_chunks to sterling_app;
grant delete, insert, select on table reserve_shares to sterling_app;
grant delete, insert, select on table reserve_snapshots to sterling_app;
grant insert, select, update on table restores to sterling_app;
grant insert, select, update on table reviews to sterling_app;
grant insert, select, update on table roblox_accounts to sterling_app;
grant select on table schema_migrations to sterling_app;
grant delete, insert, select, update on table sessions to sterling_app;
grant insert, select, update on table settings to sterling_app;
grant select on table settlement_lots to sterling_app;
grant select on table settlement_spends to sterling_app;
grant select on table signer_health to sterling_app;
grant insert, update on table signer_health to sterling_signer;
grant insert, select, update on table standing_order_rounds to sterling_app;
grant delete, insert, select, update on table standing_orders to sterling_app;
grant delete, insert, select, update on table stock_alerts to sterling_app;
grant select on table stock_at_hand to sterling_app;
grant select on table stock_for_sale to sterling_app;
grant insert, select, update on table sweeps to sterling_app;
grant select on table taken_passes to sterling_app;
grant insert, select, update on table told_credits to sterling_app;
grant select on table trade_pauses to sterling_app;
grant insert, select, update on table transaction_events to sterling_app;
grant delete, insert, select, update on table transaction_inputs to sterling_app;
grant delete, insert, select, update on table transaction_pictures to sterling_app;
grant insert, select, update on table transactions to sterling_app;
grant insert, select, update on table users to sterling_app;
grant delete, insert, select, update on table webhook_deliveries to sterling_app;
grant delete, insert, select, update on table webhook_endpoints to sterling_app;
grant delete, insert, select, update on table webhook_secrets to sterling_app;
grant delete, insert, select, update on table withdrawal_addresses to sterling_app;
grant delete, insert, select, update on table withdrawal_preferences to sterling_app;
grant insert, select, update on table withdrawals to sterling_app;
grant delete, insert, select, update on table writes to sterling_app;
