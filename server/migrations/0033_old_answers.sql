-- Stored answers are forgotten when they are old (idempotency/answers.ts). They are written in the order of their time, so
-- that a summary of each stretch of pages finds the old ones; an entry for each answer would be one more thing for each order.
drop index idempotency_keys_by_age;
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);
