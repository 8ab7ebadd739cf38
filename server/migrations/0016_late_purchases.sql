-- A purchase by hand that Roblox shows only after its order moved on. Sterling keeps looking for a day, and an owner decides whether the
-- house pays for it.

create table late_purchases (
  id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  seller_id uuid not null,
  pass_id bigint not null,
  price_robux bigint not null,
  total_cents bigint not null,
  left_at timestamptz default now() not null,
  next_look_at timestamptz default now() + interval '1 minute',
  looks_owned integer default 0 not null,
  paid_at timestamptz,
  constraint late_purchases_pkey primary key (id),
  constraint late_purchases_order_id_account_id_key unique (order_id, account_id),
  constraint late_purchases_order_id_account_id_fkey foreign key (order_id, account_id)
    references manual_orders(order_id, account_id),
  constraint late_purchases_seller_id_fkey foreign key (seller_id) references users(id),
  constraint late_purchases_total_cents_check check (total_cents > 0)
);
create index late_purchases_due on late_purchases (next_look_at) where next_look_at is not null;

alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_check check (kind in (
  'withdrawal', 'reversal', 'correction', 'dispute', 'manual_order', 'report', 'house_payment', 'off_platform',
  'foreign_spend', 'book_difference', 'coin_difference', 'low_reserves', 'ownerless_deposit', 'restore', 'late_purchase'));
