-- Sellers' proxies: the only way out of the accounts that use them. What a proxy is does not change, only how it fares.
create table proxies (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  -- a name in lower case, or an address in its one usual spelling
  host text not null check (length(host) between 1 and 253),
  port int not null check (port between 1 and 65535),
  username text check (username <> ''),
  -- vault, context 'proxy <id>'
  sealed_password bytea,
  status text not null default 'unchecked' check (status in ('active', 'failing', 'unchecked')),
  -- why it fails, as its owner reads it
  status_reason text,
  checked_at timestamptz,
  check_due_at timestamptz not null default now(),
  -- its owner is gone: it goes with the last account that has orders under way
  removal_due boolean not null default false,
  created_at timestamptz not null default moment(),
  check (sealed_password is null or username is not null),
  check ((status = 'failing') = (status_reason is not null)),
  check ((status = 'unchecked') = (checked_at is null)),
  unique nulls not distinct (user_id, host, port, username),
  -- an account's proxy is its seller's own
  unique (id, user_id)
);
create index proxies_due on proxies (check_due_at);

create function proxy_stays_what_it_is() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.host, new.port) is distinct from (old.user_id, old.host, old.port)
    or new.username is distinct from old.username or (new.status = 'unchecked' and old.status <> 'unchecked') then
    raise exception 'proxy % does not become another', old.id;
  end if;
  return new;
end $$;
create trigger stays_what_it_is before update on proxies for each row execute function proxy_stays_what_it_is();

alter table roblox_accounts drop constraint roblox_accounts_proxy_id_check;
alter table roblox_accounts add foreign key (proxy_id, user_id) references proxies (id, user_id);
create index roblox_accounts_behind on roblox_accounts (proxy_id) where proxy_id is not null;

-- Runs after 'removal_due', by its name.
create function leave_proxy() returns trigger language plpgsql as $$
begin
  new.proxy_id := null;
  return new;
end $$;
create trigger removed_leaves_proxy before update on roblox_accounts
  for each row when (new.removed_at is not null and old.removed_at is null) execute function leave_proxy();
alter table roblox_accounts add check (removed_at is null or proxy_id is null);

create function forget_proxy_of_nobody() returns trigger language plpgsql as $$
begin
  delete from proxies p where p.id = old.proxy_id and p.removal_due
    and not exists (select from roblox_accounts a where a.proxy_id = p.id);
  return null;
end $$;
create trigger proxy_left after update on roblox_accounts
  for each row when (old.proxy_id is not null and new.proxy_id is null) execute function forget_proxy_of_nobody();
