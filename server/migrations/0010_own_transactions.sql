-- Each of our transactions can end. Staff can give it up, or a cancel can spend its coins first.
alter table own_transactions drop constraint own_transactions_kind_check;
alter table own_transactions add constraint own_transactions_kind_check
  check (kind in ('withdrawal', 'sweep', 'child', 'cancel', 'unknown'));
alter table own_transactions add column given_up_at timestamptz;

-- The coins that known transactions spend, ours and those that paid us. `rival` is another transaction in the applied chain that spends
-- the same coin.
create table transaction_inputs (
  spender text not null,
  txid text not null,
  n integer not null,
  rival text,
  rival_height integer,
  constraint transaction_inputs_check check ((rival is null) = (rival_height is null)),
  constraint transaction_inputs_pkey primary key (spender, txid, n)
);
create index transaction_inputs_of_coin on transaction_inputs (txid, n);
create index transaction_inputs_rivals on transaction_inputs (rival_height) where rival_height is not null;
insert into transaction_inputs (spender, txid, n, rival, rival_height)
  select reserved_by, txid, n, nullif(spent_by, reserved_by), case when spent_by <> reserved_by then spent_height end
  from chain_outputs where reserved_by is not null;

alter table withdrawals drop constraint withdrawals_state_check;
alter table withdrawals add constraint withdrawals_state_check
  check (state in ('requested', 'approved', 'signed', 'broadcast', 'confirmed', 'needs_review', 'cancelling', 'failed'));
-- A payment that was booked can be lost in a reorganisation. It then fails, and its money returns.
alter table withdrawals drop constraint withdrawals_check3;

-- Fresh addresses of the hot wallet for sweeps. Index 0 is the address for the owner's capital.
create sequence hot_receive_index as integer minvalue 0 start 1 no cycle;
