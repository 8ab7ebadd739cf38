create function ledger_seal() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_through bigint;
begin
  lock table ledger_postings in share mode;
  select coalesce(max(id), 0) into v_through from ledger_postings;
  insert into ledger_seals (account_id, through_posting, posted)
    select a.id, v_through, ledger_posted(a.name) from ledger_accounts a where a.user_id is null
    on conflict (account_id) do update set through_posting = excluded.through_posting, posted = excluded.posted;
end
$$;
comment on function ledger_seal() is
  'Stores the posted sums of the house accounts. Reading a balance then adds only the postings since this seal.';
