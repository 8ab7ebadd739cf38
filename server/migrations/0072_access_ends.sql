-- A webhook is also switched off when its person is signed out everywhere.
alter table webhook_endpoints drop constraint webhook_endpoints_off_check;
alter table webhook_endpoints add constraint webhook_endpoints_off_check
  check (off_reason in ('person', 'failing', 'gone', 'banned', 'restored', 'signed_out') and (off_reason is null) = (off_at is null));

-- The seller's account was deleted during a trade: the texts and the picture are deleted when the trade ends.
alter table listings add column forget_at_end boolean not null default false;
