-- Accounts whose cookie was refused a short time ago are checked again.
create index account_events_refused on account_events (at) where code = 'cookie_ended';
