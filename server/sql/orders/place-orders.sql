create function place_orders(p_requests json)
returns table (n int, code text, id uuid, account_id uuid, seller_id uuid, rate_cents int, total_cents bigint, spendable_cents bigint, created_at timestamptz)
-- One generic plan that uses indexes. If tables were empty when they were last analysed, the planner would choose sequential scans.
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_requests constant placement_request[] := array(select r from json_populate_recordset(null::placement_request, p_requests) r);
  v_budgets buyer_budget[];
  v_choices stock_choice[];
begin
  v_budgets := array(select b from lock_budgets(array(select distinct buyer_id from unnest(v_requests)), false) b);
  perform lock_stock();
  -- a stop may have begun during the waits for locks, and nothing is placed after its answer
  if emergency_stopped() then return; end if;
  v_choices := array(select c from choose_stock(v_requests, v_budgets, false) c);
  perform reserve_chosen(v_requests, v_choices);
  return query
    select c.n, c.code, w.order_id, c.account_id, c.seller_id, c.rate_cents, c.total_cents, b.spendable_cents - c.spent_cents, moment()
    from unnest(v_choices) c join numbered_requests(v_requests) r on r.n = c.n join unnest(v_budgets) b on b.buyer_id = r.buyer_id
      left join write_orders(v_requests, v_choices, v_budgets, 'placed', job_lost_after()) w on w.n = c.n
    where c.code = 'chosen' or (c.code in ('out_of_stock', 'insufficient_balance') and not b.is_frozen)
    order by c.n;
end
$$;
comment on function place_orders(json) is
  'Places a batch of plain orders, in their order: checks limits, reserves stock, and writes the hold, the order and its first event. p_requests
is an array of placement_request objects. Returns a row for each order that was placed (code chosen) or finally refused (out_of_stock,
insufficient_balance). spendable_cents is what the buyer could spend on it. A request without a row needs the careful path, which knows every refusal and waits for locked wallets. The caller
enqueues the purchases in the same transaction.';

create function job_lost_after() returns interval
language sql immutable parallel safe as $$
  select interval '10 seconds'
$$;
comment on function job_lost_after() is
  'When an order without progress is restarted, because its job was lost.';

create function write_orders(
  p_requests placement_request[], p_choices stock_choice[], p_budgets buyer_budget[], p_event text, p_first_check interval
) returns setof written_order
language plpgsql as $$
declare
  v_ids uuid[]; v_wallets bigint[]; v_totals bigint[];
begin
  -- The nth element of each array belongs to the nth request.
  select array_agg(case when c.code = 'chosen' then new_id() end order by r.n), array_agg(b.wallet_id order by r.n),
      array_agg(c.total_cents order by r.n)
    into v_ids, v_wallets, v_totals
    from numbered_requests(p_requests) r left join unnest(p_choices) c on c.n = r.n left join unnest(p_budgets) b on b.buyer_id = r.buyer_id;
  insert into orders (id, buyer_id, account_id, seller_id, robux_amount, rate_cents, max_rate_cents, total_cents,
      gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, sets_price, next_check_at)
    select v_ids[c.n], r.buyer_id, c.account_id, c.seller_id, r.robux_amount, c.rate_cents, coalesce(r.max_rate_cents, c.rate_cents),
      c.total_cents, r.gamepass_url, r.pass_id, r.product_id, r.pass_name, r.creator_type, r.creator_target_id, false, now() + p_first_check
    from unnest(p_choices) c join numbered_requests(p_requests) r on r.n = c.n where c.code = 'chosen';
  insert into order_events (order_id, code, details)
    select v_ids[c.n], p_event, jsonb_build_object('robux', r.robux_amount, 'rateCents', c.rate_cents, 'totalCents', c.total_cents)
    from unnest(p_choices) c join numbered_requests(p_requests) r on r.n = c.n where c.code = 'chosen' order by c.n;
  perform ledger_hold_all(array_agg('order ' || h.id), array_agg(h.wallet), array_agg(h.cents), moment())
    from unnest(v_ids, v_wallets, v_totals) h (id, wallet, cents) where h.id is not null having count(*) > 0;
  return query select o.n::int, o.id from unnest(v_ids) with ordinality o (id, n) where o.id is not null;
end
$$;
comment on function write_orders(placement_request[], stock_choice[], buyer_budget[], text, interval) is
  'Writes the orders of the requests whose stock was chosen: the order, its first event, and the hold on the buyer''s wallet. After
p_first_check the worker restarts an order whose job was lost.';
