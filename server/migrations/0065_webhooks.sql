-- Addresses of people's own programs, which receive their news (Standard Webhooks).
create table webhook_endpoints (
  id uuid not null,
  user_id uuid not null,
  url text not null,
  kinds text[] not null,
  created_at timestamptz not null default now(),
  -- since when every attempt has failed; null after a success
  failing_since timestamptz,
  -- why and since when nothing is sent; null while it is on
  off_reason text,
  off_at timestamptz,
  constraint webhook_endpoints_pkey primary key (id),
  constraint webhook_endpoints_url_key unique (user_id, url),
  constraint webhook_endpoints_kinds_check
    check (kinds <@ array['orders', 'sales', 'pre-orders', 'trades', 'deposits', 'withdrawals', 'accounts', 'security']),
  constraint webhook_endpoints_off_check
    check (off_reason in ('person', 'failing', 'gone', 'banned', 'restored') and (off_reason is null) = (off_at is null)),
  constraint webhook_endpoints_user_id_fkey foreign key (user_id) references users(id)
);

-- Secrets that sign. After a rotation the old secret signs too, until it ends.
create table webhook_secrets (
  id uuid not null,
  endpoint_id uuid not null,
  sealed_secret bytea not null,
  ends_at timestamptz,
  constraint webhook_secrets_pkey primary key (id),
  constraint webhook_secrets_endpoint_id_fkey foreign key (endpoint_id) references webhook_endpoints(id) on delete cascade
);
create index webhook_secrets_of_endpoint on webhook_secrets (endpoint_id, id);

-- The outbox: one row for each event and endpoint, written by the transaction that makes the news.
create table webhook_deliveries (
  id uuid not null,
  endpoint_id uuid not null,
  -- the order of events about the same object
  place bigint generated always as identity,
  event_id uuid not null,
  -- the order, trade, deposit, withdrawal or account that the event is about; else the person
  object_id uuid not null,
  subject_id uuid,
  code text not null,
  details jsonb not null,
  at timestamptz not null,
  state text not null default 'waiting',
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  -- until when a job has it; afterwards the job counts as lost
  queued_until timestamptz,
  -- until when an attempt may be running
  sending_until timestamptz,
  -- the body as first sent
  body text,
  -- of the last attempt: its time, duration and answer, or why there is none
  tried_at timestamptz,
  took_ms integer,
  answer_status integer,
  answer_text text,
  problem text,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_event_key unique (endpoint_id, event_id),
  constraint webhook_deliveries_state_check check (state in ('waiting', 'delivered', 'given_up')),
  constraint webhook_deliveries_endpoint_id_fkey foreign key (endpoint_id) references webhook_endpoints(id) on delete cascade
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where state = 'waiting';
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, object_id, place) where state = 'waiting';
create index webhook_deliveries_by_time on webhook_deliveries (at);
