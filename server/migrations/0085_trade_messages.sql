-- Messages in trades are news of their own kind. Who has news about trades sent to Discord gets messages, too.
alter table inbox_entries drop constraint inbox_entries_kind_check, add constraint inbox_entries_kind_check
  check (kind in ('orders', 'sales', 'pre-orders', 'alerts', 'trades', 'messages', 'deposits', 'withdrawals', 'accounts', 'security'));
alter table notifications drop constraint notifications_kinds_check, add constraint notifications_kinds_check
  check (kinds <@ array['orders', 'sales', 'pre-orders', 'alerts', 'trades', 'messages', 'deposits', 'withdrawals', 'accounts', 'security']);
alter table webhook_endpoints drop constraint webhook_endpoints_kinds_check, add constraint webhook_endpoints_kinds_check
  check (kinds <@ array['orders', 'sales', 'pre-orders', 'alerts', 'trades', 'messages', 'deposits', 'withdrawals', 'accounts', 'security']);
update notifications set kinds = array_append(kinds, 'messages') where 'trades' = any (kinds);
