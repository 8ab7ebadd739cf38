-- When the item of a trade was delivered. Before, only the text of the event said so.
alter table transactions add column delivered_at timestamptz;
update transactions t set delivered_at = e.at from transaction_events e where e.transaction_id = t.id and e.what = 'Delivered';
