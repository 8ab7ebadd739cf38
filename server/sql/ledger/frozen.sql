create function ledger_has_frozen() returns boolean
language sql stable as $$
  select exists (select from ledger_balances where overdraft > 0 and posted - held < 0)
$$;
comment on function ledger_has_frozen() is
  'Whether any wallet is below zero. This is a cheap check before ledger_is_frozen() looks at one user: only a wallet with an overdraft can
be below zero (never_below_zero), and an index finds those.';

create function ledger_is_frozen(p_user uuid) returns boolean
language sql stable as $$
  select exists (
    select from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.user_id = p_user and b.posted - b.held < 0)
$$;
comment on function ledger_is_frozen(uuid) is
  'Whether a user''s wallets are frozen. They are while one of them is below zero, which only a reversed deposit can cause.';
