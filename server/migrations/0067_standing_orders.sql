-- Orders that are placed every week for a buyer.
create table standing_orders (
  id uuid not null,
  user_id uuid not null,
  robux_amount bigint not null,
  rate_cents integer not null,
  gamepass_url text not null,
  pass_id bigint not null,
  product_id bigint not null,
  pass_name text not null,
  creator_type text not null,
  creator_target_id bigint not null,
  -- 1: Monday
  weekday integer not null,
  hour integer not null,
  time_zone text not null,
  created_at timestamptz not null default now(),
  -- the next round, and when a worker tries it next; null while paused
  next_at timestamptz,
  try_at timestamptz,
  paused_because text,
  skipped_in_row integer not null default 0,
  constraint standing_orders_pkey primary key (id),
  constraint standing_orders_robux_amount_check check (robux_amount between 100 and 1000000),
  constraint standing_orders_rate_cents_check check (rate_cents between 100 and 600),
  constraint standing_orders_creator_type_check check (creator_type in ('User', 'Group')),
  constraint standing_orders_weekday_check check (weekday between 1 and 7),
  constraint standing_orders_hour_check check (hour between 0 and 23),
  constraint standing_orders_paused_check check (paused_because in ('person', 'skipped', 'restored')
    and (paused_because is null) = (next_at is not null) and (next_at is null) = (try_at is null)),
  constraint standing_orders_user_id_fkey foreign key (user_id) references users(id)
);
create index standing_orders_of_user on standing_orders (user_id, id);
create index standing_orders_due on standing_orders (try_at) where try_at is not null;

-- What happened in each round: an order, or the reason why there is none.
create table standing_order_rounds (
  standing_order_id uuid not null,
  due_at timestamptz not null,
  at timestamptz not null default now(),
  order_id uuid,
  reason text,
  constraint standing_order_rounds_pkey primary key (standing_order_id, due_at),
  constraint standing_order_rounds_outcome_check check ((order_id is null) <> (reason is null)),
  constraint standing_order_rounds_standing_order_id_fkey foreign key (standing_order_id) references standing_orders(id) on delete cascade,
  constraint standing_order_rounds_order_id_fkey foreign key (order_id) references orders(id)
);
