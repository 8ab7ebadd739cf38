-- What keeps a person from adding a Roblox account: one row per person, account and cause, so that the end of one cause leaves the others.
create table account_bars (
  id bigint generated always as identity,
  user_id uuid,
  identity_id bigint,
  roblox_user_id bigint not null,
  source_id uuid,
  constraint account_bars_pkey primary key (id),
  constraint account_bars_once unique (source_id, roblox_user_id, user_id),
  constraint account_bars_person_check check (num_nonnulls(user_id, identity_id) > 0),
  constraint account_bars_user_id_fkey foreign key (user_id) references users(id),
  constraint account_bars_identity_id_fkey foreign key (identity_id) references identities(id) on delete cascade
);
create index account_bars_of_user on account_bars (user_id, roblox_user_id);
create index account_bars_of_identity on account_bars (identity_id);
comment on column account_bars.user_id is 'The account of the person now. Null: they deleted it, and only the identity is left.';
comment on column account_bars.identity_id is 'The identity that kept the bar when the person deleted an earlier account.';
comment on column account_bars.source_id is 'The report, or the review with which staff removed the accounts. Null: the cause of an old bar is not known.';

create temporary table standing_reports on commit drop as
  select r.id, r.roblox_user_id, a.user_id from reports r join roblox_accounts a on a.id = r.account_id
  where r.roblox_user_id is not null
    and not exists (select from reviews v where v.kind = 'report' and v.subject_id = r.id and v.state = 'rejected');
insert into account_bars (user_id, roblox_user_id, source_id)
  select a.user_id, a.disputed_user_id, r.id from roblox_accounts a
    join standing_reports r on r.user_id = a.user_id and r.roblox_user_id = a.disputed_user_id
  union
  select a.user_id, a.disputed_user_id, v.id from roblox_accounts a
    join reviews v on v.kind = 'off_platform' and v.subject_id = a.user_id and v.state = 'rejected'
    where a.disputed_user_id is not null and a.created_at < v.closed_at and (a.removed_at is null or a.removed_at >= v.opened_at);
insert into account_bars (user_id, roblox_user_id)
  select distinct a.user_id, a.disputed_user_id from roblox_accounts a
  where a.disputed_user_id is not null
    and not exists (select from account_bars b where b.user_id = a.user_id and b.roblox_user_id = a.disputed_user_id);
insert into account_bars (user_id, identity_id, roblox_user_id, source_id)
  select distinct i.user_id, i.id, barred.id, r.id from identities i
    cross join unnest(i.disputed_user_ids) barred (id) left join standing_reports r on r.roblox_user_id = barred.id
  on conflict do nothing;
delete from account_bars b using users u where u.id = b.user_id and u.deleted_at is not null;

alter table roblox_accounts drop column disputed_user_id;
alter table identities drop column disputed_user_ids;
