-- The history has payouts to referrers, and its ids sort by time. Payouts from before get ids in the order of their bookings: the milliseconds
-- of their time, or of a payout that was booked before it and has a later time, and then the number of their event. The order of their times
-- is another one, because trades that end at the same moment wait for the referrer's wallet.
alter table affiliate_payouts add column id uuid;
update affiliate_payouts s
  set id = (lpad(to_hex(booked.ms), 12, '0') || '70008' || lpad(to_hex(booked.event_id), 15, '0'))::uuid
  from (
    select event_id, max(floor(extract(epoch from at) * 1000)::bigint) over (partition by referrer_id order by event_id) as ms
    from affiliate_payouts) booked
  where booked.event_id = s.event_id;
alter table affiliate_payouts alter column id set not null;
alter table affiliate_payouts add constraint affiliate_payouts_id_key unique (id);
drop index affiliate_payouts_of_referrer;
create index affiliate_payouts_of_referrer on affiliate_payouts (referrer_id, id desc);
