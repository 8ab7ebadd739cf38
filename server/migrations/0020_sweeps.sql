-- Sweeps by themselves; what the house signed and nobody can mine any more, as something to decide; the coins counted by the node.

-- A review is about an id.
alter table own_transactions add column id uuid not null default new_id();
create unique index own_transactions_ids on own_transactions (id);
alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_check check (kind in
  ('withdrawal', 'reversal', 'correction', 'dispute', 'manual_order', 'report', 'house_payment'));
insert into reviews (kind, subject_id)
  select 'house_payment', id from own_transactions where facts is not null and mined_height is null and kind in ('sweep', 'child');

-- What the node says is unspent on every address of ours at one of its blocks, against what was booked up to that block.
create table coin_counts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  took_ms int not null,
  height int not null,
  hash text not null,
  counted_litoshi bigint not null check (counted_litoshi >= 0),
  booked_litoshi bigint not null check (booked_litoshi >= 0),
  -- coins that only one of both has: [{"txid", "n", "litoshi", "only": "node" or "books"}], the first few
  differences jsonb not null
);
create index coin_counts_by_age on coin_counts (at);
