-- Roblox may say for a moment that a gamepass does not exist. Only one that stays missing closes its pre-order.
alter table pre_orders add column pass_missing_since timestamptz;
comment on column pre_orders.pass_missing_since is
  'Since when every check found no such gamepass. Null after a check that found one.';
