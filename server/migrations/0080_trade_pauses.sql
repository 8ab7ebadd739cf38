-- Times in which buyers and sellers could take no steps of their trades.
create table trade_pauses (
  started_at timestamptz default clock_timestamp() not null,
  ended_at timestamptz,
  constraint trade_pauses_pkey primary key (started_at),
  constraint trade_pauses_end_check check (ended_at >= started_at)
);
create unique index trade_pauses_open on trade_pauses ((ended_at is null)) where ended_at is null;
insert into trade_pauses (started_at)
  select min(updated_at) from settings
    where key in ('emergency_shutdown', 'maintenance_mode') and (value ->> 'enabled')::boolean
    having count(*) > 0;
