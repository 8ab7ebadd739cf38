-- The product looks for the attempts of an account that bought a gamepass, or may have bought it.
drop index purchase_attempts_bought;
create index purchase_attempts_maybe_bought on purchase_attempts (pass_id, account_id) where state in ('marked', 'unclear', 'bought');
create index late_purchases_of_account on late_purchases (account_id, pass_id);

-- What a deletion of an account looks for.
create index reviews_decided_of_user on reviews (user_id) where decided_by is not null;
create index reviews_decided_disputes on reviews (subject_id) where kind = 'dispute' and decided_by is not null;
create index roblox_accounts_removed_of_user on roblox_accounts (user_id) where removed_at is not null;
create index late_purchases_of_seller on late_purchases (seller_id);

-- The balances of house accounts are the daily sums and the postings that are not in them yet.
drop table ledger_seals;
