-- Open reviews may be the oldest of very many, so a list of one state does not walk over the others.
create index reviews_by_state on reviews (state, id);

-- What a seller sells is found without their accounts that are switched off.
create index roblox_accounts_selling on roblox_accounts (user_id, rate_cents) where status = 'online' and is_active;
