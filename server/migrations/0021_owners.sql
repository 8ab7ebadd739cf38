-- OWNER_DISCORD_IDS names owners, and the panel grants the rights of an owner. The two are separate: is_owner is true with either.
alter table users add column is_owner_granted boolean default false not null;
-- until now only the audit log said who became an owner in the panel
update users set is_owner_granted = true
  where is_owner and exists (select from audit_log a where a.action = 'users.edited' and a.subject_id = users.id::text
    and a.after ->> 'isOwner' = 'true' and a.before ->> 'isOwner' = 'false');
