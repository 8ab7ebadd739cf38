-- Made by `npm run schema` from the migrations. Do not edit.

create domain creator_type as text CHECK ((VALUE = ANY (ARRAY['User'::text, 'Group'::text])));
create domain no_debt_cents as bigint CHECK ((VALUE >= 0));
create domain order_size as bigint CHECK (((VALUE >= 100) AND (VALUE <= 1000000)));
create domain sale_rate as integer CHECK (((VALUE >= 100) AND (VALUE <= 600)));
create domain some_cents as bigint CHECK ((VALUE > 0));

create table account_paces (
  account_id uuid not null,
  calls_left double precision not null,
  counted_at timestamp with time zone not null,
  paused_until timestamp with time zone,
  constraint account_paces_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id),
  constraint account_paces_pkey PRIMARY KEY (account_id)
);

create table addresses (
  address text not null,
  script bytea not null,
  account text not null,
  branch smallint not null,
  index integer not null,
  user_id uuid,
  created_at timestamp with time zone default moment() not null,
  added_by xid8 default pg_current_xact_id() not null,
  constraint addresses_account_branch_index_key UNIQUE (account, branch, index),
  constraint addresses_account_check CHECK ((account = ANY (ARRAY['deposit'::text, 'hot'::text, 'cold'::text]))),
  constraint addresses_branch_check CHECK ((branch = ANY (ARRAY[0, 1]))),
  constraint addresses_check CHECK (((account = 'deposit'::text) = (user_id IS NOT NULL))),
  constraint addresses_index_check CHECK ((index >= 0)),
  constraint addresses_pkey PRIMARY KEY (address),
  constraint addresses_script_key UNIQUE (script),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table affiliate_shares (
  event_id bigint not null,
  fee_event_id bigint not null,
  referrer_id uuid not null,
  referred_id uuid not null,
  fee_cents bigint not null,
  percent integer not null,
  share_cents bigint not null,
  at timestamp with time zone not null,
  constraint affiliate_shares_event_id_fkey FOREIGN KEY (event_id) REFERENCES ledger_events(id),
  constraint affiliate_shares_fee_cents_check CHECK ((fee_cents > 0)),
  constraint affiliate_shares_fee_event_id_fkey FOREIGN KEY (fee_event_id) REFERENCES ledger_events(id),
  constraint affiliate_shares_fee_event_id_key UNIQUE (fee_event_id),
  constraint affiliate_shares_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  constraint affiliate_shares_pkey PRIMARY KEY (event_id),
  constraint affiliate_shares_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES referrals(referred_id),
  constraint affiliate_shares_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint affiliate_shares_share_cents_check CHECK ((share_cents > 0))
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
  ip text,
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

create table heartbeats (
  minute timestamp with time zone not null,
  constraint heartbeats_minute_check CHECK ((minute = date_trunc('minute'::text, minute))),
  constraint heartbeats_pkey PRIMARY KEY (minute)
);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer default 0 not null,
  reply json,
  created_at timestamp with time zone default now() not null,
  placed_order uuid,
  placed_account uuid,
  placed_rate_cents integer,
  placed_total_cents bigint,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);

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
  held no_debt_cents default 0 not null,
  overdraft no_debt_cents default 0 not null,
  constraint ledger_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_balances_pkey PRIMARY KEY (account_id),
  constraint never_below_zero CHECK (((posted - (held)::bigint) >= (- (overdraft)::bigint)))
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
  constraint ledger_hold_is_sound CHECK ((((state = 'active'::text) AND (closed_at IS NULL) AND (remaining = amount) AND (amount > 0)) OR ledger_hold_is_sound(ledger_holds.*))),
  constraint ledger_holds_pkey PRIMARY KEY (key)
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

create table ledger_seals (
  account_id bigint not null,
  through_posting bigint not null,
  posted bigint not null,
  constraint ledger_seals_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_seals_pkey PRIMARY KEY (account_id)
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
  constraint listings_check CHECK (((removed_at IS NULL) OR (status = ANY (ARRAY['sold'::text, 'cancelled'::text])))),
  constraint listings_delivery_time_check CHECK (((char_length(delivery_time) >= 1) AND (char_length(delivery_time) <= 50))),
  constraint listings_item_type_check CHECK ((item_type = ANY (ARRAY['robux'::text, 'premium_items'::text, 'limited_items'::text]))),
  constraint listings_pkey PRIMARY KEY (id),
  constraint listings_price_cents_check CHECK ((price_cents > 0)),
  constraint listings_quantity_check CHECK ((quantity >= 1)),
  constraint listings_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id),
  constraint listings_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text, 'sold'::text, 'cancelled'::text]))),
  constraint listings_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100))),
  constraint listings_total_cents_check CHECK ((total_cents <= '100000000000'::bigint))
);

create table notification_messages (
  id bigint generated always as identity not null,
  user_id uuid not null,
  text text not null,
  tries integer default 0 not null,
  send_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  constraint notification_messages_pkey PRIMARY KEY (id),
  constraint notification_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES notifications(user_id) ON DELETE CASCADE
);

create table notifications (
  user_id uuid not null,
  sealed_webhook bytea not null,
  webhook_id text not null,
  kinds text[] not null,
  constraint notifications_kinds_check CHECK ((kinds <@ ARRAY['orders'::text, 'sales'::text, 'pre-orders'::text, 'trades'::text, 'deposits'::text, 'withdrawals'::text, 'accounts'::text])),
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
  what text not null,
  constraint order_events_pkey PRIMARY KEY (order_id, id)
);

create table orders (
  id uuid default new_id() not null,
  buyer_id uuid not null,
  account_id uuid not null,
  seller_id uuid not null,
  robux_amount order_size not null,
  rate_cents sale_rate not null,
  at_most_rate_cents sale_rate not null,
  total_cents some_cents not null,
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type creator_type not null,
  creator_target_id bigint not null,
  sets_price boolean not null,
  status text default 'pending'::text not null,
  failure_reason text,
  passed_over uuid[] default '{}'::uuid[] not null,
  tries integer default 0 not null,
  look_at timestamp with time zone default now(),
  created_at timestamp with time zone default moment() not null,
  ended_at timestamp with time zone,
  manual_deadline timestamp with time zone,
  manual_price_robux bigint,
  store_url text,
  review_reason text,
  split_id uuid,
  part integer,
  constraint orders_at_most CHECK (((rate_cents)::integer <= (at_most_rate_cents)::integer)),
  constraint orders_pkey PRIMARY KEY (id)
);

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
  constraint own_transactions_check CHECK (((kind = 'unknown'::text) = (hex IS NULL))),
  constraint own_transactions_fee_litoshi_check CHECK ((fee_litoshi >= 0)),
  constraint own_transactions_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'sweep'::text, 'child'::text, 'unknown'::text]))),
  constraint own_transactions_pkey PRIMARY KEY (txid)
);

create table pre_orders (
  id uuid default new_id() not null,
  place bigint generated always as identity not null,
  buyer_id uuid not null,
  robux_amount order_size not null,
  most_rate_cents sale_rate not null,
  most_cents some_cents not null,
  offers_cents integer not null,
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type creator_type not null,
  creator_target_id bigint not null,
  status text default 'waiting'::text not null,
  waits_for text default 'stock'::text,
  order_id uuid,
  close_reason text,
  look_at timestamp with time zone,
  returns integer default 0 not null,
  resting_accounts uuid[] default '{}'::uuid[] not null,
  rest_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  matched_at timestamp with time zone,
  limited_by text,
  limited_until timestamp with time zone,
  constraint pre_orders_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint pre_orders_check CHECK (((offers_cents >= 0) AND (offers_cents <= (most_rate_cents)::integer))),
  constraint pre_orders_check1 CHECK (((status = 'waiting'::text) = (waits_for IS NOT NULL))),
  constraint pre_orders_check2 CHECK (((status = 'matched'::text) = (order_id IS NOT NULL))),
  constraint pre_orders_check3 CHECK (((status = 'matched'::text) = (matched_at IS NOT NULL))),
  constraint pre_orders_check4 CHECK (((status <> 'closed'::text) OR (close_reason IS NOT NULL))),
  constraint pre_orders_check5 CHECK (((status <> 'waiting'::text) OR (close_reason IS NULL))),
  constraint pre_orders_check6 CHECK ((((waits_for = 'pass'::text) IS TRUE) = (look_at IS NOT NULL))),
  constraint pre_orders_check7 CHECK (((limited_by IS NULL) = (limited_until IS NULL))),
  constraint pre_orders_limited_by_check CHECK ((limited_by = ANY (ARRAY['account_too_new'::text, 'spending_limit'::text]))),
  constraint pre_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint pre_orders_order_id_key UNIQUE (order_id),
  constraint pre_orders_pkey PRIMARY KEY (id),
  constraint pre_orders_place_key UNIQUE (place),
  constraint pre_orders_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'matched'::text, 'closed'::text]))),
  constraint pre_orders_waits_for_check CHECK ((waits_for = ANY (ARRAY['stock'::text, 'pass'::text])))
);

create table price_holds (
  id bigint generated always as identity not null,
  price bigint not null,
  reason text not null,
  agreeing integer default 1 not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint price_holds_pkey PRIMARY KEY (id),
  constraint price_holds_price_check CHECK ((price > 0))
);

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
  quiet_looks integer default 0 not null,
  odd_looks integer default 0 not null,
  purchase_token text,
  marked_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
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

create table referrals (
  referred_id uuid not null,
  referrer_id uuid not null,
  at timestamp with time zone default moment() not null,
  constraint referrals_check CHECK ((referred_id <> referrer_id)),
  constraint referrals_pkey PRIMARY KEY (referred_id),
  constraint referrals_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES users(id),
  constraint referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id)
);

create table reports (
  id uuid default new_id() not null,
  roblox_username text not null,
  contact text not null,
  text text not null,
  code text not null,
  account_id uuid,
  created_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  constraint reports_account_id_fkey FOREIGN KEY (account_id) REFERENCES roblox_accounts(id),
  constraint reports_pkey PRIMARY KEY (id)
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
  constraint reviews_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'reversal'::text, 'correction'::text, 'dispute'::text, 'manual_order'::text, 'report'::text, 'house_payment'::text, 'off_platform'::text]))),
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
  turn bigint default (((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint - '1000000000000000'::bigint) not null,
  has_stock boolean generated always as ((((robux_balance - reserved_robux) >= 100) AND (unmatched IS NULL) AND (NOT is_barred))) stored not null,
  unmatched bigint,
  restricted_until timestamp with time zone,
  is_barred boolean default false not null,
  constraint match_added TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint match_grown TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint roblox_accounts_pkey PRIMARY KEY (id),
  constraint roblox_accounts_promised CHECK (((reserved_robux >= 0) AND ((reserved_robux = 0) OR (removed_at IS NULL)))),
  constraint roblox_accounts_proxy_id_user_id_fkey FOREIGN KEY (proxy_id, user_id) REFERENCES proxies(id, user_id),
  constraint roblox_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

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
  constraint match_started TRIGGER DEFERRABLE INITIALLY DEFERRED,
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

create table signer_health (
  id boolean default true not null,
  looked_at timestamp with time zone not null,
  troubles text[] not null,
  payment_limit bigint not null,
  day_limit bigint not null,
  constraint signer_health_id_check CHECK (id),
  constraint signer_health_pkey PRIMARY KEY (id)
);

create table stock_claims (
  id uuid not null,
  at timestamp with time zone default now() not null,
  accounts uuid[] not null,
  robux bigint[] not null,
  seen_at timestamp with time zone[] not null,
  used_at timestamp with time zone[] not null,
  constraint stock_claims_check CHECK ((cardinality(robux) = cardinality(accounts))),
  constraint stock_claims_check1 CHECK ((cardinality(seen_at) = cardinality(accounts))),
  constraint stock_claims_check2 CHECK ((cardinality(used_at) = cardinality(accounts))),
  constraint stock_claims_pkey PRIMARY KEY (id)
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
  constraint transactions_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id),
  constraint transactions_check CHECK (((fee_cents >= 0) AND (fee_cents < total_cents))),
  constraint transactions_check1 CHECK ((buyer_id <> seller_id)),
  constraint transactions_check2 CHECK (((stage = 'delivered'::text) = (confirm_at IS NOT NULL))),
  constraint transactions_check3 CHECK (((stage = ANY (ARRAY['completed'::text, 'cancelled'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  constraint transactions_check4 CHECK (((stars IS NULL) OR (stage = 'completed'::text))),
  constraint transactions_check5 CHECK (((comment IS NULL) OR (stars IS NOT NULL))),
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
  constraint match_pardoned TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint users_affiliate_code_check CHECK ((affiliate_code ~ '^[0-9a-hjkmnp-tv-z]{8}$'::text)),
  constraint users_affiliate_code_key UNIQUE (affiliate_code),
  constraint users_discord_id_key UNIQUE (discord_id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['buyer'::text, 'seller'::text, 'admin'::text])))
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
  constraint withdrawals_amount_cents_check CHECK ((amount_cents > 0)),
  constraint withdrawals_check CHECK (((state = 'failed'::text) OR ((state = ANY (ARRAY['requested'::text, 'approved'::text])) = (txid IS NULL)))),
  constraint withdrawals_check1 CHECK (((state = 'failed'::text) = (failed_at IS NOT NULL))),
  constraint withdrawals_check2 CHECK (((state <> 'confirmed'::text) OR (confirmed_at IS NOT NULL))),
  constraint withdrawals_check3 CHECK (((failed_at IS NULL) OR (confirmed_at IS NULL))),
  constraint withdrawals_fee_percent_check CHECK (((fee_percent >= 0) AND (fee_percent <= 100))),
  constraint withdrawals_litoshi_check CHECK ((litoshi > 0)),
  constraint withdrawals_network_fee_cents_check CHECK ((network_fee_cents >= 0)),
  constraint withdrawals_percentage_fee_cents_check CHECK ((percentage_fee_cents >= 0)),
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id),
  constraint withdrawals_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'signed'::text, 'broadcast'::text, 'confirmed'::text, 'needs_review'::text, 'failed'::text]))),
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

CREATE INDEX addresses_by_arrival ON public.addresses USING btree (added_by);
CREATE INDEX addresses_of_user ON public.addresses USING btree (user_id, index) WHERE (user_id IS NOT NULL);
CREATE INDEX affiliate_shares_of_referrer ON public.affiliate_shares USING btree (referrer_id, event_id DESC);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_of_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX book_proofs_by_age ON public.book_proofs USING btree (at);
CREATE INDEX chain_outputs_by_height ON public.chain_outputs USING btree (height);
CREATE INDEX chain_outputs_by_spender ON public.chain_outputs USING btree (spent_by) WHERE (spent_by IS NOT NULL);
CREATE INDEX chain_outputs_reserved ON public.chain_outputs USING btree (reserved_by) WHERE (reserved_by IS NOT NULL);
CREATE INDEX chain_outputs_spent_height ON public.chain_outputs USING btree (spent_height) WHERE (spent_height IS NOT NULL);
CREATE INDEX chain_outputs_unspent ON public.chain_outputs USING btree (address) WHERE ((height IS NOT NULL) AND (spent_by IS NULL));
CREATE INDEX coin_counts_by_age ON public.coin_counts USING btree (at);
CREATE INDEX deposits_by_height ON public.deposits USING btree (height);
CREATE INDEX deposits_of_user ON public.deposits USING btree (user_id, seen_at DESC);
CREATE INDEX deposits_open ON public.deposits USING btree (status, height) WHERE (status <> 'credited'::text);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING brin (created_at);
CREATE INDEX ledger_accounts_of_user ON public.ledger_accounts USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX ledger_balances_overdrawn ON public.ledger_balances USING btree (account_id) WHERE ((overdraft)::bigint > 0);
CREATE INDEX ledger_postings_from ON public.ledger_postings USING btree (from_account, id);
CREATE INDEX ledger_postings_of_event ON public.ledger_postings USING btree (event_id);
CREATE INDEX ledger_postings_to ON public.ledger_postings USING btree (to_account, id);
CREATE INDEX listings_for_sale ON public.listings USING btree (id) WHERE (status = 'active'::text);
CREATE INDEX listings_of_seller ON public.listings USING btree (seller_id, id) WHERE (removed_at IS NULL);
CREATE INDEX notification_messages_due ON public.notification_messages USING btree (send_at);
CREATE INDEX notification_messages_of_user ON public.notification_messages USING btree (user_id);
CREATE INDEX order_cookies_by_age ON public.order_cookies USING btree (created_at);
CREATE INDEX orders_by_end ON public.orders USING brin (ended_at) WITH (pages_per_range='32', autosummarize='on') WHERE (ended_at IS NOT NULL);
CREATE INDEX orders_of_buyer ON public.orders USING btree (buyer_id, id) WITH (deduplicate_items=off);
CREATE INDEX orders_of_seller ON public.orders USING btree (seller_id, id) WITH (deduplicate_items=off);
CREATE INDEX orders_open_of_account ON public.orders USING btree (account_id, id) WITH (deduplicate_items=off) WHERE (look_at IS NOT NULL);
CREATE UNIQUE INDEX orders_parts ON public.orders USING btree (split_id, part) WHERE (split_id IS NOT NULL);
CREATE UNIQUE INDEX orders_setting_a_price ON public.orders USING btree (pass_id) WHERE (sets_price AND (look_at IS NOT NULL));
CREATE INDEX orders_to_look_at ON public.orders USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX own_transactions_by_age ON public.own_transactions USING btree (signed_at) WHERE (kind <> 'unknown'::text);
CREATE INDEX own_transactions_by_height ON public.own_transactions USING btree (mined_height);
CREATE UNIQUE INDEX own_transactions_ids ON public.own_transactions USING btree (id);
CREATE INDEX own_transactions_unmined ON public.own_transactions USING btree (signed_at) WHERE (mined_height IS NULL);
CREATE INDEX pre_orders_by_fit ON public.pre_orders USING btree (offers_cents, robux_amount, place) WHERE (waits_for = 'stock'::text);
CREATE INDEX pre_orders_limited ON public.pre_orders USING btree (limited_until) WHERE ((waits_for = 'stock'::text) AND (limited_until IS NOT NULL));
CREATE INDEX pre_orders_matched ON public.pre_orders USING btree (matched_at) WHERE (matched_at IS NOT NULL);
CREATE INDEX pre_orders_of_buyer ON public.pre_orders USING btree (buyer_id, place);
CREATE INDEX pre_orders_queue ON public.pre_orders USING btree (place) WHERE (waits_for = 'stock'::text);
CREATE INDEX pre_orders_to_look_at ON public.pre_orders USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX pre_orders_waiting ON public.pre_orders USING btree (place) WHERE (status = 'waiting'::text);
CREATE INDEX pre_orders_waiting_of_buyer ON public.pre_orders USING btree (buyer_id) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX price_holds_open ON public.price_holds USING btree ((true)) WHERE (ended_at IS NULL);
CREATE INDEX prices_by_age ON public.prices USING btree (as_of);
CREATE INDEX prices_set_by_hand ON public.prices USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX proxies_due ON public.proxies USING btree (check_due_at);
CREATE UNIQUE INDEX purchase_attempts_lane ON public.purchase_attempts USING btree (account_id) WHERE (state = ANY (ARRAY['marked'::text, 'unclear'::text]));
CREATE INDEX purchase_attempts_of_order ON public.purchase_attempts USING btree (order_id);
CREATE UNIQUE INDEX purchase_attempts_once ON public.purchase_attempts USING btree (account_id, pass_id) WHERE (state = 'bought'::text);
CREATE UNIQUE INDEX purchase_attempts_open ON public.purchase_attempts USING btree (order_id) WHERE (state = ANY (ARRAY['marked'::text, 'unclear'::text]));
CREATE UNIQUE INDEX purchase_attempts_paid_once ON public.purchase_attempts USING btree (order_id) WHERE (state = 'bought'::text);
CREATE INDEX referrals_of_referrer ON public.referrals USING btree (referrer_id, at DESC, referred_id);
CREATE INDEX reports_of_account ON public.reports USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX reviews_open ON public.reviews USING btree (kind, subject_id) WHERE (state = 'open'::text);
CREATE INDEX reviews_open_of_user ON public.reviews USING btree (user_id) WHERE (state = 'open'::text);
CREATE INDEX roblox_accounts_behind ON public.roblox_accounts USING btree (proxy_id) WHERE (proxy_id IS NOT NULL);
CREATE INDEX roblox_accounts_due ON public.roblox_accounts USING btree (balance_due_at) WHERE ((status = 'online'::text) AND is_active);
CREATE INDEX roblox_accounts_for_sale ON public.roblox_accounts USING btree (rate_cents, id) WHERE ((status = 'online'::text) AND is_active);
CREATE INDEX roblox_accounts_in_turn ON public.roblox_accounts USING btree (rate_cents, ((fulfilment = 'manual'::text)), turn, id) WHERE ((status = 'online'::text) AND is_active AND has_stock);
CREATE UNIQUE INDEX roblox_accounts_live ON public.roblox_accounts USING btree (roblox_user_id) WHERE (removed_at IS NULL);
CREATE INDEX roblox_accounts_of_user ON public.roblox_accounts USING btree (user_id) WHERE (removed_at IS NULL);
CREATE INDEX roblox_accounts_restricted ON public.roblox_accounts USING btree (restricted_until) WHERE (restricted_until IS NOT NULL);
CREATE INDEX roblox_accounts_unmatched ON public.roblox_accounts USING btree (id) WHERE (unmatched IS NOT NULL);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id);
CREATE INDEX settlement_lots_in_use ON public.settlement_lots USING btree (account_id) WHERE in_use;
CREATE INDEX settlement_lots_unsettled ON public.settlement_lots USING btree (deposit_id) WHERE (state = 'unsettled'::text);
CREATE INDEX settlement_spends_of_deposit ON public.settlement_spends USING btree (deposit_id);
CREATE INDEX settlement_spends_waiting ON public.settlement_spends USING btree (to_account) WHERE waits;
CREATE INDEX stock_claims_by_age ON public.stock_claims USING btree (at);
CREATE INDEX sweeps_by_age ON public.sweeps USING btree (created_at);
CREATE UNIQUE INDEX sweeps_waiting ON public.sweeps USING btree ((true)) WHERE (state = 'requested'::text);
CREATE INDEX transaction_events_of_transaction ON public.transaction_events USING btree (transaction_id, id);
CREATE INDEX transaction_events_said_by ON public.transaction_events USING btree (actor_id) WHERE (said IS NOT NULL);
CREATE INDEX transactions_of_buyer ON public.transactions USING btree (buyer_id, id);
CREATE UNIQUE INDEX transactions_of_listing ON public.transactions USING btree (listing_id) WHERE (stage <> ALL (ARRAY['cancelled'::text, 'failed'::text]));
CREATE INDEX transactions_of_seller ON public.transactions USING btree (seller_id, id);
CREATE INDEX transactions_rated ON public.transactions USING btree (seller_id) INCLUDE (stars) WHERE (stars IS NOT NULL);
CREATE INDEX transactions_to_confirm ON public.transactions USING btree (confirm_at) WHERE (confirm_at IS NOT NULL);
CREATE INDEX withdrawals_by_age ON public.withdrawals USING btree (created_at);
CREATE INDEX withdrawals_of_user ON public.withdrawals USING btree (user_id, created_at DESC);
CREATE INDEX withdrawals_under_way ON public.withdrawals USING btree (created_at) WHERE (state <> ALL (ARRAY['confirmed'::text, 'failed'::text]));
CREATE INDEX writes_by_age ON public.writes USING btree (at);
CREATE INDEX writes_of ON public.writes USING btree (who, at);

CREATE OR REPLACE FUNCTION public.account_shows_otherwise(old roblox_accounts, new roblox_accounts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return (new.status, new.is_active, new.rate_cents, new.fulfilment, new.robux_balance, new.removed_at, new.unmatched) is distinct from
    (old.status, old.is_active, old.rate_cents, old.fulfilment, old.robux_balance, old.removed_at, old.unmatched);
end $function$
;

CREATE OR REPLACE FUNCTION public.affiliate_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;

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
end $function$
;

CREATE OR REPLACE FUNCTION public.affordable_rate(p_robux bigint, p_cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when p_cents < 1 then 0 else (2000 * p_cents + 999) / (2 * p_robux) end
$function$
;

CREATE OR REPLACE FUNCTION public.applied_height()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select max(height) from chain_blocks $function$
;

CREATE OR REPLACE FUNCTION public.bar_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update roblox_accounts set is_barred = new.is_banned or new.deleted_at is not null where user_id = new.id and removed_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.bar_new_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- locked whatever he is: a ban that is under way ends first, or sees the account
  select is_banned or deleted_at is not null into new.is_barred from users where id = new.user_id for share;
  new.is_barred := coalesce(new.is_barred, false);
  return new;
end $function$
;

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
    select u.id, young.until, case when new.is_new then v_cap - spent.cents end
    from users u
    cross join lateral (select case when v_days > 0
      -- the first 42 bits of a Discord id are milliseconds since 2015
      then timestamptz '2015-01-01 00:00Z' + (u.discord_id::bigint >> 22) * interval '1 millisecond' + v_days * interval '24 hours'
      end as until) old_enough
    cross join lateral (select case when old_enough.until > now() then old_enough.until end as until) young
    cross join lateral (select v_cap is not null and now() < coalesce(
      first_trade_at('user:' || u.id || ':buyer') + 30 * interval '24 hours', 'infinity') as is_new) new
    cross join lateral (
      select coalesce(sum(total_cents), 0)::bigint as cents from (
        select total_cents from orders
          where new.is_new and buyer_id = u.id and status <> 'failed' and created_at >= date_trunc('day', now(), 'UTC')
        union all select total_cents from transactions
          where new.is_new and buyer_id = u.id and stage not in ('cancelled', 'failed')
            and created_at >= date_trunc('day', now(), 'UTC')) today) spent
    where u.id = any (p_buyers) and (young.until is not null or new.is_new);
end $function$
;

CREATE OR REPLACE FUNCTION public.chain_outputs_check_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.txid, new.n, new.address, new.litoshi) is distinct from (old.txid, old.n, old.address, old.litoshi) then
    raise exception 'an output does not change';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.choose_stock(p_users uuid[], p_buyers integer[], p_robux bigint[], p_most_cents integer[], p_spendable bigint[], p_allowed bigint[], OUT whats text[], OUT account_ids uuid[], OUT seller_ids uuid[], OUT rates integer[], OUT totals bigint[], OUT placed integer, OUT accounts uuid[], OUT robux bigint[], OUT seen_at timestamp with time zone[], OUT turns integer[], OUT account_rates integer[], OUT kinds boolean[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_size constant int := cardinality(p_robux);
  v_spent bigint[] := array_fill(0::bigint, array[cardinality(p_users)]);
  -- accounts, best first; `next` leads from one to the next, 0 ends it; equals are of one rank, whose end is `last`
  v_owners uuid[]; v_left bigint[]; v_ranks int[]; v_next int[]; v_last int[];
  v_limit constant int := v_size + 4;
  v_rows int;
  v_first int := 1;
  v_least bigint; v_most_of_all int := 0;
  v_one int; v_before int; v_buyer int; v_most int; v_total bigint; v_rank int;
begin
  placed := 0;
  whats := array_fill(null::text, array[v_size]);
  account_ids := array_fill(null::uuid, array[v_size]);
  seller_ids := account_ids;
  rates := array_fill(null::int, array[v_size]);
  totals := array_fill(null::bigint, array[v_size]);
  for v_n in 1 .. v_size loop
    v_least := least(v_least, p_robux[v_n]);
    v_most_of_all := greatest(v_most_of_all, coalesce(p_most_cents[v_n], 600));
  end loop;
  select count(*), array_agg(s.id), array_agg(s.seller_id), array_agg(s.rate_cents), array_agg(s.robux), array_agg(s.last_used_at), array_agg(s.is_manual)
    into v_rows, accounts, v_owners, account_rates, v_left, seen_at, kinds
    from (select * from stock_at(v_least, v_most_of_all) limit v_limit) s;
  if v_rows > 0 then
    v_next := array_fill(0, array[v_rows]);
    for v_one in 2 .. v_rows loop v_next[v_one - 1] := v_one; end loop;
    robux := array_fill(0::bigint, array[v_rows]);
    turns := array_fill(0, array[v_rows]);
    v_ranks := array_fill(1, array[v_rows]);
    v_rank := 1;
    v_last := array[v_rows];
    for v_one in 2 .. case when account_rates[1] = account_rates[v_rows] and kinds[1] = kinds[v_rows] then 1 else v_rows end loop
      if account_rates[v_one] <> account_rates[v_one - 1] or kinds[v_one] <> kinds[v_one - 1] then
        v_last[v_rank] := v_one - 1;
        v_rank := v_rank + 1;
        v_last[v_rank] := v_rows;
      end if;
      v_ranks[v_one] := v_rank;
    end loop;
  else
    v_first := 0;
  end if;

  for v_n in 1 .. v_size loop
    continue when p_robux[v_n] is null;
    v_buyer := p_buyers[v_n];
    v_most := coalesce(p_most_cents[v_n], 600);
    v_before := 0;
    v_one := v_first;
    while v_one > 0 and account_rates[v_one] <= v_most loop
      exit when v_left[v_one] >= p_robux[v_n] and v_owners[v_one] <> p_users[v_buyer];
      v_before := v_one;
      v_one := v_next[v_one];
    end loop;
    -- there may be more of the last rank than were seen: before those that were used already, after those that were not
    continue when p_allowed[v_buyer] < 0
      or v_rows = v_limit and case when v_one = 0 then account_rates[v_rows] <= v_most else v_ranks[v_one] = v_rank and turns[v_one] > 0 end;
    if v_one = 0 or account_rates[v_one] > v_most then
      whats[v_n] := 'out_of_stock';
      continue;
    end if;
    v_total := order_total(p_robux[v_n], account_rates[v_one]);
    continue when v_spent[v_buyer] + v_total > p_allowed[v_buyer];
    if v_spent[v_buyer] + v_total > p_spendable[v_buyer] then
      whats[v_n] := 'insufficient_balance';
      continue;
    end if;
    placed := placed + 1;
    v_spent[v_buyer] := v_spent[v_buyer] + v_total;
    v_left[v_one] := v_left[v_one] - p_robux[v_n];
    robux[v_one] := robux[v_one] + p_robux[v_n];
    turns[v_one] := placed;
    whats[v_n] := 'placed';
    account_ids[v_n] := accounts[v_one];
    seller_ids[v_n] := v_owners[v_one];
    rates[v_n] := account_rates[v_one];
    totals[v_n] := v_total;
    -- it goes to the end of its rank
    if v_one <> v_last[v_ranks[v_one]] then
      if v_before = 0 then v_first := v_next[v_one]; else v_next[v_before] := v_next[v_one]; end if;
      v_next[v_one] := v_next[v_last[v_ranks[v_one]]];
      v_next[v_last[v_ranks[v_one]]] := v_one;
      v_last[v_ranks[v_one]] := v_one;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_write(p_who text, p_most integer, p_window interval, OUT counted bigint, OUT wait_seconds integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_now timestamptz;
  v_makes_room timestamptz;
begin
  -- one at a time for each, so that a burst cannot slip through together
  perform pg_advisory_xact_lock(hashtextextended('writes of ' || p_who, 0));
  v_now := clock_timestamp();
  delete from writes where who = p_who and at <= v_now - p_window;
  select at into v_makes_room from writes where who = p_who order by at desc, id desc offset p_most - 1 limit 1;
  if found then
    wait_seconds := greatest(1, ceil(extract(epoch from v_makes_room + p_window - v_now)));
  else
    insert into writes (who, at) values (p_who, v_now) returning id into counted;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.deposits_check_change()
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
    raise exception 'what a deposit is and was worth does not change';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.dollar_text(p_cents bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (p_cents / 100)::text || case when p_cents % 100 < 10 then '.0' else '.' end || (p_cents % 100)::text
$function$
;

CREATE OR REPLACE FUNCTION public.dollars(p_cents bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select to_char(p_cents / 100.0, 'FM$999,999,999,990.00')
$function$
;

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

CREATE OR REPLACE FUNCTION public.fitting_pre_orders(p_most_robux bigint[], p_after bigint, p_limit integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_few constant int := 500;
  v_places bigint[];
begin
  v_places := array(
    select fits.place from generate_series(100, 600) as rate, lateral (
      select p.place from pre_orders p
      where p.waits_for = 'stock' and p.offers_cents = rate and p.robux_amount <= p_most_robux[rate - 99] and p.place > p_after
      limit v_few + 1) fits
    where p_most_robux[rate - 99] > 0
    limit v_few + 1);
  if cardinality(v_places) <= v_few then
    return array(select place from unnest(v_places) as place order by place limit p_limit);
  end if;
  return array(
    select p.place from pre_orders p
    where p.waits_for = 'stock' and p.place > p_after and p.robux_amount <= p_most_robux[p.offers_cents - 99]
    order by p.place limit p_limit);
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_proxy_of_nobody()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from proxies p where p.id = old.proxy_id and p.removal_due
    and not exists (select from roblox_accounts a where a.proxy_id = p.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.give_back_stock(p_claim uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with claim as (delete from stock_claims where id = p_claim returning *),
    taken as (
      select t.* from claim c cross join lateral unnest(c.accounts, c.robux, c.seen_at, c.used_at) as t (id, robux, seen_at, used_at) order by id)
  update roblox_accounts a set reserved_robux = a.reserved_robux - t.robux,
      last_used_at = case when a.last_used_at = t.used_at then t.seen_at else a.last_used_at end,
      turn = case when a.last_used_at = t.used_at
        then coalesce(turn_at(t.seen_at), ('x' || left(replace(t.id::text, '-', ''), 12))::bit(48)::bigint - 1000000000000000) else a.turn end
    from taken t where a.id = t.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_signer()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select pg_has_role(current_user, 'sterling_signer', 'usage')
$function$
;

CREATE OR REPLACE FUNCTION public.keep_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update prices set used = true where id = new.price_id and not used;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.leave_proxy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.proxy_id := null;
  return new;
end $function$
;

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
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_book(p_key text, p_kind text, p_postings jsonb, p_hold_key text DEFAULT NULL::text, p_close boolean DEFAULT true, p_force boolean DEFAULT false, p_details jsonb DEFAULT '{}'::jsonb, p_at timestamp with time zone DEFAULT now())
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_event bigint;
  v_hold ledger_holds;
  v_used bigint := 0;
  v_posting jsonb;
  v_from bigint;
  v_moves record;
  v_accounts bigint[];
begin
  insert into ledger_events (key, kind, details, at) values (p_key, p_kind, p_details, p_at)
    on conflict (key) do nothing returning id into v_event;
  if v_event is null then return 'repeat'; end if;

  -- one by one: a set-based statement would not see the wallets that it opens itself, and lose their postings
  for v_posting in select value from jsonb_array_elements(p_postings) loop
    v_from := ledger_account(v_posting ->> 'from');
    insert into ledger_postings (event_id, currency, from_account, to_account, amount)
      select v_event, currency, id, ledger_account(v_posting ->> 'to'), (v_posting ->> 'amount')::bigint
      from ledger_accounts where id = v_from;
  end loop;
  if v_from is null then raise exception 'event % has no postings', p_key; end if;

  if p_hold_key is not null then
    select * into v_hold from ledger_holds where key = p_hold_key for update;
    if v_hold.state is distinct from 'active' then
      raise exception using errcode = 'LG001', message = 'closed';
    end if;
    select coalesce(sum(amount), 0) into v_used from ledger_postings
      where event_id = v_event and from_account = v_hold.account_id;
    if v_used = 0 then raise exception 'event % takes nothing from its hold %', p_key, p_hold_key; end if;
    if v_used > v_hold.remaining then raise exception using errcode = 'LG001', message = 'insufficient'; end if;
    update ledger_holds set
      remaining = case when p_close then 0 else remaining - v_used end,
      state = case when p_close or remaining = v_used then 'posted' else 'active' end,
      closed_at = case when p_close or remaining = v_used then p_at end
      where key = p_hold_key;
  end if;

  select array_agg(distinct account order by account) into v_accounts from (
    select from_account as account from ledger_postings where event_id = v_event
    union select to_account from ledger_postings where event_id = v_event) touched;
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for update;

  for v_moves in
    select b.account_id,
      coalesce((select sum(case when p.to_account = b.account_id then p.amount else -p.amount end) from ledger_postings p
        where p.event_id = v_event and b.account_id in (p.from_account, p.to_account)), 0) as net,
      case when b.account_id = v_hold.account_id then case when p_close then v_hold.remaining else v_used end else 0 end as freed,
      b.posted, b.held, b.overdraft
    from ledger_balances b where b.account_id = any (v_accounts) order by b.account_id
  loop
    -- only what lowers an account can be refused: a credit to one below zero always helps
    if v_moves.net + v_moves.freed < 0 and not p_force
      and v_moves.posted + v_moves.net - (v_moves.held - v_moves.freed) < 0 then
      raise exception using errcode = 'LG001', message = 'insufficient';
    end if;
    update ledger_balances set
      posted = v_moves.posted + v_moves.net,
      held = v_moves.held - v_moves.freed,
      overdraft = case
        when p_force then greatest(0, v_moves.held - v_moves.freed - v_moves.posted - v_moves.net)
        else least(v_moves.overdraft, greatest(0, v_moves.held - v_moves.freed - v_moves.posted - v_moves.net)) end
      where account_id = v_moves.account_id;
  end loop;
  return 'posted';
exception when sqlstate 'LG001' then
  -- the block's own savepoint took the event, its postings and the hold's change back
  return sqlerrm;
end $function$
;

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
  select 'held is not the sum of its active holds', a.name, coalesce(h.total, 0)::bigint, b.held
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  left join (select account_id, sum(remaining) as total from ledger_holds where state = 'active' group by account_id) h
    on h.account_id = b.account_id
  where b.held <> coalesce(h.total, 0)
  union all
  select 'a sealed sum is not the sum of its postings', a.name,
    (select coalesce(sum(case when p.to_account = a.id then p.amount else -p.amount end), 0)::bigint from ledger_postings p
      where p.id <= s.through_posting and a.id in (p.from_account, p.to_account)), s.posted
  from ledger_seals s join ledger_accounts a on a.id = s.account_id
  where s.posted <> (select coalesce(sum(case when p.to_account = a.id then p.amount else -p.amount end), 0) from ledger_postings p
      where p.id <= s.through_posting and a.id in (p.from_account, p.to_account))
  union all
  select 'below zero without a reversed deposit', a.name, 0, b.posted - b.held
  from ledger_balances b join ledger_accounts a on a.id = b.account_id
  where b.posted - b.held < 0 and not exists (
    select from ledger_postings p join ledger_events e on e.id = p.event_id
    where p.from_account = a.id and e.kind = 'deposit.reversed')
  union all
  select 'an event without postings', e.key, 1, 0
  from ledger_events e where not exists (select from ledger_postings p where p.event_id = e.id)
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_has_frozen()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from ledger_balances where overdraft > 0 and posted - held < 0)
$function$
;

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
      -- only an overdraft lets an account fall below zero (never_below_zero)
      exists (select from ledger_balances where overdraft > 0 and posted - held < 0)
      and ledger_is_frozen((select user_id from ledger_accounts where id = v_account)));
  if found then return 'held'; end if;
  delete from ledger_holds where key = p_key;
  if not exists (select from ledger_balances where account_id = v_account) then
    raise exception 'only a wallet can hold money, % is none', p_account;
  end if;
  return case when ledger_is_frozen((select user_id from ledger_accounts where id = v_account)) then 'frozen' else 'insufficient' end;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_hold_all(p_holds json, p_at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select ledger_hold_all(array_agg(h."holdKey"), array_agg(h."walletId"), array_agg(h."totalCents"), p_at)
    from json_to_recordset(p_holds) as h ("holdKey" text, "walletId" bigint, "totalCents" bigint)
$function$
;

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
        exists (select from ledger_balances where overdraft > 0 and posted - held < 0)
        and ledger_is_frozen((select user_id from ledger_accounts where id = w.account_id)))
      returning 1)
    select (select count(*) from wanted), (select count(*) from holding) into v_wallets, v_holding;
  if v_holding < v_wallets then
    raise exception 'only % of % wallets can hold what was promised', v_holding, v_wallets using errcode = 'LN001';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_hold_is_sound(h ledger_holds)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return h.amount > 0 and h.remaining between 0 and h.amount
    and h.state in ('active', 'posted', 'voided') and (h.state = 'active') = (h.closed_at is null)
    and (h.state = 'active' or h.remaining = 0);
end $function$
;

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

CREATE OR REPLACE FUNCTION public.ledger_lock(p_account text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_account bigint := ledger_account(p_account);
begin
  perform 1 from ledger_balances where account_id = v_account for update;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_lock_buyers(p_users uuid[])
 RETURNS TABLE(user_id uuid, account_id bigint, spendable bigint, is_frozen boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_accounts bigint[];
begin
  -- a wallet that was never named is opened
  v_accounts := array(
    select coalesce((select a.id from ledger_accounts a where a.name = 'user:' || u || ':buyer'), ledger_account('user:' || u || ':buyer'))
    from unnest(p_users) u);
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for update;
  return query
    select locked.user_id, locked.id, b.spendable, (select ledger_has_frozen()) and ledger_is_frozen(locked.user_id)
    from unnest(p_users, v_accounts) as locked (user_id, id)
    -- one by one by its key: a plan from when wallets were few would read all of them for each
    cross join lateral (select posted - held as spendable from ledger_balances where account_id = locked.id offset 0) b;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_post(p_key text, p_kind text, p_postings jsonb, p_hold_key text DEFAULT NULL::text, p_close boolean DEFAULT true, p_force boolean DEFAULT false, p_details jsonb DEFAULT '{}'::jsonb, p_at timestamp with time zone DEFAULT now())
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_code text := ledger_book(p_key, p_kind, p_postings, p_hold_key, p_close, p_force, p_details, p_at);
begin
  if v_code = 'posted' then perform settlement_follow(p_key, p_kind, p_details); end if;
  return v_code;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_posted(p_name text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(b.posted, coalesce(s.posted, 0)
    + coalesce((select sum(amount) from ledger_postings where to_account = a.id and id > coalesce(s.through_posting, 0)), 0)
    - coalesce((select sum(amount) from ledger_postings where from_account = a.id and id > coalesce(s.through_posting, 0)), 0))::bigint
  from ledger_accounts a
  left join ledger_balances b on b.account_id = a.id
  left join ledger_seals s on s.account_id = a.id
  where a.name = p_name
$function$
;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only: % on % refused', tg_op, tg_table_name;
end $function$
;

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
  perform 1 from ledger_balances where account_id = v_hold.account_id for update;
  if v_more > 0 and ledger_is_frozen((select user_id from ledger_accounts where id = v_hold.account_id)) then
    return 'frozen';
  end if;
  update ledger_balances set held = held + v_more,
    overdraft = least(overdraft, greatest(0, held + v_more - posted))
    where account_id = v_hold.account_id and (v_more <= 0 or posted - held >= v_more);
  if not found then return 'insufficient'; end if;
  update ledger_holds set amount = amount + v_more, remaining = p_amount where key = p_key;
  return 'held';
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_seal()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_through bigint;
begin
  lock table ledger_postings in share mode;
  select coalesce(max(id), 0) into v_through from ledger_postings;
  insert into ledger_seals (account_id, through_posting, posted)
    select a.id, v_through, ledger_posted(a.name) from ledger_accounts a where a.user_id is null
    on conflict (account_id) do update set through_posting = excluded.through_posting, posted = excluded.posted;
end $function$
;

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
end $function$
;

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
  if old.removed_at is not null then raise exception 'listing % was taken away', old.id; end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('active', 'pending'), ('active', 'cancelled'), ('pending', 'active'), ('pending', 'sold'), ('pending', 'cancelled')) then
    raise exception 'a listing that is % does not become %', old.status, new.status;
  end if;
  if (new.id, new.seller_id, new.item_type, new.created_at) is distinct from (old.id, old.seller_id, old.item_type, old.created_at)
    or (old.status <> 'active' and (new.title, new.quantity, new.price_cents, new.delivery_time)
      is distinct from (old.title, old.quantity, old.price_cents, old.delivery_time)) then
    raise exception 'what a listing offers does not change, except of an active one its terms';
  end if;
  return new;
end $function$
;

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
  select 'an output is above the cursor', txid || ':' || n, (select max(chain_blocks.height) from chain_blocks), height
  from chain_outputs where height > (select max(chain_blocks.height) from chain_blocks)
$function$
;

CREATE OR REPLACE FUNCTION public.lock_matching()
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('matching', 0))
$function$
;

CREATE OR REPLACE FUNCTION public.lock_stock_for(p_places bigint[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  -- by rate from 1.00 to 6.00 the least that any of those who would pay it wants
  v_least bigint[] := (
    select array_agg(least order by rate) from (
      select rate, min(min(p.robux_amount)) over (order by rate desc) as least
      from generate_series(100, 600) as rate
      left join (select offers_cents, robux_amount from pre_orders where place = any (p_places)) p on p.offers_cents = rate
      group by rate) by_rate);
begin
  return array(
    select a.id from stock_at_hand s join roblox_accounts a on a.id = s.account_id
    where s.robux >= v_least[s.rate_cents - 99] order by a.id for update of a);
end $function$
;

CREATE OR REPLACE FUNCTION public.match_all()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform match_at_commit(null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.match_at_commit(p_account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_setting('sterling.matching_is_left', true) is distinct from 'yes' then
    begin
      perform set_config('lock_timeout', '250ms', true);
      if (select p_is_finished from match_waiting(p_account)) then return; end if;
    exception when lock_not_available then
      perform set_config('sterling.matching_is_left', 'yes', true);
    end;
  end if;
  perform set_config('lock_timeout', '0', true);
  update roblox_accounts a set unmatched = nextval('matching_marks')
    where a.id = p_account or (p_account is null and a.id in (select account_id from stock_at_hand));
end $function$
;

CREATE OR REPLACE FUNCTION public.match_batch(p_places bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_at timestamptz;
  -- accounts, best first; `next` leads from one to the next one at hand, 0 ends it; `last` is the last one of a rank
  v_ids uuid[]; v_owners uuid[]; v_rates int[]; v_robux bigint[]; v_ranks int[];
  v_next int[]; v_last int[];
  v_promised bigint[]; v_used int[];
  v_first int := 1;
  v_before int;
  v_one int;
  -- buyers: their wallets, what they have to spend, and what they spend here
  v_buyers uuid[]; v_wallets bigint[]; v_spendable bigint[];
  v_spent bigint[];
  v_least bigint := (select min(robux_amount) from pre_orders where place = any (p_places));
  v_pre record;
  v_can bigint;
  v_most int;
  v_total bigint;
  -- the matches, and those who were passed over
  v_count int := 0;
  v_served bigint[]; v_accounts int[]; v_payers bigint[]; v_totals bigint[]; v_orders uuid[];
  v_over uuid[] := '{}'; v_offers int[] := '{}'; v_limits text[] := '{}'; v_untils timestamptz[] := '{}';
begin
  select array_agg(user_id), array_agg(account_id), array_agg(case when is_frozen then 0 else spendable end)
    into v_buyers, v_wallets, v_spendable
    from ledger_lock_buyers(array(select distinct buyer_id from pre_orders where place = any (p_places)));
  v_ids := lock_stock_for(p_places);
  select array_agg(account_id order by n), array_agg(seller_id order by n), array_agg(rate_cents order by n),
      array_agg(robux order by n), array_agg(rank order by n), array_agg(n + 1 order by n)
    into v_ids, v_owners, v_rates, v_robux, v_ranks, v_next
    from (
      select s.*, dense_rank() over (order by rate_cents, fulfilment = 'manual')::int as rank,
        row_number() over (order by rate_cents, fulfilment = 'manual', last_used_at nulls first, account_id)::int as n
      from stock_at_hand s where account_id = any (v_ids)) ranked;
  if v_ids is null then return 0; end if;
  v_next[cardinality(v_ids)] := 0;
  select array_agg(n order by rank) into v_last
    from (select rank, max(n)::int as n from unnest(v_ranks) with ordinality as r (rank, n) group by rank) ranks;
  v_promised := array_fill(0::bigint, array[cardinality(v_ids)]);
  v_used := array_fill(0, array[cardinality(v_ids)]);
  v_spent := array_fill(0::bigint, array[cardinality(v_buyers)]);

  v_at := clock_timestamp();
  for v_pre in
    select p.id, p.place, p.robux_amount, p.offers_cents, p.buyer_id, b.n::int as buyer, l.too_young_until,
      case when l.too_young_until is not null then 0 else l.left_cents end as allowed,
      case when p.rest_until > v_at then p.resting_accounts end as resting
    from pre_orders p join unnest(v_buyers) with ordinality as b (id, n) on b.id = p.buyer_id
    join users u on u.id = p.buyer_id left join buying_limits(v_buyers) l on l.buyer_id = p.buyer_id
    where p.place = any (p_places) and p.waits_for = 'stock' and not u.is_banned and u.deleted_at is null
    order by p.place
  loop
    exit when v_first = 0;
    -- least() leaves out what is null: no limit
    v_can := least(v_spendable[v_pre.buyer], v_pre.allowed) - v_spent[v_pre.buyer];
    v_most := least(v_pre.offers_cents, affordable_rate(v_pre.robux_amount, v_can));
    v_before := 0;
    v_one := v_first;
    while v_one > 0 and v_rates[v_one] <= v_most loop
      exit when v_robux[v_one] >= v_pre.robux_amount and v_owners[v_one] <> v_pre.buyer_id
        and (v_pre.resting is null or v_ids[v_one] <> all (v_pre.resting));
      v_before := v_one;
      v_one := v_next[v_one];
    end loop;

    if v_one = 0 or v_rates[v_one] > v_most then
      if v_most < v_pre.offers_cents then
        v_over := v_over || v_pre.id;
        v_offers := v_offers || v_most;
        -- of limit and balance the tighter one is the reason; when it ends, the other one is found
        if v_pre.allowed < v_spendable[v_pre.buyer] then
          v_limits := v_limits || case when v_pre.too_young_until is null then 'spending_limit' else 'account_too_new' end;
          v_untils := v_untils || coalesce(v_pre.too_young_until, date_trunc('day', now(), 'UTC') + interval '1 day');
        else
          v_limits := v_limits || null::text;
          v_untils := v_untils || null::timestamptz;
        end if;
      end if;
      continue;
    end if;

    v_total := order_total(v_pre.robux_amount, v_rates[v_one]);
    v_spent[v_pre.buyer] := v_spent[v_pre.buyer] + v_total;
    v_robux[v_one] := v_robux[v_one] - v_pre.robux_amount;
    v_count := v_count + 1;
    v_promised[v_one] := v_promised[v_one] + v_pre.robux_amount;
    v_used[v_one] := v_count;
    v_served[v_count] := v_pre.place;
    v_accounts[v_count] := v_one;
    v_payers[v_count] := v_wallets[v_pre.buyer];
    v_totals[v_count] := v_total;
    v_orders[v_count] := new_id();

    -- it goes to the end of its rank, and out when nobody here wants as little as it has left
    if v_one <> v_last[v_ranks[v_one]] or v_robux[v_one] < v_least then
      if v_before = 0 then v_first := v_next[v_one]; else v_next[v_before] := v_next[v_one]; end if;
      if v_one = v_last[v_ranks[v_one]] then
        v_last[v_ranks[v_one]] := v_before;
      elsif v_robux[v_one] >= v_least then
        v_next[v_one] := v_next[v_last[v_ranks[v_one]]];
        v_next[v_last[v_ranks[v_one]]] := v_one;
        v_last[v_ranks[v_one]] := v_one;
      end if;
    end if;
  end loop;

  update pre_orders p set offers_cents = o.offers, limited_by = o.limited, limited_until = o.until
    from unnest(v_over, v_offers, v_limits, v_untils) as o (id, offers, limited, until) where p.id = o.id;
  if v_count > 0 then
    perform write_matches(v_served, v_orders, v_totals, v_ids, v_rates, v_owners, v_accounts);
    perform ledger_hold_all((select json_agg(json_build_object('holdKey', 'order ' || h.id, 'walletId', h.wallet, 'totalCents', h.cents))
      from unnest(v_orders, v_payers, v_totals) as h (id, wallet, cents)));
    -- in the order of use, as if they had been used one by one
    update roblox_accounts a set reserved_robux = a.reserved_robux + s.promised, last_used_at = v_at + s.used * interval '1 microsecond', turn = turn_at(v_at)
      from unnest(v_ids, v_promised, v_used) as s (id, promised, used) where a.id = s.id and s.promised > 0;
  end if;
  return v_count;
end $function$
;

CREATE OR REPLACE FUNCTION public.match_new_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and not stock_has_grown(old, new) then return null; end if;
  perform match_at_commit(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.match_pre_orders(p_account uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p_matched from match_waiting(p_account)
$function$
;

CREATE OR REPLACE FUNCTION public.match_waiting(p_account uuid, OUT p_matched integer, OUT p_is_finished boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_most_matched constant int := 5000;
  v_most_at_once constant int := 1000;
  v_places bigint[];
  v_after bigint := 0;
  v_size int := 8;
  v_accounts uuid[];
  v_marks bigint[];
begin
  p_matched := 0;
  p_is_finished := true;
  perform lock_matching();
  if (select (value ->> 'enabled')::boolean from settings where key = 'emergency_shutdown') then return; end if;
  if p_account is null then
    update pre_orders set offers_cents = most_rate_cents, limited_by = null, limited_until = null
      where waits_for = 'stock' and limited_until <= now();
  end if;
  -- whoever marks an account again meanwhile gives it another number
  select array_agg(id), array_agg(unmatched) into v_accounts, v_marks
    from roblox_accounts where unmatched is not null and (p_account is null or id = p_account);
  loop
    -- by its place: the planner would look for any one in the whole table
    exit when (select place from pre_orders where waits_for = 'stock' order by place limit 1) is null;
    v_places := fitting_pre_orders(most_robux_by_rate(p_account), v_after, v_size);
    exit when cardinality(v_places) = 0;
    p_matched := p_matched + match_batch(v_places);
    p_is_finished := p_matched < v_most_matched;
    exit when not p_is_finished;
    v_after := v_places[cardinality(v_places)];
    v_size := least(8 * v_size, v_most_at_once, v_most_matched - p_matched);
  end loop;
  if p_is_finished and v_accounts is not null then
    update roblox_accounts a set unmatched = null
      from unnest(v_accounts, v_marks) as seen (id, mark) where a.id = seen.id and a.unmatched = seen.mark;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.match_within_new_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update pre_orders set limited_until = now() where waits_for = 'stock' and limited_until is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.moment()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when current_user = 'sterling_demo'
    then coalesce(nullif(current_setting('sterling.moment', true), '')::timestamptz, now()) else now() end
$function$
;

CREATE OR REPLACE FUNCTION public.most_robux_by_rate(p_account uuid)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(most order by rate) from (
    select rate, coalesce(max(max(s.robux)) over (order by rate), 0) as most
    from generate_series(100, 600) as rate
    left join stock_at_hand s on s.rate_cents = rate and (p_account is null or s.account_id = p_account)
    group by rate) by_rate
$function$
;

CREATE OR REPLACE FUNCTION public.new_affiliate_code()
 RETURNS text
 LANGUAGE sql
AS $function$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits from 5 * part + 1 for 5)::int, 1), '' order by part)
  from (select ('x' || encode(substring(uuid_send(gen_random_uuid()) from 1 for 5), 'hex'))::bit(40) as bits) random,
    generate_series(0, 7) as part
$function$
;

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$select uuidv7()$function$
;

CREATE OR REPLACE FUNCTION public.order_as_placed(p_id uuid, p_account uuid, p_buyer uuid, p_robux bigint, p_rate_cents bigint, p_total_cents bigint, p_url text, p_pass_name text, p_at text, p_what text)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select ('{"id":"' || p_id::text || '","accountId":"' || p_account::text || '","buyerId":"' || p_buyer::text
    || '","robuxAmount":"' || p_robux::text || '","totalPrice":"' || dollar_text(p_total_cents) || '","ratePerThousand":'
    || dollar_text(p_rate_cents) || ',"status":"pending","failureReason":null,"gamepassUrl":' || to_json(p_url)::text
    || ',"gamepassName":' || to_json(p_pass_name)::text || ',"createdAt":"' || p_at
    || '","completedAt":null,"events":[{"at":"' || p_at || '","what":"' || p_what || '"}]}')::json
$function$
;

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
  select 'the parts of an order cost another sum than their Robux', s.split_id::text,
    greatest(1, (2 * s.robux * s.rate_cents + 1000) / 2000), s.cents
  from (
    select split_id, min(rate_cents) as rate_cents, sum(robux_amount)::bigint as robux, sum(total_cents)::bigint as cents
    from orders where split_id is not null and status <> 'failed' group by split_id) s
  where s.cents <> greatest(1, (2 * s.robux * s.rate_cents + 1000) / 2000)
  union all
  select 'an order''s hold belongs to none', h.key, 0, h.remaining
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
    select account_id, sum(robux)::bigint as robux from (
      select account_id, robux_amount as robux from orders where ended_at is null
      union all select taken.* from stock_claims c cross join lateral unnest(c.accounts, c.robux) as taken) needed
    group by account_id) needed
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

CREATE OR REPLACE FUNCTION public.order_events_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what happened to an order is not changed';
end $function$
;

CREATE OR REPLACE FUNCTION public.order_is_sound()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' and new.status <> 'pending' then raise exception 'an order starts as pending, not as %', new.status; end if;
  if not ((new.status in ('completed', 'failed')) = (new.ended_at is not null)
    and (new.ended_at is null) = (new.look_at is not null)
    and (new.status = 'failed') = (new.failure_reason is not null)
    and (new.split_id is null) = (new.part is null) and coalesce(new.part > 0, true)
    and (new.manual_deadline is null) = (new.manual_price_robux is null) and coalesce(new.manual_price_robux > 0, true)
    and (new.manual_deadline is null or new.status in ('manual', 'completed', 'failed'))
    and (new.review_reason is null or new.manual_deadline is not null)) then
    raise exception 'order % is %, but not all of it', new.id, new.status using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_total(p_robux bigint, p_rate_cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select greatest(1, (2 * p_robux * p_rate_cents + 1000) / 2000)
$function$
;

CREATE OR REPLACE FUNCTION public.orders_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'an order is never deleted'; end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'failed'),
    ('processing', 'completed'), ('processing', 'failed'), ('processing', 'unclear'), ('processing', 'manual'),
    ('unclear', 'completed'), ('unclear', 'processing'), ('unclear', 'failed'), ('unclear', 'manual'),
    ('manual', 'completed'), ('manual', 'processing'), ('manual', 'failed')) then
    raise exception 'an order that is % does not become %', old.status, new.status;
  end if;
  if old.ended_at is not null then raise exception 'order % has ended', old.id; end if;
  if (new.id, new.buyer_id, new.robux_amount, new.at_most_rate_cents, new.gamepass_url, new.pass_name, new.pass_id, new.product_id, new.creator_type,
      new.creator_target_id, new.sets_price, new.created_at) is distinct from
     (old.id, old.buyer_id, old.robux_amount, old.at_most_rate_cents, old.gamepass_url, old.pass_name, old.pass_id, old.product_id, old.creator_type,
      old.creator_target_id, old.sets_price, old.created_at) then
    raise exception 'what was ordered does not change';
  end if;
  if new.account_id <> old.account_id and exists (
    select from purchase_attempts where order_id = old.id and state in ('marked', 'unclear', 'bought')) then
    raise exception 'order % has an attempt under way: no other account may serve it', old.id;
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
end $function$
;

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
end $function$
;

CREATE OR REPLACE FUNCTION public.own_transactions_check_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.kind <> 'unknown' and not is_signer() then raise exception 'only the signer signs'; end if;
    return new;
  end if;
  if (new.txid, new.kind, new.hex, new.fee_litoshi, new.signed_at, new.signed_height)
    is distinct from (old.txid, old.kind, old.hex, old.fee_litoshi, old.signed_at, old.signed_height) then
    raise exception 'what was signed does not change';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.pause_seller(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update users set is_selling_paused = true where id = p_user;
  update roblox_accounts set status = 'offline', status_reason = paused_text()
    where user_id = p_user and status = 'online' and removed_at is null;
end $function$
;

CREATE OR REPLACE FUNCTION public.paused_text()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'Roblox objected to trade by an account of yours: all of them rest until somebody has looked into it.'
$function$
;

CREATE OR REPLACE FUNCTION public.place_order(p_buyer uuid, p_robux bigint, p_most_cents integer, p_url text, p_pass bigint, p_product bigint, p_pass_name text, p_creator_type text, p_creator bigint, p_key text, p_hash bytea)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_at constant timestamptz := moment();
  v_wallet constant text := 'user:' || p_buyer || ':buyer';
  v_is_open boolean; v_is_guarded boolean;
  v_account uuid; v_seller uuid; v_rate int; v_is_manual boolean; v_seen timestamptz;
  v_left bigint;
  v_total bigint;
  v_held text;
  v_id uuid;
  v_used timestamptz;
begin
  select bool_or(key = 'emergency_shutdown' and value ->> 'enabled' = 'false'),
      bool_or(key = 'account_age' and value ->> 'days' <> '0' or key = 'new_buyer_cap' and value ->> 'usd' is not null)
    into v_is_open, v_is_guarded from settings where key in ('emergency_shutdown', 'account_age', 'new_buyer_cap');
  if v_is_open is distinct from true then return null; end if;
  if v_is_guarded then
    perform ledger_lock(v_wallet);
    select case when l.too_young_until is null then l.left_cents else -1 end into v_left from buying_limits(array[p_buyer]) l;
    if v_left < 0 then return null; end if;
  end if;

  select s.id, s.seller_id, s.rate_cents, s.is_manual, s.last_used_at into v_account, v_seller, v_rate, v_is_manual, v_seen
    from stock_at(p_robux, coalesce(p_most_cents, 600), p_buyer) s limit 1;
  if v_account is null then return null; end if;
  v_total := order_total(p_robux, v_rate);
  if v_total > v_left then return null; end if;
  v_id := new_id();
  v_held := ledger_hold('order ' || v_id, v_wallet, v_total, v_at);
  if v_held <> 'held' then return null; end if;
  -- not while others decide about what they have seen
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  v_used := clock_timestamp();
  update roblox_accounts a set reserved_robux = a.reserved_robux + p_robux, last_used_at = v_used, turn = turn_at(v_used)
    where a.id = v_account and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = v_rate
      and (a.fulfilment = 'manual') = v_is_manual and a.last_used_at is not distinct from v_seen
      and a.robux_balance - a.reserved_robux >= p_robux;
  if not found then raise exception 'account % has changed', v_account using errcode = 'LN001'; end if;
  perform queue_purchases(array[v_id]);
  perform wake_purchases();
  insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
      gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, look_at, created_at)
    values (v_id, p_buyer, v_account, v_seller, p_robux, v_rate, coalesce(p_most_cents, v_rate), v_total,
      p_url, p_pass, p_product, p_pass_name, p_creator_type, p_creator, false, now() + interval '10 seconds', v_at);
  insert into order_events (order_id, what, at) values (v_id, placed_text(p_robux, v_rate, v_total), v_at);
  if p_key is not null then
    insert into idempotency_keys (user_id, key, request_hash, status, placed_order, placed_account, placed_rate_cents, placed_total_cents)
      values (p_buyer, p_key, p_hash, 201, v_id, v_account, v_rate, v_total);
  end if;
  return concat('{"at":', to_json(v_at), ',"ids":["', v_id, '"],"accountIds":["', v_account, '"],"sellerIds":["', v_seller,
    '"],"rates":[', v_rate, '],"totals":[', v_total, ']}');
end $function$
;

CREATE OR REPLACE FUNCTION public.place_orders(p_users uuid[], p_buyers integer[], p_robux bigint[], p_most_cents integer[], p_urls text[], p_passes bigint[], p_products bigint[], p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[])
 RETURNS TABLE(n integer, what text, at timestamp with time zone, id uuid, account_id uuid, seller_id uuid, rate_cents integer, total_cents bigint, request_hash bytea, status integer, reply json)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_stored int[];
  v_wallets bigint[]; v_spendable bigint[]; v_allowed bigint[];
  v_buyer int; v_left bigint;
  v_has_claims boolean;
  v_all record;
  v_ids uuid[];
begin
  select array_agg(k.n) into v_stored
    from (select n::int, key, p_users[buyer] as user_id from unnest(p_keys, p_buyers) with ordinality as w (key, buyer, n) where key is not null) k
    cross join lateral (select from idempotency_keys where user_id = k.user_id and key = k.key offset 0) i;
  if v_stored is not null then
    return query select s.n, 'stored', null::timestamptz, null::uuid, null::uuid, null::uuid, null::int, null::bigint, i.request_hash, i.status, i.reply
      from unnest(v_stored) as s (n)
      cross join lateral (select k.request_hash, k.status, stored_reply(k) as reply from idempotency_keys k
        where k.user_id = p_users[p_buyers[s.n]] and k.key = p_keys[s.n] offset 0) i;
  end if;
  if (select value ->> 'enabled' from settings where key = 'emergency_shutdown') is distinct from 'false' then return; end if;
  select array_agg(account_id), array_agg(spendable), array_agg(case when is_frozen then -1 end)
    into v_wallets, v_spendable, v_allowed from ledger_lock_buyers(p_users);
  for v_buyer, v_left in
    select b.n, case when l.too_young_until is null then l.left_cents else -1 end
    from buying_limits(p_users) l join unnest(p_users) with ordinality as b (id, n) on b.id = l.buyer_id
  loop
    v_allowed[v_buyer] := least(v_allowed[v_buyer], v_left);
  end loop;
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  v_has_claims := exists (select from stock_claims);
  -- whoever has his answer wants no stock
  select * into v_all from choose_stock(p_users, p_buyers,
    array(select case when n = any (v_stored) then null else robux end from unnest(p_robux) with ordinality as w (robux, n)),
    p_most_cents, v_spendable, v_allowed);
  if v_all.placed > 0 then
    perform take_stock(null, v_all.accounts, v_all.robux, v_all.seen_at, v_all.turns, v_all.account_rates, v_all.kinds);
    v_ids := write_orders(v_wallets, v_all.account_ids, v_all.seller_ids, v_all.rates, v_all.totals, p_users, p_buyers, p_robux, p_most_cents,
      p_urls, p_passes, p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes);
    return query select w.n::int, 'placed', moment(), w.id, w.account_id, w.seller_id, w.rate, w.total, null::bytea, null::int, null::json
      from unnest(v_ids, v_all.account_ids, v_all.seller_ids, v_all.rates, v_all.totals) with ordinality as w (id, account_id, seller_id, rate, total, n)
      where w.id is not null;
    perform wake_purchases();
  end if;
  return query select w.n::int, case when what = 'out_of_stock' and v_has_claims then 'claimed' else what end,
      null::timestamptz, null::uuid, null::uuid, null::uuid, null::int, null::bigint, null::bytea, null::int, null::json
    from unnest(v_all.whats) with ordinality as w (what, n) where what <> 'placed';
end $function$
;

CREATE OR REPLACE PROCEDURE public.place_plain_orders(IN p_claim uuid, IN p_users uuid[], IN p_buyers integer[], IN p_robux bigint[], IN p_most_cents integer[], IN p_urls text[], IN p_passes bigint[], IN p_products bigint[], IN p_pass_names text[], IN p_creator_types text[], IN p_creators bigint[], IN p_keys text[], IN p_hashes bytea[], INOUT placed text DEFAULT NULL::text)
 LANGUAGE plpgsql
AS $procedure$
declare
  v_wallets bigint[];
  v_spendable bigint[];
  v record;
  v_ids uuid[];
begin
  if exists (select from ledger_balances where overdraft > 0 and posted - held < 0) or (
    select count(*) from settings where key in ('emergency_shutdown', 'account_age', 'new_buyer_cap') and case key
      when 'emergency_shutdown' then value ->> 'enabled' = 'false' when 'account_age' then value ->> 'days' = '0' else value ->> 'usd' is null end) < 3
  then return; end if;
  select array_agg(a.id order by u.n), array_agg(coalesce(b.posted - b.held, 0) order by u.n) into v_wallets, v_spendable
    from unnest(p_users) with ordinality as u (id, n) left join ledger_accounts a on a.name = 'user:' || u.id || ':buyer'
    left join ledger_balances b on b.account_id = a.id;
  if p_claim is not null then perform pg_advisory_xact_lock(hashtextextended('orders', 0)); end if;
  select * into v from choose_stock(p_users, p_buyers, p_robux, p_most_cents, v_spendable, null);
  if v.placed = 0 then return; end if;
  if p_claim is not null then
    perform take_stock(p_claim, v.accounts, v.robux, v.seen_at, v.turns, v.account_rates, v.kinds);
    perform set_config('synchronous_commit', 'off', true);
    commit;
    delete from stock_claims where id = p_claim;
    if not found then raise exception 'the claim was given back' using errcode = 'LN001'; end if;
  end if;
  v_ids := write_orders(v_wallets, v.account_ids, v.seller_ids, v.rates, v.totals, p_users, p_buyers, p_robux, p_most_cents, p_urls, p_passes,
    p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes);
  if p_claim is null then perform take_stock(null, v.accounts, v.robux, v.seen_at, v.turns, v.account_rates, v.kinds); end if;
  placed := json_build_object('at', moment(), 'ids', v_ids, 'accountIds', v.account_ids, 'sellerIds', v.seller_ids, 'rates', v.rates,
    'totals', v.totals);
  commit;
  perform wake_purchases();
end $procedure$
;

CREATE OR REPLACE FUNCTION public.placed_text(p_robux bigint, p_rate_cents bigint, p_total_cents bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select 'Order placed: ' || case when p_robux < 1000 then p_robux::text else to_char(p_robux, 'FM9,999,999') end
    || ' Robux at $' || dollar_text(p_rate_cents) || ' per 1000, $' || dollar_text(p_total_cents) || ' held'
$function$
;

CREATE OR REPLACE FUNCTION public.pre_order_comes_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_accounts_to_blame boolean := new.account_id = any (new.passed_over);
begin
  update pre_orders set status = 'closed', order_id = null, matched_at = null
    where order_id = new.id and close_reason is not null;
  update pre_orders p set status = 'waiting', order_id = null, matched_at = null, returns = p.returns + 1,
      waits_for = case when v_accounts_to_blame then 'stock' else 'pass' end,
      offers_cents = p.most_rate_cents, resting_accounts = new.passed_over,
      rest_until = clock_timestamp() + interval '30 seconds' * 2 ^ least(p.returns, 6),
      look_at = case when not v_accounts_to_blame
        then clock_timestamp() + interval '30 seconds' * 2 ^ greatest(0, least(p.returns - 4, 6)) end
    where p.order_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.pre_order_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'a matched pre-order''s order is not what was pre-ordered', p.id::text, p.robux_amount, o.robux_amount
  from pre_orders p join orders o on o.id = p.order_id
  where (o.buyer_id, o.at_most_rate_cents, o.pass_id) is distinct from (p.buyer_id, p.most_rate_cents, p.pass_id)
    or o.robux_amount > p.robux_amount
  union all
  select 'a pre-order stays matched though its order failed', p.id::text, 0, 1
  from pre_orders p join orders o on o.id = p.order_id where o.status = 'failed'
$function$
;

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
  if (new.id, new.place, new.buyer_id, new.robux_amount, new.most_rate_cents, new.most_cents, new.pass_id, new.product_id,
      new.creator_type, new.creator_target_id, new.created_at) is distinct from
     (old.id, old.place, old.buyer_id, old.robux_amount, old.most_rate_cents, old.most_cents, old.pass_id, old.product_id,
      old.creator_type, old.creator_target_id, old.created_at) then
    raise exception 'what was pre-ordered does not change';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.pre_orders_offer_more()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update pre_orders p set offers_cents = p.most_rate_cents, limited_by = null, limited_until = null
    from ledger_accounts a
    where a.id = new.account_id and p.buyer_id = a.user_id and p.status = 'waiting' and p.offers_cents < p.most_rate_cents;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.pre_orders_tell()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('pre-orders',
    json_build_object('preOrderId', new.id, 'buyerId', new.buyer_id, 'state', new.status)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.proxy_stays_what_it_is()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.user_id, new.host, new.port) is distinct from (old.user_id, old.host, old.port)
    or new.username is distinct from old.username or (new.status = 'unchecked' and old.status <> 'unchecked') then
    raise exception 'proxy % does not become another', old.id;
  end if;
  return new;
end $function$
;

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
    ('unclear', 'bought'), ('unclear', 'refused'), ('unclear', 'marked')) then
    raise exception 'an attempt that is % does not become %', old.state, new.state;
  end if;
  if (new.order_id, new.account_id, new.pass_id, new.idempotency_key, new.price_robux) is distinct from
     (old.order_id, old.account_id, old.pass_id, old.idempotency_key, old.price_robux) then
    raise exception 'what an attempt set out to buy does not change';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_purchases(p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into pgboss.job_common (id, name, data, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select p_orders[n], q.name, jsonb_build_object('orderIds', p_orders[n : n + 7]), 0, now(), now(), q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy,
      q.dead_letter, q.heartbeat_seconds
    from pgboss.queue q cross join generate_series(1, cardinality(p_orders), 8) as n
    where q.name = 'orders.buy-gamepass';
end $function$
;

CREATE OR REPLACE FUNCTION public.reference_differences()
 RETURNS TABLE(what text, subject text, expected bigint, found bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'a hold is on no wallet', h.key, 0::bigint, h.amount
    from ledger_holds h where not exists (select from ledger_balances b where b.account_id = h.account_id)
  union all
  select 'a line of a timeline belongs to no order', e.order_id::text, 0, count(*)
    from order_events e where not exists (select from orders o where o.id = e.order_id) group by e.order_id
  union all
  select 'an order is a part of none', o.id::text, 0, 1
    from orders o where o.split_id is not null and not exists (select from orders w where w.id = o.split_id)
  union all
  select 'the buyer of an order is nobody', o.id::text, 0, 1
    from orders o where not exists (select from users u where u.id = o.buyer_id)
  union all
  select 'an order is of no account of its seller', o.id::text, 0, 1
    from orders o where not exists (select from roblox_accounts a where a.id = o.account_id and a.user_id = o.seller_id)
  union all
  select 'an account is for sale or barred otherwise than its seller', a.id::text, (not a.is_barred)::int::bigint, a.is_barred::int::bigint
    from roblox_accounts a join users u on u.id = a.user_id
    where a.removed_at is null and a.is_barred <> (u.is_banned or u.deleted_at is not null)
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_unsound_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not roblox_account_is_sound(new) then raise exception 'roblox account % is not sound', new.id using errcode = 'check_violation'; end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.remove_account_when_free()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.removed_at is not null then return new; end if;
  if new.reserved_robux = 0 then
    new.removed_at := now();
    new.sealed_cookie := null;
    new.proxy_id := null;
    new.roblox_user_id := 0;
    new.username := 'deleted';
    new.profile_picture := null;
    new.ownership_ip := '';
  end if;
  new.is_active := false;
  if not roblox_account_is_sound(new) then raise exception 'roblox account % is not sound', new.id using errcode = 'check_violation'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.reserve_stock(p_robux bigint, p_most_cents integer, p_not_owned_by uuid, p_exclude uuid[])
 RETURNS TABLE(account_id uuid, seller_id uuid, rate_cents integer, fulfilment text, roblox_user_id bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_best record;
begin
  loop
    select * into v_best from stock_in_turn(p_robux, p_most_cents, 1, p_not_owned_by, p_exclude);
    if not found then return; end if;
    return query
      update roblox_accounts a set reserved_robux = a.reserved_robux + p_robux, last_used_at = clock_timestamp(), turn = turn_at(clock_timestamp())
      where a.id = v_best.id and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = v_best.rate_cents
        and (a.fulfilment = 'manual') = v_best.is_manual and a.last_used_at is not distinct from v_best.last_used_at
        and a.robux_balance - a.reserved_robux >= p_robux
      returning a.id, a.user_id, a.rate_cents, a.fulfilment, a.roblox_user_id;
    if found then return; end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.resume_seller(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update users set is_selling_paused = false where id = p_user;
  update roblox_accounts set status = case when is_active then 'online' else status end, status_reason = null
    where user_id = p_user and status = 'offline' and status_reason = paused_text() and removed_at is null;
end $function$
;

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
end $function$
;

CREATE OR REPLACE FUNCTION public.roblox_account_is_sound(a roblox_accounts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return a.robux_balance >= 0 and a.reserved_robux >= 0 and a.total_sold >= 0 and a.rate_cents between 100 and 600
    and a.status in ('online', 'offline', '2fa_required', 'invalid_cookie') and a.fulfilment in ('auto', 'manual')
    and (a.removed_at is null) = (a.sealed_cookie is not null)
    and (a.removed_at is null or a.reserved_robux = 0 and not a.is_active and a.proxy_id is null);
end $function$
;

CREATE OR REPLACE FUNCTION public.roblox_account_stays_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.removed_at is distinct from old.removed_at or new.sealed_cookie is not null or new.is_active then
    raise exception 'roblox account % is removed', old.id;
  end if;
  return new;
end $function$
;

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
end $function$
;

CREATE OR REPLACE FUNCTION public.roblox_accounts_rest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.restricted_until > now() then
    new.status := 'offline';
    new.status_reason := old.status_reason;
  elsif (select is_selling_paused from users where id = new.user_id) then
    new.status := 'offline';
    new.status_reason := paused_text();
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.sessions_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('sessions', json_build_object('id', old.id, 'userId', old.user_id)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_stock_claims()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_claim uuid;
begin
  for v_claim in select id from stock_claims order by id for update loop
    perform give_back_stock(v_claim);
  end loop;
end $function$
;

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
  select 'a credited deposit has no lot, or another than it says', d.id::text, d.cents, coalesce(l.cents, 0)
  from deposits d left join settlement_lots l on l.deposit_id = d.id
  where d.status in ('credited', 'reversed') and d.cents > 0
    and (l.cents is distinct from d.cents or (l.state = 'reversed') <> (d.status = 'reversed'))
  union all
  select 'a deposit is settled at another depth than its own', l.deposit_id::text, l.settles_at::bigint, tip.height - d.height + 1
  from settlement_lots l join deposits d on d.id = l.deposit_id
  cross join (select max(height)::bigint as height from chain_blocks) tip
  where l.state <> 'reversed' and (l.state = 'settled') <> (tip.height - d.height + 1 >= l.settles_at)
  union all
  select 'earnings wait, or do not, against the state of their deposit', s.id::text, l.settles_at::bigint, s.cents
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

CREATE OR REPLACE FUNCTION public.settlement_follow(p_key text, p_kind text, p_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_deposit uuid := case when p_kind in ('deposit.credited', 'deposit.reversed') then (p_details ->> 'depositId')::uuid end;
  v_posting record;
begin
  for v_posting in
    select p.event_id, p.from_account, p.to_account, p.amount, source.wallet is not distinct from 'buyer' as leaves,
      sum(p.amount) over (partition by p.from_account order by p.id desc) as not_rested
    from ledger_events e join ledger_postings p on p.event_id = e.id
    join ledger_accounts source on source.id = p.from_account join ledger_accounts target on target.id = p.to_account
    where e.key = p_key and p.currency = 'USD' and 'buyer' in (source.wallet, target.wallet) order by p.id
  loop
    if v_posting.leaves and p_kind <> 'deposit.reversed' then
      perform settlement_take(v_posting.from_account, v_posting.event_id, v_posting.to_account, v_posting.amount,
        settlement_free(v_posting.from_account) + v_posting.not_rested::bigint);
    elsif v_posting.leaves then
      update settlement_lots set state = 'reversed' where deposit_id = v_deposit;
      update settlement_spends set waits = not released where deposit_id = v_deposit;
      perform settlement_repay(v_posting.from_account);
    else
      insert into settlement_lots (deposit_id, account_id, cents, unspent, state, settles_at)
        select v_deposit, v_posting.to_account, v_posting.amount, v_posting.amount, 'unsettled', (p_details ->> 'settlesAt')::int
        where v_deposit is not null
        on conflict (deposit_id) do update set state = 'unsettled', settles_at = excluded.settles_at;
      perform settlement_repay(v_posting.to_account);
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.settlement_follow_depth(p_height integer)
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
    -- none settles deeper than 100, so that only the last blocks have to be looked at
    select l.deposit_id, l.account_id from deposits d join settlement_lots l on l.deposit_id = d.id
      where d.height > p_height + 1 - 100 and l.state = 'settled' and d.height > p_height + 1 - l.settles_at) changed;
  if v_deposits is null then return; end if;
  perform 1 from ledger_balances where account_id = any (v_accounts) order by account_id for update;
  update settlement_lots l set state = case l.state when 'settled' then 'unsettled' else 'settled' end
    where l.deposit_id = any (v_deposits);
  return query
    with changed as (
      update settlement_spends s set waits = l.state <> 'settled' and not s.released
      from settlement_lots l where l.deposit_id = s.deposit_id and s.deposit_id = any (v_deposits)
      returning s.to_account)
    select distinct a.user_id from changed c join ledger_accounts a on a.id = c.to_account where a.user_id is not null;
end $function$
;

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

CREATE OR REPLACE FUNCTION public.settlement_pass_on(p_from_event bigint, p_from bigint, p_event bigint, p_to bigint, p_cents bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.settlement_release(p_deposit uuid)
 RETURNS TABLE(user_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform 1 from ledger_balances b join settlement_lots l on l.account_id = b.account_id where l.deposit_id = p_deposit for update of b;
  update settlement_lots set released = true where deposit_id = p_deposit;
  return query
    with changed as (
      update settlement_spends s set released = true, waits = false where s.deposit_id = p_deposit returning s.to_account)
    select distinct a.user_id from changed c join ledger_accounts a on a.id = c.to_account where a.user_id is not null;
end $function$
;

CREATE OR REPLACE FUNCTION public.settlement_repay(p_account bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_debt settlement_spends;
  v_free bigint;
  v_means bigint;
  v_part bigint;
begin
  for v_debt in
    select s.* from settlement_lots l join settlement_spends s on s.deposit_id = l.deposit_id
    where l.account_id = p_account and l.in_use and l.state = 'reversed' order by s.id
  loop
    v_free := settlement_free(p_account);
    v_means := v_free + (select coalesce(sum(unspent), 0) from settlement_lots
      where account_id = p_account and in_use and state <> 'reversed');
    exit when v_means <= 0;
    v_part := least(v_debt.cents, v_means);
    if v_part = v_debt.cents then delete from settlement_spends where id = v_debt.id;
    else update settlement_spends set cents = cents - v_part where id = v_debt.id;
    end if;
    update settlement_lots set unspent = unspent + v_part where deposit_id = v_debt.deposit_id;
    perform settlement_take(p_account, v_debt.event_id, v_debt.to_account, v_part, v_free, v_debt.released);
  end loop;
end $function$
;

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
end $function$
;

CREATE OR REPLACE FUNCTION public.stock_at(p_least_robux bigint, p_most_cents integer, p_not_owned_by uuid DEFAULT NULL::uuid, p_exclude uuid[] DEFAULT '{}'::uuid[])
 RETURNS TABLE(id uuid, seller_id uuid, rate_cents integer, is_manual boolean, robux bigint, last_used_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select id, user_id, rate_cents, fulfilment = 'manual', robux_balance - reserved_robux, last_used_at
  from roblox_accounts
  where status = 'online' and is_active and has_stock and rate_cents <= p_most_cents and robux_balance - reserved_robux >= p_least_robux
    and user_id is distinct from p_not_owned_by and id <> all (p_exclude)
  order by rate_cents, fulfilment = 'manual', turn, last_used_at nulls first, id
$function$
;

CREATE OR REPLACE FUNCTION public.stock_has_grown(old roblox_accounts, new roblox_accounts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return new.status = 'online' and new.is_active and new.robux_balance > new.reserved_robux and (
    old.status <> 'online' or not old.is_active or new.rate_cents < old.rate_cents
    or new.robux_balance - new.reserved_robux > old.robux_balance - old.reserved_robux);
end $function$
;

CREATE OR REPLACE FUNCTION public.stock_in_turn(p_least_robux bigint, p_most_cents integer, p_limit integer, p_not_owned_by uuid DEFAULT NULL::uuid, p_exclude uuid[] DEFAULT '{}'::uuid[])
 RETURNS TABLE(id uuid, seller_id uuid, rate_cents integer, is_manual boolean, robux bigint, last_used_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query select s.* from stock_at(p_least_robux, p_most_cents, p_not_owned_by, p_exclude) s limit p_limit;
end $function$
;

CREATE OR REPLACE FUNCTION public.stored_reply(k idempotency_keys)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if k.placed_order is null then return k.reply; end if;
  return (
    select order_as_placed(o.id, k.placed_account, o.buyer_id, o.robux_amount, k.placed_rate_cents, k.placed_total_cents, o.gamepass_url,
      o.pass_name, to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      placed_text(o.robux_amount, k.placed_rate_cents, k.placed_total_cents))
    from orders o where o.id = k.placed_order);
end $function$
;

CREATE OR REPLACE FUNCTION public.sweeps_check_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'requested' then raise exception 'a sweep that is % does not change', old.state; end if;
  if new.state = 'signed' and not is_signer() then raise exception 'only the signer signs'; end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_call(p_account uuid, p_burst double precision, p_per_second double precision, p_most_seconds double precision)
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
  if v_wait <= p_most_seconds then
    update account_paces set calls_left = v_left, counted_at = clock_timestamp() where account_id = p_account;
  end if;
  return v_wait;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_stock(p_claim uuid, p_accounts uuid[], p_robux bigint[], p_seen_at timestamp with time zone[], p_turns integer[], p_rates integer[], p_kinds boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_now timestamptz;
  v_wanted int; v_taken int;
begin
  perform pg_advisory_xact_lock(hashtextextended('orders', 0));
  v_now := clock_timestamp();
  with wanted as materialized (
      select * from unnest(p_accounts, p_robux, p_seen_at, p_turns, p_rates, p_kinds) as t (id, taken, seen, n, rate_cents, is_manual)
      where n > 0 order by id),
    taken as (
      update roblox_accounts a set reserved_robux = a.reserved_robux + w.taken, last_used_at = v_now + w.n * interval '1 microsecond',
        turn = turn_at(v_now)
      from wanted w
      where a.id = w.id and a.status = 'online' and a.is_active and a.has_stock and a.rate_cents = w.rate_cents
        and (a.fulfilment = 'manual') = w.is_manual and a.last_used_at is not distinct from w.seen
        and a.robux_balance - a.reserved_robux >= w.taken
      returning 1)
    select (select count(*) from wanted), (select count(*) from taken) into v_wanted, v_taken;
  if v_taken < v_wanted then raise exception 'accounts have changed' using errcode = 'LN001'; end if;
  if p_claim is not null then
    insert into stock_claims (id, accounts, robux, seen_at, used_at)
      select p_claim, array_agg(id), array_agg(taken), array_agg(seen), array_agg(v_now + n * interval '1 microsecond')
      from unnest(p_accounts, p_robux, p_seen_at, p_turns) as t (id, taken, seen, n) where n > 0;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell(p_user uuid, p_kind text, p_text text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into notification_messages (user_id, text)
    select user_id, p_text from notifications where user_id = p_user and p_kind = any (kinds)
$function$
;

CREATE OR REPLACE FUNCTION public.tell_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(new.user_id, 'accounts', format('Your account %s went off sale: %s.', new.username,
    case new.status when 'invalid_cookie' then 'its cookie does not work any more' else 'Roblox wants a check' end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_of_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(new.user_id, 'deposits', case new.status
    when 'credited' then format('Deposit credited: %s LTC, %s.', to_char(new.litoshi / 1e8, 'FM999999990.00000000'), dollars(new.cents))
    else format('The network took a deposit of %s back.', dollars(new.cents)) end);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'completed' then
    perform tell(new.buyer_id, 'orders', format('Order completed: %s Robux for %s.', new.robux_amount, dollars(new.total_cents)));
    perform tell(new.seller_id, 'sales', format('Sold: %s Robux for %s.', new.robux_amount, dollars(new.total_cents)));
  else
    perform tell(new.buyer_id, 'orders', format('Order failed: %s. %s is back in your wallet.',
      rtrim(new.failure_reason, '.'), dollars(new.total_cents)));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_of_trade()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.stage = 'pending' then
    perform tell(new.seller_id, 'trades', format('A listing of yours was bought for %s: please deliver.', dollars(new.total_cents)));
  elsif new.stage = 'completed' then
    perform tell(new.seller_id, 'trades', format('A trade is completed: %s is yours.', dollars(new.total_cents - new.fee_cents)));
  elsif new.stage = 'disputed' then
    perform tell(new.seller_id, 'trades', 'The buyer disputes a trade: please look at it.');
  elsif new.stage = 'delivered' then
    perform tell(new.buyer_id, 'trades', 'A listing that you bought was delivered: please confirm it.');
  else
    perform tell(new.buyer_id, 'trades', format('A trade was called off: %s is back in your wallet.', dollars(new.total_cents)));
    perform tell(new.seller_id, 'trades', 'A trade was called off.');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_of_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(new.user_id, 'withdrawals', case new.state
    when 'failed' then format('Withdrawal of %s failed: %s.', dollars(new.amount_cents), rtrim(new.reason, '.'))
    when 'confirmed' then format('Withdrawal of %s is confirmed.', dollars(new.amount_cents))
    else format('Withdrawal of %s is on its way.', dollars(new.amount_cents)) end);
  return null;
end $function$
;

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
  select 'a trade''s hold belongs to none', h.key, 0, h.remaining
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
  select 'a listing is not ' || state.status || ' as its trades say', l.id::text, state.trades, (l.status = state.status)::int
  from listings l cross join lateral (
    select 'pending' as status, count(*) as trades from transactions t where t.listing_id = l.id and t.ended_at is null
    union all select 'sold', count(*) from transactions t where t.listing_id = l.id and t.stage = 'completed') state
  where state.trades <> (l.status = state.status)::int
$function$
;

CREATE OR REPLACE FUNCTION public.transaction_events_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or new.said is not null or (new.id, new.transaction_id, new.at, new.actor_id, new.what)
    is distinct from (old.id, old.transaction_id, old.at, old.actor_id, old.what) then
    raise exception 'what happened to a trade is not changed';
  end if;
  return new;
end $function$
;

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
    ('pending', 'delivered'), ('pending', 'cancelled'), ('pending', 'failed'),
    ('delivered', 'completed'), ('delivered', 'disputed'), ('delivered', 'failed'),
    ('disputed', 'completed'), ('disputed', 'cancelled'), ('disputed', 'failed')) then
    raise exception 'a trade that is % does not become %', old.stage, new.stage;
  end if;
  if (new.id, new.listing_id, new.seller_id, new.buyer_id, new.title, new.units, new.price_cents, new.total_cents,
      new.fee_cents, new.deliver_by, new.created_at) is distinct from
     (old.id, old.listing_id, old.seller_id, old.buyer_id, old.title, old.units, old.price_cents, old.total_cents,
      old.fee_cents, old.deliver_by, old.created_at)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'what was agreed does not change';
  end if;
  if old.stars is not null and (new.stars is distinct from old.stars
    or (new.comment is not null and new.comment is distinct from old.comment)) then
    raise exception 'a trade is rated once';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.turn_at(p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select floor(date_part('epoch', p_at at time zone 'UTC') / 600)::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.users_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('users', new.id::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.wake_purchases()
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'orders.buy-gamepass')
$function$
;

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
  select 'a withdrawal''s hold belongs to none', h.key, 0, h.remaining
  from ledger_holds h
  where h.state = 'active' and h.key like 'withdrawal %'
    and not exists (select from withdrawals w where h.key = 'withdrawal ' || w.id)
$function$
;

CREATE OR REPLACE FUNCTION public.withdrawals_check_change()
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
    ('signed', 'broadcast'), ('signed', 'needs_review'), ('broadcast', 'confirmed'), ('broadcast', 'needs_review'),
    ('confirmed', 'broadcast'), ('needs_review', 'broadcast'), ('needs_review', 'failed')) then
    raise exception 'a withdrawal cannot go from % to %', old.state, new.state;
  end if;
  if new.state = 'signed' and old.state <> 'signed' and not is_signer() then raise exception 'only the signer signs'; end if;
  if (new.id, new.user_id, new.amount_cents, new.fee_percent, new.percentage_fee_cents, new.network_fee_cents, new.price_id,
      new.litoshi, new.address, new.script, new.created_at)
    is distinct from (old.id, old.user_id, old.amount_cents, old.fee_percent, old.percentage_fee_cents, old.network_fee_cents,
      old.price_id, old.litoshi, old.address, old.script, old.created_at) then
    raise exception 'what a withdrawal pays, and whom, does not change';
  end if;
  if (old.txid is not null and new.txid is distinct from old.txid)
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) then
    raise exception 'a withdrawal has one transaction and is booked once';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.write_matches(p_places bigint[], p_orders uuid[], p_totals bigint[], p_ids uuid[], p_rates integer[], p_owners uuid[], p_accounts integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
      gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price)
    select m.id, p.buyer_id, p_ids[m.account], p_owners[m.account], p.robux_amount, p_rates[m.account], p.most_rate_cents, m.total,
      p.gamepass_url, p.pass_id, p.product_id, p.pass_name, p.creator_type, p.creator_target_id, false
    from unnest(p_places, p_orders, p_totals, p_accounts) as m (place, id, total, account) join pre_orders p on p.place = m.place;
  insert into order_events (order_id, what)
    select o.id, format('Pre-order matched: %s Robux at $%s per 1000, $%s held', to_char(o.robux_amount, 'FM9,999,999'),
      to_char(o.rate_cents / 100.0, 'FM0.00'), to_char(o.total_cents / 100.0, 'FM999990.00'))
    from unnest(p_orders) with ordinality as m (id, n) join orders o on o.id = m.id order by m.n;
  update pre_orders p set status = 'matched', waits_for = null, order_id = m.id, matched_at = clock_timestamp(),
      limited_by = null, limited_until = null
    from unnest(p_places, p_orders) as m (place, id) where p.place = m.place;
  insert into notification_messages (user_id, text)
    select n.user_id, format('Your pre-order of %s Robux was matched.', p.robux_amount)
    from unnest(p_places) as m (place) join pre_orders p on p.place = m.place
    join notifications n on n.user_id = p.buyer_id and 'pre-orders' = any (n.kinds) order by p.place;
  perform pg_notify('orders', json_build_object('orderId', o.id, 'buyerId', o.buyer_id, 'sellerId', o.seller_id)::text)
    from unnest(p_orders) as m (id) join orders o on o.id = m.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.write_orders(p_wallets bigint[], p_account_ids uuid[], p_seller_ids uuid[], p_rates integer[], p_totals bigint[], p_users uuid[], p_buyers integer[], p_robux bigint[], p_most_cents integer[], p_urls text[], p_passes bigint[], p_products bigint[], p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  v_at constant timestamptz := moment();
  v_ids uuid[] := array(select new_id() from generate_series(1, cardinality(p_robux)) order by 1);
  v_holds text[]; v_wallets bigint[]; v_totals bigint[];
begin
  for v_n in 1 .. cardinality(v_ids) loop
    if p_account_ids[v_n] is null then v_ids[v_n] := null; end if;
  end loop;
  perform queue_purchases(array_remove(v_ids, null));
  with placed as materialized (
      select n, v_ids[n] as id, p_users[p_buyers[n]] as buyer_id, p_account_ids[n] as account_id, p_rates[n] as rate_cents, p_totals[n] as total
      from generate_series(1, cardinality(v_ids)) as n where v_ids[n] is not null),
    new_orders as (
      insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, at_most_rate_cents, total_cents,
        gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, look_at, created_at)
      select id, buyer_id, account_id, p_seller_ids[n], p_robux[n], rate_cents, coalesce(p_most_cents[n], rate_cents), total, p_urls[n],
        p_passes[n], p_products[n], p_pass_names[n], p_creator_types[n], p_creators[n], false, now() + interval '10 seconds', v_at from placed),
    lines as (
      insert into order_events (order_id, what, at) select id, placed_text(p_robux[n], rate_cents, total), v_at from placed),
    answers as (
      insert into idempotency_keys (user_id, key, request_hash, status, placed_order, placed_account, placed_rate_cents, placed_total_cents)
      select buyer_id, p_keys[n], p_hashes[n], 201, id, account_id, rate_cents, total from placed where p_keys[n] is not null)
    select array_agg('order ' || id), array_agg(p_wallets[p_buyers[n]]), array_agg(total) into v_holds, v_wallets, v_totals from placed;
  perform ledger_hold_all(v_holds, v_wallets, v_totals, v_at);
  return v_ids;
end $function$
;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.affiliate_shares FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.affiliate_shares FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER allowed_change BEFORE UPDATE ON public.chain_outputs FOR EACH ROW EXECUTE FUNCTION chain_outputs_check_change();
CREATE TRIGGER allowed_change BEFORE UPDATE ON public.deposits FOR EACH ROW EXECUTE FUNCTION deposits_check_change();
CREATE TRIGGER keep_price AFTER INSERT OR UPDATE OF price_id ON public.deposits FOR EACH ROW WHEN ((new.price_id IS NOT NULL)) EXECUTE FUNCTION keep_price();
CREATE TRIGGER tell AFTER UPDATE ON public.deposits FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['credited'::text, 'reversed'::text])))) EXECUTE FUNCTION tell_of_deposit();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER pre_orders_offer_more AFTER UPDATE ON public.ledger_balances FOR EACH ROW WHEN (((new.posted - (new.held)::bigint) > (old.posted - (old.held)::bigint))) EXECUTE FUNCTION pre_orders_offer_more();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_events FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_events FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.listings FOR EACH ROW EXECUTE FUNCTION listings_guard();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.order_events FOR EACH ROW EXECUTE FUNCTION order_events_stay();
CREATE TRIGGER comes_back AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((new.status = 'failed'::text) AND (old.status <> 'failed'::text))) EXECUTE FUNCTION pre_order_comes_back();
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_guard();
CREATE TRIGGER parts_stay BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_parts_stay();
CREATE TRIGGER sound AFTER UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION order_is_sound();
CREATE TRIGGER sound_new AFTER INSERT ON public.orders FOR EACH ROW WHEN (((new.status <> 'pending'::text) OR (new.look_at IS NULL) OR (num_nonnulls(new.ended_at, new.failure_reason, new.manual_deadline, new.manual_price_robux, new.review_reason, new.split_id, new.part) > 0))) EXECUTE FUNCTION order_is_sound();
CREATE TRIGGER tell AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['completed'::text, 'failed'::text])))) EXECUTE FUNCTION tell_of_order();
CREATE TRIGGER allowed_change BEFORE INSERT OR UPDATE ON public.own_transactions FOR EACH ROW EXECUTE FUNCTION own_transactions_check_change();
CREATE TRIGGER no_delete BEFORE DELETE ON public.own_transactions FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION pre_orders_guard();
CREATE TRIGGER tell AFTER INSERT OR UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION pre_orders_tell();
CREATE TRIGGER stays_what_it_is BEFORE UPDATE ON public.proxies FOR EACH ROW EXECUTE FUNCTION proxy_stays_what_it_is();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.purchase_attempts FOR EACH ROW EXECUTE FUNCTION purchase_attempts_guard();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.referrals FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.referrals FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION reviews_guard();
CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.roblox_accounts FOR EACH ROW EXECUTE FUNCTION roblox_accounts_announce();
CREATE TRIGGER announce_changed AFTER UPDATE OF status, is_active, rate_cents, fulfilment, robux_balance, removed_at, unmatched ON public.roblox_accounts FOR EACH ROW WHEN (account_shows_otherwise(old.*, new.*)) EXECUTE FUNCTION roblox_accounts_announce();
CREATE TRIGGER barred_added BEFORE INSERT ON public.roblox_accounts FOR EACH ROW EXECUTE FUNCTION bar_new_account();
CREATE CONSTRAINT TRIGGER match_added AFTER INSERT ON public.roblox_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status = 'online'::text) AND new.is_active AND (new.robux_balance > new.reserved_robux))) EXECUTE FUNCTION match_new_stock();
CREATE CONSTRAINT TRIGGER match_grown AFTER UPDATE ON public.roblox_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.reserved_robux <= old.reserved_robux)) EXECUTE FUNCTION match_new_stock();
CREATE TRIGGER proxy_left AFTER UPDATE ON public.roblox_accounts FOR EACH ROW WHEN (((old.proxy_id IS NOT NULL) AND (new.proxy_id IS NULL))) EXECUTE FUNCTION forget_proxy_of_nobody();
CREATE TRIGGER removal_due BEFORE UPDATE ON public.roblox_accounts FOR EACH ROW WHEN (new.removal_due) EXECUTE FUNCTION remove_account_when_free();
CREATE TRIGGER removed_leaves_proxy BEFORE UPDATE OF removed_at ON public.roblox_accounts FOR EACH ROW WHEN (((new.removed_at IS NOT NULL) AND (old.removed_at IS NULL))) EXECUTE FUNCTION leave_proxy();
CREATE TRIGGER rest BEFORE UPDATE OF status ON public.roblox_accounts FOR EACH ROW WHEN (((new.status = 'online'::text) AND (old.status <> 'online'::text))) EXECUTE FUNCTION roblox_accounts_rest();
CREATE TRIGGER rest_added BEFORE INSERT ON public.roblox_accounts FOR EACH ROW WHEN ((new.status = 'online'::text)) EXECUTE FUNCTION roblox_accounts_rest();
CREATE TRIGGER sound AFTER INSERT OR UPDATE OF robux_balance, total_sold, rate_cents, status, fulfilment, removed_at, sealed_cookie, is_active, proxy_id ON public.roblox_accounts FOR EACH ROW EXECUTE FUNCTION refuse_unsound_account();
CREATE TRIGGER stays_removed BEFORE UPDATE OF removed_at, sealed_cookie, is_active ON public.roblox_accounts FOR EACH ROW WHEN ((old.removed_at IS NOT NULL)) EXECUTE FUNCTION roblox_account_stays_removed();
CREATE TRIGGER tell AFTER UPDATE OF status ON public.roblox_accounts FOR EACH ROW WHEN (((new.status <> old.status) AND (new.status = ANY (ARRAY['invalid_cookie'::text, '2fa_required'::text])))) EXECUTE FUNCTION tell_of_account();
CREATE TRIGGER announce AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION sessions_announce();
CREATE TRIGGER announce_changed AFTER UPDATE OF token_hash, rotation_due, expires_at ON public.sessions FOR EACH ROW EXECUTE FUNCTION sessions_announce();
CREATE TRIGGER limits_changed AFTER UPDATE ON public.settings FOR EACH ROW WHEN (((new.key = ANY (ARRAY['account_age'::text, 'new_buyer_cap'::text])) AND (old.value IS DISTINCT FROM new.value))) EXECUTE FUNCTION match_within_new_limits();
CREATE CONSTRAINT TRIGGER match_started AFTER UPDATE ON public.settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.key = 'emergency_shutdown'::text) AND (old.value IS DISTINCT FROM new.value))) EXECUTE FUNCTION match_all();
CREATE TRIGGER allowed_change BEFORE UPDATE ON public.sweeps FOR EACH ROW EXECUTE FUNCTION sweeps_check_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.transaction_events FOR EACH ROW EXECUTE FUNCTION transaction_events_stay();
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION transactions_guard();
CREATE TRIGGER tell_bought AFTER INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION tell_of_trade();
CREATE TRIGGER tell_moved AFTER UPDATE ON public.transactions FOR EACH ROW WHEN ((new.stage <> old.stage)) EXECUTE FUNCTION tell_of_trade();
CREATE TRIGGER announce AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION users_announce();
CREATE TRIGGER announce_changed AFTER UPDATE OF role, is_owner, is_banned, deleted_at ON public.users FOR EACH ROW WHEN (((((old.role IS DISTINCT FROM new.role) OR (old.is_owner IS DISTINCT FROM new.is_owner)) OR (old.is_banned IS DISTINCT FROM new.is_banned)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION users_announce();
CREATE TRIGGER bars_accounts AFTER UPDATE OF is_banned, deleted_at ON public.users FOR EACH ROW WHEN (((new.is_banned OR (new.deleted_at IS NOT NULL)) <> (old.is_banned OR (old.deleted_at IS NOT NULL)))) EXECUTE FUNCTION bar_accounts();
CREATE CONSTRAINT TRIGGER match_pardoned AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.is_banned AND (NOT new.is_banned))) EXECUTE FUNCTION match_all();
CREATE TRIGGER allowed_change BEFORE INSERT OR UPDATE ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawals_check_change();
CREATE TRIGGER keep_price AFTER INSERT ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION keep_price();
CREATE TRIGGER no_delete BEFORE DELETE ON public.withdrawals FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER tell AFTER UPDATE ON public.withdrawals FOR EACH ROW WHEN (((new.state <> old.state) AND (new.state = ANY (ARRAY['failed'::text, 'confirmed'::text, 'broadcast'::text])) AND (old.confirmed_at IS NULL))) EXECUTE FUNCTION tell_of_withdrawal();
