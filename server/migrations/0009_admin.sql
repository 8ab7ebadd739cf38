-- What an owner runs the place with: limits on writes, the service's heartbeat, sessions that change their token.

-- Writes of the last hour by person ('user <id>') and of the last minute by address ('ip <address>'), for the limits on them.
create table writes (
  id bigint generated always as identity primary key,
  who text not null,
  at timestamptz not null default clock_timestamp()
);
create index writes_of on writes (who, at);
create index writes_by_age on writes (at);

-- Counts a write unless there were p_most within the window before it: answers its id, or after how many seconds there is room.
create function count_write(p_who text, p_most int, p_window interval, out counted bigint, out wait_seconds int)
language plpgsql as $$
declare
  v_now timestamptz;
  v_makes_room timestamptz;
begin
  -- one at a time for each, so that a burst cannot slip through together
  perform pg_advisory_xact_lock(hashtextextended('writes of ' || p_who, 0));
  v_now := clock_timestamp();
  delete from writes where who = p_who and at <= v_now - p_window;
  select at into v_makes_room from writes where who = p_who order by at desc, id desc offset p_most - 1 limit 1;
  if found then
    wait_seconds := greatest(1, ceil(extract(epoch from v_makes_room + p_window - v_now)));
  else
    insert into writes (who, at) values (p_who, v_now) returning id into counted;
  end if;
end $$;

-- The minutes in which the service answered.
create table heartbeats (
  minute timestamptz primary key check (minute = date_trunc('minute', minute))
);

-- A person whose role somebody else changed gets a new token with the next answer; requests that are on their way with
-- the old one are still let in for a while.
alter table sessions
  add column rotation_due boolean not null default false,
  add column previous_token_hash bytea unique,
  add column previous_until timestamptz,
  add constraint previous_has_an_end check ((previous_token_hash is null) = (previous_until is null));

-- An account that goes with its seller: it is removed at once or, with orders of it under way, when the last of them ends;
-- then its cookie, and what tells whose it was, are wiped.
alter table roblox_accounts add column removal_due boolean not null default false;

create function remove_account_when_free() returns trigger language plpgsql as $$
begin
  if new.reserved_robux = 0 then
    new.removed_at := now();
    new.sealed_cookie := null;
    new.roblox_user_id := 0;
    new.username := 'deleted';
    new.profile_picture := null;
    new.ownership_ip := '';
  end if;
  new.is_active := false;
  return new;
end $$;
create trigger removal_due before update on roblox_accounts
  for each row when (new.removal_due and old.removed_at is null) execute function remove_account_when_free();
