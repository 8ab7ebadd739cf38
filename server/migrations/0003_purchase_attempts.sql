-- An order whose step keeps failing becomes a review. An account that bought a gamepass is not chosen for it again.
alter table orders add column failures integer default 0 not null;

-- holds_account: while the attempt is open, the account buys nothing else. is_decided: staff decided that the attempt bought the gamepass.
alter table purchase_attempts
  add column holds_account boolean default true not null,
  add column is_decided boolean default false not null;

drop index purchase_attempts_open_of_account;
create unique index purchase_attempts_open_of_account on purchase_attempts (account_id)
  where state in ('marked', 'unclear') and holds_account;

drop index purchase_attempts_once;
create unique index purchase_attempts_once on purchase_attempts (account_id, pass_id) where state = 'bought' and not is_decided;
create index purchase_attempts_bought on purchase_attempts (pass_id, account_id) where state = 'bought';
