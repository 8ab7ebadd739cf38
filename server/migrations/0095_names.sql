-- One name for one thing. The buyer's limit is `max_rate_cents` in orders, pre-orders and placement_request.
alter table orders rename column at_most_rate_cents to max_rate_cents;
alter table orders rename constraint orders_at_most to orders_rate_check;
alter table orders rename constraint orders_at_most_rate_cents_check to orders_max_rate_cents_check;
alter table orders rename column passed_over to excluded_accounts;
alter table pre_orders rename column most_rate_cents to max_rate_cents;
alter table pre_orders rename constraint pre_orders_most_rate_cents_check to pre_orders_max_rate_cents_check;
alter table pre_orders rename column most_cents to max_total_cents;
alter table pre_orders rename constraint pre_orders_most_cents_check to pre_orders_max_total_cents_check;
alter table pre_orders rename column offers_cents to affordable_rate_cents;
alter table pre_orders rename column resting_accounts to avoided_accounts;
alter table pre_orders rename column rest_until to avoid_until;
alter table manual_orders rename column silent_checks to late_checks_without_record;
alter table late_purchases rename column looks_owned to owned_looks;

comment on column pre_orders.affordable_rate_cents is 'The rate up to which matching looks for stock: the maximum rate, or less while the buyer cannot pay for stock that fits.';
comment on column pre_orders.avoided_accounts is 'Accounts that failed its last order. Matching avoids them until avoid_until.';
comment on column pre_orders.avoid_until is 'The end of the time in which matching avoids avoided_accounts.';
