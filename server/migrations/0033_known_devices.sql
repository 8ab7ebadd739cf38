-- Browsers in which a person has signed in before, by the hash of a cookie.
create table known_devices (
  user_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  constraint known_devices_pkey primary key (user_id, hash),
  constraint known_devices_user_id_fkey foreign key (user_id) references users(id)
);
create index known_devices_by_time on known_devices (seen_at);
