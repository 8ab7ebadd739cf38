-- Finds the last backup without reading the whole audit log.
create index audit_log_backups on audit_log (id) where action = 'backups.made';
