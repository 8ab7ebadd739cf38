-- What the name of a table or column does not say.
comment on table told_credits is 'Credits of deposits that their user has seen as the answer to "Check for Deposits". Each is reported once.';
comment on column pre_orders.offers_cents is 'The rate up to which matching looks for stock: the maximum rate, or less while the buyer cannot pay for stock that fits.';
comment on column pre_orders.resting_accounts is 'Accounts that failed its last order. Matching avoids them until rest_until.';
comment on column pre_orders.rest_until is 'The end of the time in which matching avoids resting_accounts.';
comment on column orders.passed_over is 'Accounts that the order does not get again: they tried it, or could not.';
comment on column roblox_accounts.unmatched is 'A mark from matching_marks: stock that pre-orders may still get, so it is hidden from orders. Null: it was matched.';
comment on column purchase_attempts.quiet_checks is 'Consecutive checks of an attempt without an answer that found no sign of a purchase: not owned, no record, unchanged balance.';
comment on column purchase_attempts.odd_checks is 'Consecutive checks of an attempt without an answer that found contradictory signs.';
comment on column manual_orders.late_checks is 'Consecutive checks after the deadline that found the gamepass not owned.';
comment on column manual_orders.silent_checks is 'How many of late_checks found that the records show nothing either.';
comment on column manual_orders.seen_owned is 'Whether a check found that the account owns the gamepass.';
comment on column late_purchases.looks_owned is 'How many looks found that the account owns the gamepass.';
comment on column price_alerts.met_at is 'When enough Robux were for sale at the rate of the alert. Null: it still waits.';
comment on column price_rules.pause_told_at is 'When the seller was last notified that the rule paused accounts.';
comment on column settlement_lots.in_use is 'Whether the lot still matters for what its wallet spends: it is not spent, or it was reversed.';
comment on column settlement_lots.settles_at is 'The confirmations at which the deposit is settled.';
comment on column settlement_spends.waits is 'Whether the recipient cannot withdraw this part yet.';
comment on column settlement_spends.released is 'Whether the owner decided that Sterling bears the loss, so this part never waits.';
