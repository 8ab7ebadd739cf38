-- Who did what, to whom, with what before and after, why and from where. Append-only, also for the application.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- null: the system itself
  actor_id uuid references users,
  action text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  reason text,
  ip text
);
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_by_action on audit_log (action, id desc);
create trigger append_only before update or delete on audit_log for each row execute function ledger_refuse_change();
create trigger no_truncate before truncate on audit_log execute function ledger_refuse_change();
revoke update, delete, truncate on audit_log from sterling_app;
