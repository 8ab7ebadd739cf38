-- An automatic order that staff rejected while its purchase was unclear is watched too. It has no row in manual_orders.
alter table late_purchases
  drop constraint late_purchases_order_id_account_id_fkey,
  add foreign key (order_id) references orders (id),
  add foreign key (account_id) references roblox_accounts (id);
comment on table late_purchases is 'Purchases that may still show up although their order has moved on. Sterling looks for each of them for a day.';

-- choose_stock() asks it for each gamepass.
create index orders_by_hand on orders (pass_id, account_id) where manual_deadline is not null and ended_at is null;
