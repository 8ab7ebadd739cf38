create function pre_order_block(p_place bigint) returns bigint
language sql immutable parallel safe as $$
  select p_place / 1024
$$;
comment on function pre_order_block(bigint) is
  'The block of the queue that a place belongs to. A block has 1024 places. With the counts of
blocks, a page or position anywhere in the queue costs the same to read.';

create function first_place_of_block(p_block bigint) returns bigint
language sql immutable parallel safe as $$
  select 1024 * p_block
$$;
comment on function first_place_of_block(bigint) is
  'The lowest place of a block (pre_order_block()).';

create view pre_order_counts as
  select block, sum(waiting)::bigint as waiting, sum(robux)::bigint as robux
  from (select block, waiting, robux from pre_order_blocks union all select block, waiting, robux from pre_order_block_changes) parts
  group by block having sum(waiting) <> 0;
comment on view pre_order_counts is
  'How many pre-orders wait in each block of places, and their Robux.';

create function count_added_pre_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pre_order_block_changes (block, waiting, robux)
    select pre_order_block(place), count(*), sum(robux_amount) from added where status = 'waiting' group by 1;
  return null;
end
$$;
comment on function count_added_pre_orders() is
  'Counts new pre-orders in their blocks of places.';

create function count_changed_pre_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pre_order_block_changes (block, waiting, robux)
    select pre_order_block(place), sum(n), sum(n * robux_amount) from (
      select place, robux_amount, 1 as n from after_change where status = 'waiting'
      union all select place, robux_amount, -1 from before_change where status = 'waiting') changes
    group by 1 having sum(n) <> 0;
  return null;
end
$$;
comment on function count_changed_pre_orders() is
  'Counts pre-orders that began or stopped waiting in their blocks of places. Places and amounts never change.';

create trigger count_added after insert on pre_orders
  referencing new table as added for each statement execute function count_added_pre_orders();

create trigger count_changed after update on pre_orders
  referencing old table as before_change new table as after_change for each statement execute function count_changed_pre_orders();

create function fold_pre_order_blocks() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('pre-order blocks', 0)) then return; end if;
  with taken as (delete from pre_order_block_changes returning block, waiting, robux)
  insert into pre_order_blocks as b (block, waiting, robux)
    select block, sum(waiting), sum(robux) from taken group by block
    on conflict (block) do update set waiting = b.waiting + excluded.waiting, robux = b.robux + excluded.robux;
  delete from pre_order_blocks where waiting = 0;
end
$$;
comment on function fold_pre_order_blocks() is
  'Adds the changes to the counts of their blocks. The worker calls it, so that reading the counts stays cheap.';
