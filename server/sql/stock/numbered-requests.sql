create function numbered_requests(p_requests placement_request[]) returns table (
  n int, buyer_id uuid, robux_amount bigint, max_rate_cents int, gamepass_url text, pass_id bigint, product_id bigint, pass_name text,
  creator_type text, creator_target_id bigint, excluded_accounts uuid[]
)
language sql immutable as $$
  select r.n::int, r.buyer_id, r.robux_amount, r.max_rate_cents, r.gamepass_url, r.pass_id, r.product_id, r.pass_name,
    r.creator_type, r.creator_target_id, r.excluded_accounts
  from unnest(p_requests) with ordinality as
    r (buyer_id, robux_amount, max_rate_cents, gamepass_url, pass_id, product_id, pass_name, creator_type, creator_target_id, excluded_accounts, n)
$$;
comment on function numbered_requests(placement_request[]) is 'Placement requests as rows, with the number that stock_choice and written_order use.';
