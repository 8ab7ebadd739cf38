-- How many pre-orders wait in each block of 1024 places, so that a position in the queue is read without counting the queue.
create table pre_order_blocks (
  block bigint not null,
  waiting bigint not null,
  robux bigint not null,
  constraint pre_order_blocks_pkey primary key (block)
);

-- Changes that are not in pre_order_blocks yet. Each transaction adds rows of its own, so no transaction waits for another.
create table pre_order_block_changes (
  id bigint generated always as identity not null,
  block bigint not null,
  waiting bigint not null,
  robux bigint not null,
  constraint pre_order_block_changes_pkey primary key (id)
);

insert into pre_order_blocks (block, waiting, robux)
  select place / 1024, count(*), sum(robux_amount) from pre_orders where status = 'waiting' group by 1;
