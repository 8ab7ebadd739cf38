-- A refused call keeps earlier calls with its idempotency key from having an effect. A key without a status has no answer.
alter table idempotency_keys alter column status drop not null;
alter table idempotency_keys alter column status drop default;
alter table idempotency_keys add column refused_call_at timestamptz;
