import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { buildPayment } from '../src/money/withdrawals/payment.ts';
import type { PayerWorld } from './payer.ts';

const FEE = litoshi(5_000);

/** Spends a coin of one of our transactions in another transaction, like another holder of the key. Returns its txid. */
export async function spendCoinOf(
  { db, node, signer }: Pick<PayerWorld, 'db' | 'node' | 'signer'>,
  txid: string,
): Promise<string> {
  const coin = await db
    .selectFrom('transactionInputs as i')
    .innerJoin('chainOutputs as o', (on) => on.onRef('o.txid', '=', 'i.txid').onRef('o.n', '=', 'i.n'))
    .innerJoin('addresses as a', 'a.address', 'o.address')
    .where('i.spender', '=', txid)
    .orderBy('o.litoshi')
    .select(['o.txid', 'o.n', 'o.litoshi', 'a.script', 'a.account', 'a.branch', 'a.index'])
    .executeTakeFirstOrThrow();
  const rival = buildPayment({
    inputs: [{ ...coin, value: coin.litoshi as Litoshi, unminedDepth: 0 }],
    payee: { script: coin.script, amount: litoshi(coin.litoshi - FEE) },
    kept: [],
    fee: FEE,
  });
  signer.signP2wpkh(rival, [{ ...coin, account: coin.account as 'hot' | 'deposit' }]);
  const answer = await node.broadcast(rival.hex);
  if (answer.kind !== 'accepted') throw new Error(`the node did not accept the rival: ${answer.kind}`);
  return rival.id;
}
