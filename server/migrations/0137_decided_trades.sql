-- A decision passes the stage disputed, and is stored with it, so that this is not announced as a new dispute.
alter table transactions drop constraint transactions_decided_for_check;
alter table transactions add constraint transactions_decided_for_check
  check (decided_for is null or (decided_for in ('buyer', 'seller') and stage in ('disputed', 'completed', 'cancelled')));
