-- What staff decides after a theft, a difference in the ledger, or a restore.
alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_check check (kind in (
  'withdrawal', 'reversal', 'correction', 'dispute', 'manual_order', 'report', 'house_payment', 'off_platform',
  'foreign_spend', 'book_difference', 'coin_difference', 'low_reserves', 'ownerless_deposit', 'restore'));
