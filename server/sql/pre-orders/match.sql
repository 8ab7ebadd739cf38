create function lock_matching() returns void
language sql as $$
  select pg_advisory_xact_lock(hashtextextended('matching', 0))
$$;
comment on function lock_matching() is
  'Locks the queue of pre-orders until the transaction ends. Lock order: matching, wallets, stock.';

create function match_pre_orders(p_account uuid, out p_matched int, out p_is_finished boolean)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_max_matched constant int := 5000;
  v_max_batch constant int := 200;
  v_places bigint[];
  v_undecided bigint;
  v_batch int;
  v_after bigint := 0;
  v_size int := 8;
  v_accounts uuid[];
  v_marks bigint[];
begin
  p_matched := 0;
  p_is_finished := true;
  perform lock_matching();
  if emergency_stopped() then return; end if;
  if p_account is null then
    update pre_orders set affordable_rate_cents = max_rate_cents, limited_by = null, limited_until = null
      where waits_for = 'stock' and limited_until <= now();
  end if;
  -- If another transaction marks an account again in the meantime, the mark has another number.
  select array_agg(id), array_agg(unmatched) into v_accounts, v_marks
    from roblox_accounts where unmatched is not null and (p_account is null or id = p_account);
  loop
    -- Without the order, the planner would scan the whole table.
    exit when (select place from pre_orders where waits_for = 'stock' order by place limit 1) is null;
    v_places := fitting_pre_orders(max_robux_by_rate(p_account), v_after, v_size);
    exit when cardinality(v_places) = 0;
    select m.p_matched, m.p_undecided into v_batch, v_undecided from match_batch(v_places) m;
    p_matched := p_matched + v_batch;
    p_is_finished := p_matched < v_max_matched;
    exit when not p_is_finished;
    -- A batch of one pre-order is always decided.
    v_after := coalesce(v_undecided - 1, v_places[cardinality(v_places)]);
    v_size := case when v_undecided is null then least(8 * v_size, v_max_batch, v_max_matched - p_matched) else 1 end;
  end loop;
  if p_is_finished and v_accounts is not null then
    update roblox_accounts a set unmatched = null
      from unnest(v_accounts, v_marks) as seen (id, mark) where a.id = seen.id and a.unmatched = seen.mark;
  end if;
end
$$;
comment on function match_pre_orders(uuid) is
  'Matches waiting pre-orders with the stock of one account (null: of all accounts), strictly in the order of their places: batch after batch, at
most 5000 pre-orders in one transaction. p_is_finished: no other pre-order fits. The function then removes the mark `unmatched`, so that orders may
take the stock.';

create function may_buy(p_user users) returns boolean
language sql immutable as $$
  select not p_user.is_banned and p_user.deleted_at is null and (p_user.is_owner or p_user.role <> 'admin')
$$;
comment on function may_buy(users) is
  'Whether a person may buy. Admins may not, because they decide about buyers and sellers. Sellers may, because they switch their role as they
like. mayCall() in contract/src/endpoint.ts says the same.';

create function match_batch(p_places bigint[], out p_matched int, out p_undecided bigint)
-- One generic plan, as in place_orders().
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  v_places bigint[];
  v_requests placement_request[];
  v_budgets buyer_budget[];
  v_choices stock_choice[];
begin
  v_budgets := array(select b from lock_budgets(array(select distinct buyer_id from pre_orders where place = any (p_places)), true) b);
  perform lock_stock();
  select array_agg(p.place order by p.place), array_agg(row(p.buyer_id, p.robux_amount, p.max_rate_cents, p.gamepass_url, p.pass_id,
      p.product_id, p.pass_name, p.creator_type, p.creator_target_id,
      case when p.avoid_until > clock_timestamp() then p.avoided_accounts end)::placement_request order by p.place)
    into v_places, v_requests
    from pre_orders p join users u on u.id = p.buyer_id
    where p.place = any (p_places) and p.waits_for = 'stock' and may_buy(u);
  p_matched := 0;
  if v_places is null then return; end if;
  v_choices := array(select c from choose_stock(v_requests, v_budgets, true) c);
  -- No pre-order after an undecided one may be served before it.
  select min(c.n) filter (where c.code = 'undecided') into p_undecided from unnest(v_choices) c;
  v_choices := array(select c from unnest(v_choices) c where c.n < coalesce(p_undecided, c.n + 1));
  p_undecided := v_places[p_undecided];
  perform skip_unaffordable_pre_orders(v_places, v_requests, v_choices, v_budgets);
  perform reserve_chosen(v_requests, v_choices);
  p_matched := record_matches(v_places, array(select w from write_orders(v_requests, v_choices, v_budgets, 'matched', interval '0') w));
end
$$;
comment on function match_batch(bigint[]) is
  'Decides the pre-orders at these places, in their order, with the same choose_stock() as orders. Returns how many were matched, and the place
at which it stopped because it had locked too few accounts (p_undecided).';

create function skip_unaffordable_pre_orders(p_places bigint[], p_requests placement_request[], p_choices stock_choice[], p_budgets buyer_budget[]) returns void
language sql as $$
  update pre_orders p set
      affordable_rate_cents = affordable_rate(p.robux_amount, least(b.spendable_cents, b.allowed_cents) - c.spent_cents),
      limited_by = case when b.allowed_cents < b.spendable_cents
        then case when b.too_young_until is null then 'spending_limit' else 'account_too_new' end end,
      limited_until = case when b.allowed_cents < b.spendable_cents
        then coalesce(b.too_young_until, date_trunc('day', now(), 'UTC') + interval '1 day') end
    from unnest(p_choices) c join numbered_requests(p_requests) r on r.n = c.n join unnest(p_budgets) b on b.buyer_id = r.buyer_id
    where p.place = p_places[c.n] and c.code in ('over_limit', 'insufficient_balance')
$$;
comment on function skip_unaffordable_pre_orders(bigint[], placement_request[], stock_choice[], buyer_budget[]) is
  'Records the maximum rate of buyers who cannot pay for the stock that fits. Matching skips them until their balance grows or their limit ends.
The stored reason is the tighter of limit and balance. Matching finds the other one after the first has ended.';

create function record_matches(p_places bigint[], p_written written_order[]) returns int
language plpgsql as $$
begin
  update pre_orders p set status = 'matched', waits_for = null, order_id = w.order_id, matched_at = clock_timestamp(),
      limited_by = null, limited_until = null
    from unnest(p_written) w where p.place = p_places[w.n];
  perform add_notification(o.buyer_id, 'pre-orders', 'pre_order_matched', o.id,
      jsonb_build_object('robux', o.robux_amount, 'cents', o.total_cents))
    from unnest(p_written) w join orders o on o.id = w.order_id;
  perform pg_notify('orders', json_build_object('orderId', o.id, 'buyerId', o.buyer_id, 'sellerId', o.seller_id)::text)
    from unnest(p_written) w join orders o on o.id = w.order_id;
  return cardinality(p_written);
end
$$;
comment on function record_matches(bigint[], written_order[]) is
  'Records that the pre-orders at these places became orders, and notifies their buyers. The orders are due now, so the worker enqueues them.';
