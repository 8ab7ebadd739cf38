create function account_differences() returns table (what text, subject text, expected bigint, found bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select 'an account is for sale or not, unlike its seller', a.id::text, (not a.is_seller_banned)::int::bigint, a.is_seller_banned::int::bigint
  from roblox_accounts a join users u on u.id = a.user_id
  where a.removed_at is null and a.is_seller_banned <> (u.is_banned or u.deleted_at is not null)
$$;
