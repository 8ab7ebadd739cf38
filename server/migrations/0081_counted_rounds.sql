-- Rounds of several workers at the same moment are one look at the market, and count once.
alter table price_holds add column counted_at timestamptz;
update price_holds set counted_at = started_at;
alter table price_holds alter column counted_at set not null;
