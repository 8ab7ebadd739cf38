-- An order by hand is in review while its review is open. The text beside it was never shown.
alter table orders drop column review_reason;
