-- Pictures that the parties of a trade add as evidence, as WebP without metadata.
create table transaction_pictures (
  id uuid not null,
  transaction_id uuid not null,
  user_id uuid not null,
  place smallint not null,
  picture bytea not null,
  thumbnail bytea not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null,
  delete_at timestamptz,
  constraint transaction_pictures_pkey primary key (id),
  constraint transaction_pictures_place_check check (place between 1 and 4),
  constraint transaction_pictures_place_key unique (transaction_id, user_id, place),
  constraint transaction_pictures_size_check check (octet_length(picture) <= 2097152 and octet_length(thumbnail) <= 131072),
  constraint transaction_pictures_transaction_id_fkey foreign key (transaction_id) references transactions(id),
  constraint transaction_pictures_user_id_fkey foreign key (user_id) references users(id)
);
create index transaction_pictures_of_user on transaction_pictures (user_id);
create index transaction_pictures_to_delete on transaction_pictures (delete_at) where delete_at is not null;
-- the files are compressed already
alter table transaction_pictures alter column picture set storage external;
alter table transaction_pictures alter column thumbnail set storage external;

-- The party that staff decided for. Before, only the sentence of the event said so.
alter table transactions add column decided_for text;
alter table transactions add constraint transactions_decided_for_check
  check (decided_for is null or (decided_for in ('buyer', 'seller') and stage in ('completed', 'cancelled')));
update transactions t set decided_for = case when e.what similar to 'Decided (for|in) the buyer%' then 'buyer' else 'seller' end
  from transaction_events e
  where e.transaction_id = t.id and (e.what like 'Decided for the %' or e.what like 'Decided in the %');
