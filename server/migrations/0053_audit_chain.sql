-- The role of the worker, so that the audit log can name the process that acted.
do $$
begin
  create role sterling_worker nologin;
exception when duplicate_object or unique_violation then null;
end
$$;
grant sterling_app to sterling_worker;
grant sterling_worker to current_user;

-- Who acted: the user of a web session, or a process, by its database role.
alter table audit_log add column session_id uuid;
alter table audit_log add column by_role text;

-- Foreign keys are not needed: an entry is never deleted, and the proof of the books finds a missing one.
-- Network addresses stand outside the chain, so that they can be deleted.
create table audit_addresses (
  entry_id bigint not null,
  address text not null,
  at timestamptz default now() not null,
  constraint audit_addresses_pkey primary key (entry_id)
);
create index audit_addresses_by_age on audit_addresses (at);
insert into audit_addresses (entry_id, address, at) select id, ip, at from audit_log where ip is not null;
alter table audit_log drop column ip;

-- The hash of each entry covers the entry and the hash before. Entries from before this migration are not in the chain.
create table audit_chain (
  position bigint generated always as identity not null,
  entry_id bigint not null,
  hash bytea not null,
  constraint audit_chain_pkey primary key (position),
  constraint audit_chain_entry_id_key unique (entry_id)
);

-- Refused calls of signed-in users: one row per minute, user, route and code.
create table refused_accesses (
  minute timestamptz not null,
  user_id uuid not null,
  route text not null,
  code text not null,
  address text not null,
  times integer default 1 not null,
  constraint refused_accesses_pkey primary key (minute, user_id, route, code)
);

create index sessions_by_end on sessions (expires_at);
