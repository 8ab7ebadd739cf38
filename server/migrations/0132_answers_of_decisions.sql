-- The stored answers to decisions of staff were whole reviews, with the names of their parties and the contact of a report. Now only the
-- review's id is stored, and the review is read again for a repeated call.
update idempotency_keys set reply = json_build_object('id', reply -> 'id')
where json_typeof(reply -> 'subjectId') = 'string' and json_typeof(reply -> 'openedAt') = 'string';

-- A deletion searched for the decisions whose stored answers name a person.
drop index reviews_decided_of_user;
drop index reviews_decided_disputes;
