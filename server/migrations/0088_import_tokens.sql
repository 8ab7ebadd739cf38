-- The API token that started an import; null for a session. Revoking the token stops the import.
alter table account_imports add column credential_id uuid
  constraint account_imports_credential_id_fkey references api_credentials(id) on delete set null;
