-- Differences that an owner has accepted by closing a review. They stop payouts again only when they grow.
create table accepted_differences (
  kind text not null,
  subject text not null,
  amount bigint not null,
  review_id uuid not null,
  constraint accepted_differences_pkey primary key (kind, subject),
  constraint accepted_differences_amount_check check (amount >= 0),
  constraint accepted_differences_review_id_fkey foreign key (review_id) references reviews(id)
);
create index accepted_differences_by_review on accepted_differences (review_id);
