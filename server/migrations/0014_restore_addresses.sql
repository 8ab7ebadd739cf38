-- A database that is restored twice from the same backup must not give out the addresses of the first restore again. Only the signer's
-- journal remembers them, so the signer skips them before anything else goes on.

alter table restores add column skipped_at timestamptz;
update restores set skipped_at = at;
create index restores_unskipped on restores (at) where skipped_at is null;
