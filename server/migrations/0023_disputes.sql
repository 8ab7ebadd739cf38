-- A dispute is a review like everything else that staff decides: those that are open already get theirs.

insert into reviews (kind, subject_id, user_id)
select 'dispute', id, seller_id from transactions where stage = 'disputed'
on conflict do nothing;
