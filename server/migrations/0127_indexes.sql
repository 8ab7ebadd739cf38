-- An attempt that may have bought a gamepass is looked for by gamepass and account, as one that bought it.
drop index purchase_attempts_bought;
create index purchase_attempts_maybe_bought on purchase_attempts (pass_id, account_id) where state in ('marked', 'unclear', 'bought');
create index late_purchases_of_account on late_purchases (account_id, pass_id);
