-- What is known about each order that a seller buys by hand, and when the emergency stop was on.
create table manual_orders (
  order_id uuid not null,
  account_id uuid not null,
  given_at timestamptz default now() not null,
  balance_before bigint,
  claimed_at timestamptz,
  seen_owned boolean default false not null,
  other_price_robux bigint,
  pass_problem text,
  late_checks integer default 0 not null,
  silent_checks integer default 0 not null,
  checked_at timestamptz,
  constraint manual_orders_pkey primary key (order_id, account_id),
  constraint manual_orders_checks_check check (silent_checks between 0 and late_checks),
  constraint manual_orders_order_id_fkey foreign key (order_id) references orders(id),
  constraint manual_orders_account_id_fkey foreign key (account_id) references roblox_accounts(id)
);
insert into manual_orders (order_id, account_id, given_at)
  select id, account_id, created_at from orders where status = 'manual' and manual_deadline is not null;

create table emergency_stops (
  started_at timestamptz default clock_timestamp() not null,
  ended_at timestamptz,
  constraint emergency_stops_pkey primary key (started_at),
  constraint emergency_stops_end_check check (ended_at >= started_at)
);
create unique index emergency_stops_open on emergency_stops ((ended_at is null)) where ended_at is null;
insert into emergency_stops (started_at)
  select updated_at from settings where key = 'emergency_shutdown' and (value ->> 'enabled')::boolean;
