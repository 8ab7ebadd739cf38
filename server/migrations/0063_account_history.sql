-- What happened to an account, for its seller: a code and its values. Rows are written in the transaction of the change, and never changed.
create table account_events (
  id bigint generated always as identity,
  account_id uuid not null,
  at timestamptz not null,
  code text not null,
  details jsonb not null default '{}',
  constraint account_events_pkey primary key (account_id, id),
  constraint account_events_account_id_fkey foreign key (account_id) references roblox_accounts(id) on delete cascade
);
create index account_events_by_time on account_events (at);

create index orders_ended_of_account on orders (account_id, ended_at) where ended_at is not null;

-- Sellers who want to know when their accounts together have less Robux for sale.
create table stock_alerts (
  user_id uuid not null,
  robux bigint not null,
  -- whether the stock was below at the last look; the next news follows only after it was enough again
  is_low boolean not null,
  constraint stock_alerts_pkey primary key (user_id),
  constraint stock_alerts_robux_check check (robux > 0),
  constraint stock_alerts_user_id_fkey foreign key (user_id) references users(id)
);
