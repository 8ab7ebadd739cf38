-- A Discord webhook that was removed or replaced gets a last message, which says that news about security no longer come.
create table former_webhooks (
  user_id uuid not null,
  sealed_webhook bytea not null,
  tries integer default 0 not null,
  send_at timestamp with time zone default now() not null,
  constraint former_webhooks_pkey primary key (user_id),
  constraint former_webhooks_user_id_fkey foreign key (user_id) references users(id)
);
