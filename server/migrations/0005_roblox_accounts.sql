-- Sellers' Roblox accounts: what is for sale, and the sealed cookies that buy with it.
create table roblox_accounts (
  id uuid primary key default new_id(),
  user_id uuid not null references users,
  roblox_user_id bigint not null,
  username text not null,
  profile_picture text,
  -- as the platform said it last: it may fall below what is reserved, when its owner spends elsewhere
  robux_balance bigint not null check (robux_balance >= 0),
  -- promised to open orders
  reserved_robux bigint not null default 0 check (reserved_robux >= 0),
  -- Robux of completed orders
  total_sold bigint not null default 0 check (total_sold >= 0),
  -- cents per 1000 Robux
  rate_cents int not null check (rate_cents between 100 and 600),
  status text not null check (status in ('online', 'offline', '2fa_required', 'invalid_cookie')),
  status_reason text,
  -- the seller's wish to sell; whether it can be done is `status`
  is_active boolean not null default true,
  fulfilment text not null default 'auto' check (fulfilment in ('auto', 'manual')),
  -- an account's way out; until there are proxies, none
  proxy_id uuid check (proxy_id is null),
  -- vault, context 'roblox-account <id>'; null once removed
  sealed_cookie bytea,
  ownership_confirmed_at timestamptz not null,
  ownership_ip text not null,
  ownership_statement text not null,
  balance_read_at timestamptz not null default now(),
  last_used_at timestamptz,
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment(),
  removed_at timestamptz,
  check ((removed_at is null) = (sealed_cookie is not null)),
  check (removed_at is null or (reserved_robux = 0 and not is_active))
);
-- one Roblox account is in one seller's hands only
create unique index roblox_accounts_live on roblox_accounts (roblox_user_id) where removed_at is null;
create index roblox_accounts_of_user on roblox_accounts (user_id) where removed_at is null;
-- not on the balance: an index there would forbid in-page updates at every reservation
create index roblox_accounts_for_sale on roblox_accounts (rate_cents, id) where status = 'online' and is_active;

-- What is removed stays removed; its row remains for the orders that name it.
create function roblox_account_stays_removed() returns trigger language plpgsql as $$
begin
  if new.removed_at is distinct from old.removed_at or new.sealed_cookie is not null or new.is_active then
    raise exception 'roblox account % is removed', old.id;
  end if;
  return new;
end $$;
create trigger stays_removed before update on roblox_accounts
  for each row when (old.removed_at is not null) execute function roblox_account_stays_removed();

-- Reserves stock on the cheapest account that fits and answers which; no row when none does. The cheapest is waited
-- for: should its state have changed meanwhile, all are looked at anew, so a dearer one is taken only when it must be.
-- Equal rates: automatic before manual, then the longest unused, then the id (money.md, Locking and speed).
create function reserve_stock(p_robux bigint, p_most_cents int, p_not_owned_by uuid, p_exclude uuid[])
returns table (account_id uuid, seller_id uuid, rate_cents int, fulfilment text, roblox_user_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_best roblox_accounts;
begin
  loop
    select a.* into v_best
      from roblox_accounts a join users u on u.id = a.user_id
      where a.status = 'online' and a.is_active and a.rate_cents <= p_most_cents
        and a.robux_balance - a.reserved_robux >= p_robux
        and a.user_id <> p_not_owned_by and a.id <> all (p_exclude)
        and not u.is_banned and u.deleted_at is null
      order by a.rate_cents, a.fulfilment = 'manual', a.last_used_at nulls first, a.id
      limit 1;
    if not found then return; end if;
    return query
      update roblox_accounts a set reserved_robux = a.reserved_robux + p_robux, last_used_at = clock_timestamp()
      where a.id = v_best.id and a.status = 'online' and a.is_active and a.rate_cents = v_best.rate_cents
        and a.fulfilment = v_best.fulfilment and a.last_used_at is not distinct from v_best.last_used_at
        and a.robux_balance - a.reserved_robux >= p_robux
      returning a.id, a.user_id, a.rate_cents, a.fulfilment, a.roblox_user_id;
    if found then return; end if;
  end loop;
end $$;
