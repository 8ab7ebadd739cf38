create function acting_role() returns text
language sql stable as $$
  select coalesce(nullif(current_setting('role', true), 'none'), session_user::text)
$$;
comment on function acting_role() is
  'The database role in which the process acts, even inside functions that run as the owner.';

create function record_audit(
  p_session uuid, p_action text, p_subject text, p_before jsonb, p_after jsonb, p_reason text, p_address text
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_actor uuid;
  v_id bigint;
begin
  if p_session is not null then
    select s.user_id into v_actor from sessions s where s.id = p_session and s.expires_at > now();
    if v_actor is null then raise exception 'an entry of the audit log names no valid session'; end if;
  end if;
  insert into audit_log (actor_id, session_id, by_role, action, subject_id, before, after, reason)
    values (v_actor, p_session, acting_role(), p_action, p_subject, p_before, p_after, p_reason) returning id into v_id;
  if p_address is not null then insert into audit_addresses (entry_id, address) values (v_id, p_address); end if;
end
$$;
comment on function record_audit(uuid, text, text, jsonb, jsonb, text, text) is
  'Appends an entry to the audit log. The actor is the user of the session. Without a session the process acted; its database role names it.';

create function audit_hash(p_before bytea, e audit_log) returns bytea
language sql immutable as $$
  select sha256(coalesce(p_before, '') || convert_to(jsonb_build_array(e.id, extract(epoch from e.at), e.actor_id, e.session_id,
    e.by_role, e.action, e.subject_id, e.before, e.after, e.reason)::text, 'UTF8'))
$$;
comment on function audit_hash(bytea, audit_log) is
  'The hash of an entry of the audit log after the entry with the given hash. Null: the first entry.';

create function chain_audit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- with an older snapshot, the entry would follow one that is no longer the last
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'an entry of the audit log needs a transaction that is read committed';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  insert into audit_chain (entry_id, hash)
    select new.id, audit_hash((select hash from audit_chain order by position desc limit 1), new);
  return null;
end
$$;
comment on function chain_audit() is
  'Adds an entry to the chain when its transaction commits. The lock is taken last and briefly, so that the entries stand in one order.';

create constraint trigger chain after insert on audit_log deferrable initially deferred for each row
  execute function chain_audit();

create function audit_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'an entry of the audit log does not give the hash of the chain', l.entry_id::text, 1::bigint, 0::bigint
  from (select entry_id, hash, lag(hash) over (order by position) as before_hash from audit_chain) l
  left join audit_log e on e.id = l.entry_id
  where e.id is null or audit_hash(l.before_hash, e) <> l.hash
  union all
  select 'an entry of the audit log is not in the chain', e.id::text, 1, 0
  from audit_log e
  where e.id >= (select min(entry_id) from audit_chain) and not exists (select from audit_chain c where c.entry_id = e.id)
$$;
comment on function audit_differences() is
  'Entries of the audit log that were changed, removed or added outside the chain.';

create function record_refusal(p_caller uuid, p_route text, p_code text, p_address text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_max_rows constant int := 200;
  v_max_of_others constant int := 10;
  v_minute constant timestamptz := date_trunc('minute', now());
  v_user uuid;
  v_all int;
  v_own int;
begin
  select s.user_id into v_user
    from (select id, user_id from sessions union all select id, user_id from api_credentials) s where s.id = p_caller;
  if not found then return; end if;
  select count(*), count(*) filter (where user_id = v_user) into v_all, v_own
    from refused_accesses where minute = v_minute;
  -- one person can make 200 different calls, and must not hide those of others behind them
  if v_all >= v_max_rows and v_own >= v_max_of_others then return; end if;
  insert into refused_accesses (minute, user_id, route, code, address)
    values (v_minute, v_user, left(p_route, 200), p_code, left(p_address, 60))
    on conflict (minute, user_id, route, code) do update set times = refused_accesses.times + 1;
end
$$;
comment on function record_refusal(uuid, text, text, text) is
  'Records a refused call with a session or an API credential (p_caller). Repeats within a minute are counted in one row. A minute has about 200 rows at most, and then 10 of each other person.';
