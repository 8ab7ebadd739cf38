create function reviews_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'open'
    or (new.id, new.kind, new.subject_id, new.user_id, new.facts, new.opened_at) is distinct from
      (old.id, old.kind, old.subject_id, old.user_id, old.facts, old.opened_at) then
    raise exception 'what was reviewed and decided does not change';
  end if;
  return new;
end
$$;
comment on function reviews_guard() is
  'A review is decided once.';

create trigger guard before delete or update on reviews for each row
  execute function reviews_guard();
