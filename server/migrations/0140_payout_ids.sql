-- The history has payouts to referrers, and its ids sort by time. Payouts from before get the milliseconds of their time.
alter table affiliate_payouts add column id uuid;
update affiliate_payouts set id = (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
  || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;
alter table affiliate_payouts alter column id set not null;
alter table affiliate_payouts add constraint affiliate_payouts_id_key unique (id);
drop index affiliate_payouts_of_referrer;
create index affiliate_payouts_of_referrer on affiliate_payouts (referrer_id, id desc);
