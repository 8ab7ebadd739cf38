create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op;
end
$$;
comment on function refuse_change() is
  'Refuses a change to a table whose rows are written once.';

create trigger append_only before delete or update on affiliate_payouts for each row
  execute function refuse_change();

create trigger append_only before delete or update on audit_log for each row
  execute function refuse_change();

create trigger append_only before delete or update on audit_chain for each row
  execute function refuse_change();

create trigger append_only before delete or update on ledger_accounts for each row
  execute function refuse_change();

create trigger append_only before delete or update on ledger_events for each row
  execute function refuse_change();

create trigger append_only before delete or update on ledger_postings for each row
  execute function refuse_change();

create trigger append_only before delete or update on order_events for each row
  execute function refuse_change();

create trigger append_only before delete or update on referrals for each row
  execute function refuse_change();

create trigger no_delete before delete on own_transactions for each row
  execute function refuse_change();

create trigger no_delete before delete on withdrawals for each row
  execute function refuse_change();

create trigger no_truncate before truncate on affiliate_payouts for each statement
  execute function refuse_change();

create trigger no_truncate before truncate on audit_log for each statement
  execute function refuse_change();

create trigger no_truncate before truncate on audit_chain for each statement
  execute function refuse_change();

create trigger no_truncate before truncate on ledger_accounts for each statement
  execute function refuse_change();

create trigger no_truncate before truncate on ledger_events for each statement
  execute function refuse_change();

create trigger no_truncate before truncate on ledger_postings for each statement
  execute function refuse_change();

create trigger no_truncate before truncate on referrals for each statement
  execute function refuse_change();
