-- Roblox sometimes says for a moment that a gamepass does not exist, so one such answer must not close a pre-order.
alter table pre_orders add column missing_checks smallint not null default 0;
comment on column pre_orders.missing_checks is 'How many checks in a row found no such gamepass.';
