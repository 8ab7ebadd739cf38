create function keep_price() returns trigger
language plpgsql as $$
begin
  update prices set used = true where id = new.price_id and not used;
  return null;
end
$$;
comment on function keep_price() is
  'Marks a price as used, so that it is kept as long as the deposits and withdrawals that were computed with it.';

create trigger keep_price after insert on withdrawals for each row
  execute function keep_price();

create trigger keep_price after insert or update of price_id on deposits for each row
  when (new.price_id is not null)
  execute function keep_price();
