alter table pre_orders add column wrong_checks int not null default 0;
comment on column pre_orders.wrong_checks is 'How often in a row the gamepass was wrong. The pause before the next check grows with it.';
