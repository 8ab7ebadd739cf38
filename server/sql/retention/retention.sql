create function delete_expired_rows() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where expires_at < now() - interval '7 days';
  delete from audit_addresses where at < now() - interval '90 days';
  delete from account_events where at < now() - interval '90 days';
  delete from account_imports where created_at < now() - interval '7 days';
  delete from refused_accesses where minute < now() - interval '30 days';
  delete from price_rule_changes where at < now() - interval '90 days';
  update reports r set contact = '' where contact <> '' and created_at < now() - interval '90 days'
    and not exists (select from reviews v where v.kind = 'report' and v.subject_id = r.id and v.state = 'open');
  update roblox_accounts set ownership_ip = '' where ownership_ip <> '' and ownership_confirmed_at < now() - interval '1 year';
end
$$;
comment on function delete_expired_rows() is
  'Deletes what is kept for a limited time: sessions 7 days after their end, network addresses of the audit log after 90 days, refused calls after
30 days, the history of accounts and changes by price rules after 90 days, imports of accounts after 7 days, contacts in reports after 90 days unless the report is undecided, the address of an account''s confirmation after a year.';
