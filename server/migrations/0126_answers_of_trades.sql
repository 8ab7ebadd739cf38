-- The stored answers to steps of trades were whole trades with all their messages. Now only the trade's id is stored, and the trade is read
-- again for a repeated call.
update idempotency_keys set reply = json_build_object('id', reply -> 'id')
where json_typeof(reply -> 'events') = 'array' and json_typeof(reply -> 'deliverBy') = 'string';
