-- "Exclusion" instead of "bar", a word that readers of the code had to look up.
alter table account_bars rename to account_exclusions;
alter table account_exclusions rename constraint account_bars_pkey to account_exclusions_pkey;
alter table account_exclusions rename constraint account_bars_once to account_exclusions_once;
alter table account_exclusions rename constraint account_bars_person_check to account_exclusions_person_check;
alter table account_exclusions rename constraint account_bars_user_id_fkey to account_exclusions_user_id_fkey;
alter table account_exclusions rename constraint account_bars_identity_id_fkey to account_exclusions_identity_id_fkey;
alter sequence account_bars_id_seq rename to account_exclusions_id_seq;
alter index account_bars_of_user rename to account_exclusions_of_user;
alter index account_bars_of_identity rename to account_exclusions_of_identity;
comment on column account_exclusions.identity_id is 'The identity that kept the exclusion when the person deleted an earlier account.';
comment on column account_exclusions.source_id is 'The report, or the review with which staff removed the accounts. Null: the cause of an old exclusion is not known.';
