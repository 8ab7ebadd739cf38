-- When Roblox first did not answer to the present round of a standing order. Null: it has not been asked, or it answered.
alter table standing_orders add column unanswered_since timestamptz;
