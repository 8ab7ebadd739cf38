create function is_fresh_check(p_at timestamptz) returns boolean
language sql stable as $$
  select coalesce(p_at > now() - interval '10 minutes', false)
$$;
comment on function is_fresh_check(timestamptz) is
  'Whether a check at p_at still counts. CHECK_MINUTES in the contract is the same time.';

create function factors_mark_user() returns trigger
language plpgsql as $$
declare
  v_user constant uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- The lock makes a concurrent change of the same user's factors finish first, so that the next statement sees it.
  perform from users where id = v_user for no key update;
  update users u set has_factor = f.present
    from (select exists (select from factors where user_id = v_user and confirmed_at is not null) as present) f
    where u.id = v_user and u.has_factor <> f.present;
  return null;
end
$$;
comment on function factors_mark_user() is 'Keeps users.has_factor true exactly while the user has a confirmed factor.';

create trigger mark_user after insert or delete or update of confirmed_at on factors for each row
  execute function factors_mark_user();
