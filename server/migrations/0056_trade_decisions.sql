-- What a dispute shows to staff: when the item was delivered, and for whom staff decided earlier trades.
alter table transactions add column delivered_at timestamptz;
alter table transactions add column decided_for text;
alter table transactions add constraint transactions_decided_for_check
  check (decided_for is null or (decided_for in ('buyer', 'seller') and ended_at is not null));
