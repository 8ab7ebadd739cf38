create function price_id_around(p_at timestamptz) returns bigint
language sql stable as $$
  select coalesce(
    (select id from prices where first_at <= p_at and (expires_at is null or expires_at > p_at)
      order by first_at desc limit 1),
    (select id from prices order by first_at limit 1))
$$;
comment on function price_id_around(timestamptz) is
  'The latest price that began before a time and was in force then, or else the oldest known price. Null before the first price.';

create function price_around(p_at timestamptz) returns numeric
language sql stable as $$
  select coalesce((select price from prices where id = price_id_around(p_at)), 0)
$$;
comment on function price_around(timestamptz) is
  'Cents per LTC at a time, for figures and the minimum of a deposit: the price of price_id_around(), or 0 before the first price.';

create function ledger_day_lines(p_after bigint, p_through bigint)
returns table (day date, kind text, source text, target text, postings bigint, amount bigint, cents numeric)
language sql stable as $$
  select (e.at at time zone 'UTC')::date, e.kind, coalesce(f.wallet, f.name), coalesce(t.wallet, t.name), count(*), sum(p.amount)::bigint,
    sum(case when p.currency = 'USD' then p.amount
      when 'miners:ltc' in (f.name, t.name) then p.amount * price_around(e.at) / 100000000 end)
  from ledger_postings p join ledger_events e on e.id = p.event_id
    join ledger_accounts f on f.id = p.from_account join ledger_accounts t on t.id = p.to_account
  where p.id > p_after and p.id <= p_through
  group by 1, 2, 3, 4
$$;
comment on function ledger_day_lines(bigint, bigint) is
  'Sums of the postings after one id and up to another, by UTC day, kind of event and accounts. cents: dollars as they are, network fees at
the price of their time, other litoshi without a value.';

create function ledger_fold_days(p_max_postings bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_last bigint;
  v_fold ledger_day_folds;
  v_through bigint;
begin
  if pg_current_xact_id_if_assigned() is not null then raise exception 'ledger_fold_days() needs a transaction of its own'; end if;
  -- read before this transaction has an id: every transaction that wrote a posting up to this one has a lower id
  select coalesce(max(id), 0) into v_last from ledger_postings;
  select * into v_fold from ledger_day_folds for update skip locked;
  if not found then return 0; end if;
  v_through := v_fold.through_posting;
  -- after a restore into another server, ids begin again, and all that was restored has ended
  if pg_snapshot_xmin(pg_current_snapshot()) >= v_fold.next_xid or v_fold.next_xid > pg_current_xact_id() then
    v_through := least(v_fold.next_posting, v_through + greatest(p_max_postings, 1));
    insert into ledger_days select * from ledger_day_lines(v_fold.through_posting, v_through)
      on conflict (day, kind, source, target) do update set postings = ledger_days.postings + excluded.postings,
        amount = ledger_days.amount + excluded.amount, cents = ledger_days.cents + excluded.cents;
    update ledger_day_folds set through_posting = v_through;
  end if;
  if v_fold.next_posting is null or v_through = v_fold.next_posting then
    update ledger_day_folds set next_posting = v_last, next_xid = pg_current_xact_id();
  end if;
  return v_through - v_fold.through_posting;
end
$$;
comment on function ledger_fold_days(bigint) is
  'Adds postings to ledger_days: those that the call before saw, once every transaction of that time has ended. So no posting is missed or
counted twice, and no payment waits for this. Returns how many ids it went through, at most p_max_postings.';

create function ledger_days_between(p_from date, p_until date)
returns table (day date, kind text, source text, target text, postings bigint, amount bigint, cents numeric)
language sql stable as $$
  select * from ledger_days where day >= p_from and day < p_until
  union all
  select * from ledger_day_lines((select through_posting from ledger_day_folds), 9223372036854775807) recent
  where recent.day >= p_from and recent.day < p_until
$$;
comment on function ledger_days_between(date, date) is
  'The sums of ledger_days in a period, and of the postings that are not in them yet. p_until is exclusive.';
