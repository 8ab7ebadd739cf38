-- When the owner removed all users. Public figures start from zero then.
create table clean_ups (
  at timestamptz default now() not null,
  robux_sold bigint not null,
  constraint clean_ups_pkey primary key (at),
  constraint clean_ups_robux_sold_check check (robux_sold >= 0)
);
insert into clean_ups (at, robux_sold)
  select max(at), (select coalesce(sum(total_sold), 0) from roblox_accounts where removed_at is not null) from audit_log
  where action in ('database.cleaned', 'test-balances.cleared') having count(*) > 0;
