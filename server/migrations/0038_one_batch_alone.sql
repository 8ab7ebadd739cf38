-- As before; without a claim all of it is one transaction, for a batch that no other goes beside (docs/decisions/0006-order-lane.md).
-- It locks its wallets before the stock then, as everybody does who holds both.
create or replace procedure place_plain_orders(
  p_claim uuid, p_users uuid[], p_buyers int[], p_robux bigint[], p_most_cents int[], p_urls text[], p_passes bigint[], p_products bigint[],
  p_pass_names text[], p_creator_types text[], p_creators bigint[], p_keys text[], p_hashes bytea[], inout placed text default null
) language plpgsql as $$
declare
  v_wallets bigint[];
  v_spendable bigint[];
  v record;
begin
  if exists (select from ledger_balances where overdraft > 0 and posted - held < 0) or (
    select count(*) from settings where key in ('emergency_shutdown', 'account_age', 'new_buyer_cap') and case key
      when 'emergency_shutdown' then value ->> 'enabled' = 'false' when 'account_age' then value ->> 'days' = '0' else value ->> 'usd' is null end) < 3
  then return; end if;
  if p_claim is null then
    select array_agg(account_id), array_agg(spendable) into v_wallets, v_spendable from ledger_lock_buyers(p_users);
  else
    v_wallets := array(select (select id from ledger_accounts where name = 'user:' || u || ':buyer') from unnest(p_users) as u);
    v_spendable := array(select coalesce((select posted - held from ledger_balances where account_id = w), 0) from unnest(v_wallets) as w);
  end if;
  select * into v from take_stock(p_users, p_buyers, p_robux, p_most_cents, v_spendable, null);
  if v.placed = 0 then return; end if;
  if p_claim is not null then
    insert into stock_claims (id, accounts, robux, seen_at, used_at) values (p_claim, v.accounts, v.robux, v.seen_at, v.used_at);
    perform set_config('synchronous_commit', 'off', true);
    commit;
    delete from stock_claims where id = p_claim;
    if not found then raise exception 'the claim was given back' using errcode = 'LN001'; end if;
  end if;
  placed := (
    select '[' || string_agg('{"n":' || w.n || ',"sellerId":"' || w.seller_id || '","reply":' || w.reply || '}', ',') || ']'
    from write_orders(v_wallets, v.account_ids, v.seller_ids, v.rates, v.totals, p_users, p_buyers, p_robux, p_most_cents, p_urls, p_passes,
      p_products, p_pass_names, p_creator_types, p_creators, p_keys, p_hashes) w);
  commit;
  perform wake_purchases();
end $$;
