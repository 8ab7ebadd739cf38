alter table addresses alter column created_at set default moment();
alter table deposits alter column seen_at set default moment();
alter table inbox_entries alter column at set default moment();
alter table listings alter column created_at set default moment();
alter table listings alter column updated_at set default moment();
alter table order_events alter column at set default moment();
alter table orders alter column created_at set default moment();
alter table proxies alter column created_at set default moment();
alter table referrals alter column at set default moment();
alter table roblox_accounts alter column created_at set default moment();
alter table roblox_accounts alter column updated_at set default moment();
alter table transaction_events alter column at set default moment();
alter table transaction_pictures alter column added_at set default moment();
alter table transactions alter column created_at set default moment();
alter table users alter column joined_at set default moment();
alter table withdrawals alter column created_at set default moment();

alter table deposits alter column id set default new_id();
alter table corrections alter column id set default new_id();
alter table factor_resets alter column id set default new_id();
alter table factors alter column id set default new_id();
alter table inbox_entries alter column id set default new_id();
alter table late_purchases alter column id set default new_id();
alter table listings alter column id set default new_id();
alter table orders alter column id set default new_id();
alter table own_transactions alter column id set default new_id();
alter table ownerless_deposits alter column id set default new_id();
alter table pre_orders alter column id set default new_id();
alter table proxies alter column id set default new_id();
alter table purchase_attempts alter column id set default new_id();
alter table reports alter column id set default new_id();
alter table reserve_snapshots alter column id set default new_id();
alter table restores alter column id set default new_id();
alter table reviews alter column id set default new_id();
alter table roblox_accounts alter column id set default new_id();
alter table sessions alter column id set default new_id();
alter table sweeps alter column id set default new_id();
alter table transaction_pictures alter column id set default new_id();
alter table transactions alter column id set default new_id();
alter table users alter column id set default new_id();
alter table withdrawal_addresses alter column id set default new_id();
alter table withdrawals alter column id set default new_id();

alter table own_transactions alter column signed_height set default applied_height();

alter table users alter column affiliate_code set default new_affiliate_code();

