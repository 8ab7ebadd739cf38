-- Roblox may say for a moment that a gamepass does not exist. Only one that stays missing closes its pre-order.
alter table pre_orders add column missing_checks smallint not null default 0;
comment on column pre_orders.missing_checks is 'How many checks in a row found no such gamepass.';
