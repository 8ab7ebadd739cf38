create function has_later_part(o orders) returns boolean
language sql stable as $$
  select o.split_id is not null and exists (
    select from orders later where later.split_id = o.split_id and later.status = 'completed'
      and (later.ended_at, later.part) > (o.ended_at, o.part))
$$;
comment on function has_later_part(orders) is
  'Whether another part of the same split order was completed after this one. Figures count the completed parts of a split order as one order,
at the end of the last one.';
