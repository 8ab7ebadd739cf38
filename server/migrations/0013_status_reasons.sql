-- Accounts return to sale by the text of their reason, so stored reasons follow the new texts.
update roblox_accounts set status_reason =
    'We couldn''t verify a purchase by this account and are investigating. The account goes on sale again afterwards.'
  where status_reason =
    'A purchase by this account could not be verified. It is being looked into, and the account goes on sale again afterwards.';

update roblox_accounts set status_reason =
    'Roblox objected to trades by one of your accounts. All your accounts are paused until our staff has reviewed this.'
  where status_reason = 'Roblox objected to trade by an account of yours: all of them rest until somebody has looked into it.';
