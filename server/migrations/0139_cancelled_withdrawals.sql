-- A withdrawal that its user has cancelled. Its state is failed.
alter table withdrawals add column is_cancelled boolean not null default false;
