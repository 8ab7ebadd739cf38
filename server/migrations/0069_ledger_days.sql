-- Sums of the ledger by UTC day and kind of event. A wallet stands under its kind (buyer, seller), a house account under its name.
create table ledger_days (
  day date not null,
  kind text not null,
  source text not null,
  target text not null,
  postings bigint not null,
  amount bigint not null,
  cents numeric,
  constraint ledger_days_pkey primary key (day, kind, source, target),
  constraint ledger_days_check check (postings > 0 and amount > 0)
);

-- One row: the last posting in these sums, and the next one with the transaction id below which all must have ended first.
create table ledger_day_folds (
  one boolean default true not null,
  through_posting bigint default 0 not null,
  next_posting bigint,
  next_xid xid8,
  constraint ledger_day_folds_pkey primary key (one),
  constraint ledger_day_folds_one_check check (one),
  constraint ledger_day_folds_next_check check ((next_posting is null) = (next_xid is null))
);
insert into ledger_day_folds default values;

-- The price at the time of a network fee.
create index prices_by_start on prices (first_at);
