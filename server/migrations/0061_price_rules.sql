-- Rules of sellers that set the rates of their accounts.
create table price_rules (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  is_on boolean not null,
  floor_cents integer not null,
  ceiling_cents integer not null,
  -- follows the lowest rate of other sellers, so many cents below it; null: starts from base_cents
  below_cents integer,
  base_cents integer,
  pauses_below_floor boolean not null,
  -- [{fromRobux, cents}] and [{from, to, cents}], as in contract/src/price-rules.ts
  stock_steps jsonb not null,
  day_times jsonb not null,
  time_zone text not null,
  -- goes up with each change, so that the worker does not apply rates of older terms
  version integer not null default 1,
  -- when its seller was last told that it paused accounts
  pause_told_at timestamptz,
  created_at timestamptz not null default now(),
  constraint price_rules_pkey primary key (id),
  constraint price_rules_id_user_id_key unique (id, user_id),
  constraint price_rules_rates_check check (100 <= floor_cents and floor_cents <= ceiling_cents and ceiling_cents <= 600),
  constraint price_rules_start_check check ((below_cents is null) <> (base_cents is null)),
  constraint price_rules_pause_check check (below_cents is not null or not pauses_below_floor),
  constraint price_rules_user_id_fkey foreign key (user_id) references users(id)
);
create index price_rules_of_user on price_rules (user_id, id);

alter table roblox_accounts
  add column price_rule_id uuid,
  add column is_paused_by_rule boolean not null default false,
  add constraint roblox_accounts_price_rule_id_user_id_fkey foreign key (price_rule_id, user_id)
    references price_rules(id, user_id) on delete set null (price_rule_id),
  add constraint roblox_accounts_rule_check check (price_rule_id is not null or not is_paused_by_rule);
create index roblox_accounts_of_rule on roblox_accounts (price_rule_id) where price_rule_id is not null;
-- an account that its rule has paused cannot sell
alter table roblox_accounts alter column has_stock
  set expression as (robux_balance - reserved_robux >= 100 and not is_seller_banned and not is_paused_by_rule);

-- What the rules changed. The rule may be deleted, so its name stands here too.
create table price_rule_changes (
  id uuid not null,
  user_id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  account_id uuid not null,
  at timestamptz not null default now(),
  from_cents integer not null,
  to_cents integer not null,
  was_paused boolean not null,
  is_paused boolean not null,
  -- a code with values (PriceReason in contract/src/price-rules.ts, in cents)
  why jsonb not null,
  constraint price_rule_changes_pkey primary key (id),
  constraint price_rule_changes_change_check check (from_cents <> to_cents or was_paused <> is_paused),
  constraint price_rule_changes_user_id_fkey foreign key (user_id) references users(id),
  constraint price_rule_changes_account_id_fkey foreign key (account_id) references roblox_accounts(id) on delete cascade
);
create index price_rule_changes_of_rule on price_rule_changes (rule_id, id);
create index price_rule_changes_of_user on price_rule_changes (user_id, id);
create index price_rule_changes_of_account on price_rule_changes (account_id);
create index price_rule_changes_by_time on price_rule_changes (at);
