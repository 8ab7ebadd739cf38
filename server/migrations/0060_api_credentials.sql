-- People's own keys to the API. A token is stored as its hash. A revoked credential stays for a while, so that its calls are told why.
create table api_credentials (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null,
  scopes text[] not null,
  -- in CIDR notation; empty: any network
  networks text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_credentials_pkey primary key (id),
  constraint api_credentials_token_hash_key unique (token_hash),
  constraint api_credentials_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['read', 'trade', 'manage-accounts']),
  constraint api_credentials_user_id_fkey foreign key (user_id) references users(id)
);
create index api_credentials_of_user on api_credentials (user_id);
