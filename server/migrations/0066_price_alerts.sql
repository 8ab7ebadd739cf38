-- What people want to be told about the market. An alert is told once.
create table price_alerts (
  id uuid not null,
  user_id uuid not null,
  robux bigint not null,
  rate_cents integer not null,
  created_at timestamptz not null default now(),
  -- when the person was told, and how many Robux were for sale then; null while the alert waits
  met_at timestamptz,
  met_robux bigint,
  constraint price_alerts_pkey primary key (id),
  constraint price_alerts_robux_check check (robux between 100 and 1000000),
  constraint price_alerts_rate_cents_check check (rate_cents between 100 and 600),
  constraint price_alerts_met_check check ((met_at is null) = (met_robux is null)),
  constraint price_alerts_user_id_fkey foreign key (user_id) references users(id)
);
create index price_alerts_of_user on price_alerts (user_id, id);
create index price_alerts_waiting on price_alerts (id) where met_at is null;

-- News about price alerts and standing orders has a kind of its own.
alter table inbox_entries drop constraint inbox_entries_kind_check, add constraint inbox_entries_kind_check
  check (kind in ('orders', 'sales', 'pre-orders', 'alerts', 'trades', 'deposits', 'withdrawals', 'accounts', 'security'));
alter table notifications drop constraint notifications_kinds_check, add constraint notifications_kinds_check
  check (kinds <@ array['orders', 'sales', 'pre-orders', 'alerts', 'trades', 'deposits', 'withdrawals', 'accounts', 'security']);
alter table webhook_endpoints drop constraint webhook_endpoints_kinds_check, add constraint webhook_endpoints_kinds_check
  check (kinds <@ array['orders', 'sales', 'pre-orders', 'alerts', 'trades', 'deposits', 'withdrawals', 'accounts', 'security']);
