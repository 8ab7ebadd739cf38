-- What an order writes besides itself (docs/decisions/0006-order-lane.md).

-- Orders that were placed together are bought by a job for each eight of them, which has the id of the first.
create or replace function queue_purchases(p_orders uuid[]) returns void language plpgsql as $$
begin
  insert into pgboss.job_common (id, name, data, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select o.ids[1], q.name, jsonb_build_object('orderIds', o.ids), 0, now(), now(), q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy,
      q.dead_letter, q.heartbeat_seconds
    from pgboss.queue q cross join (select p_orders[n : n + 7] as ids from generate_series(1, cardinality(p_orders), 8) as n) o
    where q.name = 'orders.buy-gamepass';
end $$;

-- Jobs that wait already.
do $$ begin
  if to_regclass('pgboss.job_common') is not null then
    update pgboss.job_common set data = jsonb_build_object('orderIds', jsonb_build_array(data -> 'orderId'))
      where name = 'orders.buy-gamepass' and data ? 'orderId';
  end if;
end $$;

-- One index instead of two: lines of a timeline are found by their order, holds by their key.
alter table order_events drop constraint order_events_pkey, add primary key (order_id, id);
drop index order_events_of_order;
alter table ledger_holds drop column id, drop constraint ledger_holds_key_key, add primary key (key);
create or replace function pg_temp.amend(p_function text, p_old text, p_new text) returns void language plpgsql as $$
declare
  v_all text;
begin
  select def into strict v_all from pg_proc p cross join lateral pg_get_functiondef(p.oid) as def
    where p.pronamespace = 'public'::regnamespace and p.proname = p_function and strpos(def, p_old) > 0;
  execute replace(v_all, p_old, p_new);
end $$;
select pg_temp.amend('ledger_hold', 'do nothing returning id into v_hold;
  if v_hold is null then', 'do nothing;
  if not found then');
select pg_temp.amend('ledger_hold', 'where id = v_hold', 'where key = p_key');
select pg_temp.amend('ledger_hold', '  v_hold bigint;
', '');
select pg_temp.amend('ledger_book', 'where id = v_hold.id', 'where key = p_hold_key');
select pg_temp.amend('ledger_resize_hold', 'where id = v_hold.id', 'where key = p_key');
select pg_temp.amend('ledger_void_hold', 'where id = v_hold.id', 'where key = p_key');
