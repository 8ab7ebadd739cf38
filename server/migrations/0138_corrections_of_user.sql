-- The history of a user has their corrections.
create index corrections_of_user on corrections (user_id, id) where state = 'made';
