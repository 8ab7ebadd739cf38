-- Permissions of the roles. None of them owns a table. sterling_app is the application. sterling_worker is the application too, under a name of
-- its own. sterling_signer is the application and may also record signatures. sterling_demo creates the history of the demo world. Money moves only through the ledger's functions.

revoke all on all tables in schema public from public, sterling_app, sterling_signer, sterling_demo;
revoke all on all sequences in schema public from public, sterling_app, sterling_signer, sterling_demo;
revoke execute on all functions in schema public from public, sterling_app, sterling_signer, sterling_demo;

grant usage, select on all sequences in schema public to sterling_app;

-- The application reads the ledger and the tables derived from it. Only functions change them.
grant select on
  schema_migrations, ledger_accounts, ledger_balances, ledger_events, ledger_postings, ledger_holds,
  ledger_days, ledger_day_folds,
  settlement_lots, settlement_spends, affiliate_payouts, signer_health, pre_order_blocks, pre_order_block_changes,
  audit_log, audit_addresses, audit_chain, refused_accesses
  to sterling_app;
grant insert, update on signer_health to sterling_signer;

-- Rows of these tables are written once.
grant select, insert on account_events, clean_ups, referrals, reserve_chunks to sterling_app;

-- The application never deletes rows of these tables.
grant select, insert, update on
  account_import_lines, account_paces, address_gaps, addresses, chain_health, chain_outputs, corrections, database_identity, deposits, factor_resets,
  late_purchases, listings, manual_orders, order_events, orders, own_transactions, ownerless_deposits, pre_orders, price_holds, purchase_attempts,
  reports, restores, reviews, roblox_accounts, settings, standing_order_rounds, sweeps, told_credits, transaction_events, transactions, users,
  withdrawals
  to sterling_app;

-- The application also deletes rows of these tables.
grant select, insert, update, delete on
  accepted_differences, account_exclusions, account_imports, api_credentials, book_proofs, chain_blocks, coin_counts, factors, former_webhooks,
  heartbeats, idempotency_keys, identities, inbox_entries, known_devices, listing_pictures, notification_messages, notifications, order_cookies,
  passkey_challenges, price_alerts, price_rules, prices, proxies, recovery_codes, sessions, standing_orders, stock_alerts, transaction_inputs,
  transaction_pictures, webhook_deliveries, webhook_endpoints, webhook_secrets, withdrawal_addresses, withdrawal_preferences, writes
  to sterling_app;
grant select, insert, delete on price_rule_changes, reserve_snapshots, reserve_shares to sterling_app;
-- Without the signature, which only the signer may add.
grant select, insert (snapshot_id, address, litoshi) on reserve_addresses to sterling_app;
grant select, insert, update on cold_signatures to sterling_app;
grant update (message, signature) on reserve_addresses to sterling_signer;

grant select on bought_passes, taken_passes, stock_at_hand, stock_for_sale, emergency_stops, trade_pauses, pre_order_counts to sterling_app;

grant execute on all functions in schema public to sterling_app;
-- These functions are internal. Only functions that run as the owner call them.
revoke execute on function
  ledger_book(text, text, jsonb, text, boolean, boolean, jsonb, timestamptz), ledger_use_hold(bigint, text, boolean, timestamptz),
  ledger_move_balances(bigint, bigint, bigint, boolean),
  settlement_apply_event(text, text, jsonb), settlement_free(bigint), settlement_take(bigint, bigint, bigint, bigint, bigint, boolean),
  settlement_repay(bigint), settlement_open(uuid, bigint, bigint), settlement_raise(bigint, bigint), settlement_pass_on(bigint, bigint, bigint, bigint, bigint),
  settlement_lock_payers(text), settlement_take_back(bigint, bigint, bigint, bigint), settlement_move(settlement_spends[], bigint, bigint, bigint, bigint),
  match_batch(bigint[]), match_or_mark(uuid), match_all_stock(), match_new_stock(), retry_limited_pre_orders(),
  return_pre_order(), retry_unaffordable_pre_orders(), record_emergency_stop(), add_manual_event(text), record_trade_pause(), end_trade_pause(), record_outage(),
  move_trade_deadlines(timestamptz, timestamptz), chain_audit()
  from sterling_app;
