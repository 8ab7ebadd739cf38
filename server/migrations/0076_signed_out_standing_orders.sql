-- A standing order is also paused when its person is signed out everywhere.
alter table standing_orders drop constraint standing_orders_paused_check;
alter table standing_orders add constraint standing_orders_paused_check
  check (paused_because in ('person', 'skipped', 'restored', 'signed_out')
    and (paused_because is null) = (next_at is not null) and (next_at is null) = (try_at is null));
