-- The application's own role: it may use the tables below and call the ledger's functions, and own nothing.
do $$
begin
  create role sterling_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant sterling_app to current_user;
grant usage on schema public to sterling_app;
grant select on schema_migrations to sterling_app;

-- Takes the application's role and, unlike it, may tell in which past moment things happen: how the demo world gets a
-- history. Nothing is moved in time afterwards.
do $$
begin
  create role sterling_demo nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant sterling_app to sterling_demo;
grant sterling_demo to current_user;

-- The time of what happens: now, or what the demo world's role was told.
create function moment() returns timestamptz language sql stable as $$
  select case when current_user = 'sterling_demo'
    then coalesce(nullif(current_setting('sterling.moment', true), '')::timestamptz, now()) else now() end
$$;

alter default privileges in schema public grant select, insert, update, delete on tables to sterling_app;
alter default privileges in schema public grant usage, select on sequences to sterling_app;

-- UUID version 7: ids sort by time, so an index on them grows at its end.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing
        substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

create table users (
  id uuid primary key default new_id(),
  -- null once the account is deleted: the row stays as the bare id that ledger entries point to
  discord_id text unique,
  username text not null,
  avatar text,
  email text,
  role text not null default 'buyer' check (role in ('buyer', 'seller', 'admin')),
  is_owner boolean not null default false,
  is_verified boolean not null default false,
  is_banned boolean not null default false,
  joined_at timestamptz not null default moment(),
  deleted_at timestamptz
);

create table sessions (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  token_hash bytea not null unique,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The first answer to each keyed write, kept in the transaction of its effect.
create table idempotency_keys (
  user_id uuid not null references users,
  key text not null,
  request_hash bytea not null,
  status int not null default 0,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
