-- A withdrawal whose coins are gone for good can neither be paid nor cancelled. An owner may accept that it could still be mined, and
-- return its money.

alter table withdrawals add column loss_accepted_at timestamptz;
alter table withdrawals add constraint withdrawals_loss_accepted_check
  check (loss_accepted_at is null or state = 'failed');
