-- People whose texts and pictures are deleted when the trade ends, because they were banned while staff may still have to decide it.
alter table transactions add column forget_at_end uuid[] not null default '{}';
