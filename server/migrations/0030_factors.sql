-- Second factors, and fresh checks by them.
create table factors (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  name text not null,
  created_at timestamptz not null default now(),
  -- null: an authenticator app that was not proved by a code yet
  confirmed_at timestamptz,
  used_at timestamptz,
  -- of a passkey
  credential_id text,
  public_key bytea,
  counter bigint,
  transports text[],
  -- of an authenticator app: its secret, and the step of the last accepted code
  sealed_secret bytea,
  last_step bigint,
  constraint factors_pkey primary key (id),
  constraint factors_credential_id_key unique (credential_id),
  constraint factors_kind_check check (kind in ('passkey', 'totp')),
  constraint factors_passkey_check check ((kind = 'passkey') = (credential_id is not null and public_key is not null
    and counter is not null and transports is not null)),
  constraint factors_totp_check check ((kind = 'totp') = (sealed_secret is not null and last_step is not null)),
  constraint factors_passkey_confirmed_check check (kind = 'totp' or confirmed_at is not null),
  constraint factors_user_id_fkey foreign key (user_id) references users(id)
);
create index factors_of_user on factors (user_id);

-- Whether the user has a confirmed second factor. A trigger keeps it, so that each request reads one column.
alter table users add column has_factor boolean not null default false;

-- When the session last passed a check.
alter table sessions add column checked_at timestamptz;

-- Keyed hashes of recovery codes.
create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users(id)
);

-- The challenge that a passkey has to answer now.
create table passkey_challenges (
  session_id uuid not null,
  purpose text not null,
  challenge text not null,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (session_id, purpose),
  constraint passkey_challenges_purpose_check check (purpose in ('enrol', 'check')),
  constraint passkey_challenges_session_id_fkey foreign key (session_id) references sessions(id) on delete cascade
);

-- Resets of lost factors. They wait, so that the person can cancel one that they did not ask for.
create table factor_resets (
  id uuid not null,
  user_id uuid not null,
  requested_by uuid not null,
  reason text not null,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  state text not null default 'waiting',
  ended_at timestamptz,
  constraint factor_resets_pkey primary key (id),
  constraint factor_resets_state_check check (state in ('waiting', 'done', 'cancelled')),
  constraint factor_resets_ended_check check ((state = 'waiting') = (ended_at is null)),
  constraint factor_resets_user_id_fkey foreign key (user_id) references users(id),
  constraint factor_resets_requested_by_fkey foreign key (requested_by) references users(id)
);
create unique index factor_resets_waiting on factor_resets (user_id) where state = 'waiting';
create index factor_resets_due on factor_resets (due_at) where state = 'waiting';

-- What a person may withdraw per day without a check.
create table withdrawal_preferences (
  user_id uuid not null,
  unchecked_cents bigint not null default 0,
  constraint withdrawal_preferences_pkey primary key (user_id),
  constraint withdrawal_preferences_unchecked_cents_check check (unchecked_cents >= 0),
  constraint withdrawal_preferences_user_id_fkey foreign key (user_id) references users(id)
);

-- News about the protection of the account. It is on for every webhook until its user turns it off.
alter table inbox_entries drop constraint inbox_entries_kind_check;
alter table inbox_entries add constraint inbox_entries_kind_check
  check (kind in ('orders', 'sales', 'pre-orders', 'trades', 'deposits', 'withdrawals', 'accounts', 'security'));
alter table notifications drop constraint notifications_kinds_check;
alter table notifications add constraint notifications_kinds_check
  check (kinds <@ array['orders', 'sales', 'pre-orders', 'trades', 'deposits', 'withdrawals', 'accounts', 'security']);
update notifications set kinds = kinds || array['security'];
