create function keep_price() returns trigger
language plpgsql as $$
begin
  update prices set used = true where id = new.price_id and not used;
  return null;
end
$$;
comment on function keep_price() is
  'Marks a price as used, so that it is kept as long as the deposits and withdrawals that were computed with it.';

create function keep_seen_price() returns trigger
language plpgsql as $$
begin
  update prices set used = true where id = price_id_around(new.seen_at) and not used;
  return null;
end
$$;
comment on function keep_seen_price() is
  'Marks the price at which a deposit was first seen as used, because the deposit may count at it for the minimum days later.';

create trigger keep_price after insert on withdrawals for each row
  execute function keep_price();

create trigger keep_price after insert or update of price_id on deposits for each row
  when (new.price_id is not null)
  execute function keep_price();

create trigger keep_seen_price after insert on deposits for each row
  execute function keep_seen_price();
