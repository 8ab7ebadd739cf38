create function orders_wait() returns trigger
language plpgsql as $$
begin
  if new.tries > old.tries then new.not_before := new.next_check_at;
  elsif new.tries < old.tries or new.account_id <> old.account_id then new.not_before := null;
  end if;
  return new;
end
$$;
comment on function orders_wait() is
  'A try ends with a wait, which no earlier job of the order may shorten. Otherwise two jobs of one order would use up two tries.';

create trigger wait before update on orders for each row
  execute function orders_wait();
