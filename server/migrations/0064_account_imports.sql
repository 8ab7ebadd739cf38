-- Imports of many accounts. A worker checks the lines one after another. Rows are deleted after a week.
create table account_imports (
  id uuid not null,
  user_id uuid not null,
  -- of the seller who confirmed that the accounts are theirs
  ip text not null,
  state text not null default 'running',
  stop_reason text,
  -- when the next line may be checked; null when the import is over
  due_at timestamptz default now(),
  -- the wait is longer than the usual pause
  waits boolean not null default false,
  created_at timestamptz not null default now(),
  constraint account_imports_pkey primary key (id),
  constraint account_imports_state_check check (state in ('running', 'done', 'cancelled', 'stopped')),
  constraint account_imports_due_check check ((state = 'running') = (due_at is not null)),
  constraint account_imports_stop_check check ((state = 'stopped') = (stop_reason is not null)),
  constraint account_imports_user_id_fkey foreign key (user_id) references users(id)
);
create unique index account_imports_one_running on account_imports (user_id) where state = 'running';
create index account_imports_of_user on account_imports (user_id, id);
create index account_imports_due on account_imports (due_at) where state = 'running';
create index account_imports_by_time on account_imports (created_at);

create table account_import_lines (
  id uuid not null,
  import_id uuid not null,
  line integer not null,
  -- the last four characters of the cookie
  ending text not null,
  -- deleted when the line is decided
  sealed_cookie bytea,
  rate_cents integer not null,
  proxy_id uuid,
  state text not null default 'waiting',
  reason text,
  -- code of the refusal; null if the line could not be read
  refusal text,
  -- checks without an answer of Roblox
  tries integer not null default 0,
  account_id uuid,
  -- as read when the account was added
  username text,
  robux bigint,
  constraint account_import_lines_pkey primary key (id),
  constraint account_import_lines_line_key unique (import_id, line),
  constraint account_import_lines_state_check check (state in ('waiting', 'added', 'refused', 'skipped')),
  constraint account_import_lines_cookie_check check ((state = 'waiting') = (sealed_cookie is not null)),
  constraint account_import_lines_refused_check check ((state = 'refused') = (reason is not null)),
  constraint account_import_lines_added_check check ((state = 'added') = (account_id is not null)),
  constraint account_import_lines_import_id_fkey foreign key (import_id) references account_imports(id) on delete cascade,
  constraint account_import_lines_account_id_fkey foreign key (account_id) references roblox_accounts(id) on delete cascade
);
