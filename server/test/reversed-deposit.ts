import { type Cents, cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { account, post } from '../src/money/ledger/ledger.ts';
import { depositKey, reversalKey } from '../src/money/litecoin/chain-events.ts';
import { type Db, inTransaction, type Tx } from '../src/platform/db/pool.ts';
import { makeCorrection } from './wallets.ts';

/**
 * Takes money from a buyer as the loss of a deposit does that was spent: the wallet loses `amount` and may fall below zero. The records are
 * those of a deposit, its spending and its reversal, so the books balance.
 */
export function loseDeposit(db: Db, userId: string, amount: Cents): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { id, txid } = await insertDeposit(tx, userId, amount);
    const details = { depositId: id };
    const [from, to] = [account.exchange, account.buyer(userId)];
    await post(tx, {
      key: depositKey(txid, 0, 1),
      kind: 'deposit.credited',
      postings: [{ from, to, amount }],
      details,
    });
    await makeCorrection(tx, userId, 'buyer', cents(-amount));
    const postings = [{ from: to, to: from, amount }];
    await post(tx, {
      key: reversalKey(txid, 0, 1),
      kind: 'deposit.reversed',
      postings,
      details,
      force: true,
    });
  });
}

async function insertDeposit(tx: Tx, userId: string, amount: Cents): Promise<{ id: string; txid: string }> {
  const { rows } = await sql<{ id: string; txid: string }>`
    with place as (
      insert into addresses (address, script, account, branch, index, user_id)
      select 'lost ' || gen_random_uuid(), decode(md5(gen_random_uuid()::text), 'hex'), 'deposit', 1, coalesce(max(index), 0) + 1, ${userId}
      from addresses where account = 'deposit' and branch = 1 returning address),
    output as (
      insert into chain_outputs (txid, n, address, litoshi)
      select md5(address), 0, address, ceil(${amount}::numeric * 100000000 / 8400) from place returning txid, address, litoshi),
    price as (
      insert into prices (price, sources, first_at, as_of, used) values (8400, '{}', now(), now(), true) returning id)
    insert into deposits (txid, n, user_id, address, litoshi, status, generation, cents, price_id, credited_at)
    select txid, 0, ${userId}, address, litoshi, 'reversed', 1, ${amount}, price.id, now() from output, price returning id, txid`.execute(
    tx,
  );
  return rows[0]!;
}
