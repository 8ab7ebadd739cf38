-- What happened to each user. A Discord message is an entry of the inbox that is sent to the user's webhook.
create table inbox_entries (
  id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  kind text not null,
  code text not null,
  subject_id uuid,
  details jsonb not null,
  read_at timestamptz,
  constraint inbox_entries_kind_check
    check (kind in ('orders', 'sales', 'pre-orders', 'trades', 'deposits', 'withdrawals', 'accounts')),
  constraint inbox_entries_pkey primary key (id),
  constraint inbox_entries_user_id_fkey foreign key (user_id) references users(id)
);
create index inbox_entries_of_user on inbox_entries (user_id, id);
create index inbox_entries_by_time on inbox_entries (at);

-- Unsent messages of the earlier form held their text. Notifications may be lost.
delete from notification_messages;
alter table notification_messages drop column text;
alter table notification_messages add column entry_id uuid not null;
alter table notification_messages add constraint notification_messages_entry_id_fkey
  foreign key (entry_id) references inbox_entries(id) on delete cascade;
create index notification_messages_of_entry on notification_messages (entry_id);

-- Trades that may wait for a user.
create index transactions_open_of_buyer on transactions (buyer_id) where ended_at is null;
create index transactions_open_of_seller on transactions (seller_id) where ended_at is null;
