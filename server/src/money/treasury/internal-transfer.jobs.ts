import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import type { Db } from '../../platform/db/pool.ts';
import { freshHotScripts } from '../litecoin/hot-addresses.ts';
import type { KeyBranch, KeyPath } from '../litecoin/keys.ts';
import type { SignedPayment } from '../litecoin/signed-payments.ts';
import { signRequest } from '../signer/signing-request.ts';
import type { LockedCoin } from '../withdrawals/payment.ts';
import { keptOutputs, type Signing } from '../withdrawals/signing.jobs.ts';

interface Wanted {
  readonly coin: LockedCoin & KeyPath;
  readonly fee: Litoshi;
  readonly branch: KeyBranch;
  readonly parentVbytes?: number;
}

/** Blocks within which the node's fee estimate mines a payment. It is short, because stuck payments have waited long enough. */
export const URGENT_TARGET_BLOCKS = 2;

/**
 * The journal's id of an internal transfer that spends this coin. One that was given up stays in the database, and
 * the next attempt gets another id.
 */
export async function attemptId(
  db: Db,
  kind: 'child' | 'cancel',
  { txid, n }: Pick<LockedCoin, 'txid' | 'n'>,
): Promise<string> {
  const { earlier } = await db
    .selectFrom('transactionInputs as i')
    .innerJoin('ownTransactions as t', 't.txid', 'i.spender')
    .where('i.txid', '=', txid)
    .where('i.n', '=', n)
    .where('t.kind', '=', kind)
    .select((on) => on.fn.countAll<number>().as('earlier'))
    .executeTakeFirstOrThrow();
  return Number(earlier) === 0 ? `${txid}:${n}` : `${txid}:${n}:${earlier}`;
}

/** Signs a transaction that moves one coin, less the fee, to a fresh address of the hot wallet. */
export async function signInternalTransfer(
  { db, signer, policy }: Signing,
  kind: 'child' | 'cancel',
  { coin, fee, branch, parentVbytes }: Wanted,
): Promise<SignedPayment> {
  const scripts = await freshHotScripts(db, signer.keys, branch, 1);
  const kept = keptOutputs(scripts, [litoshi(coin.value - fee)]);
  const { hex, txid, keptAt } = signRequest(signer, policy, {
    kind,
    plan: { inputs: [coin], payee: null, kept, fee, parentVbytes },
    hotPaths: kept.map(({ path }) => path),
  });
  return { hex, txid, fee, coins: [coin], kept: kept.map((output, nth) => ({ ...output, n: keptAt[nth]! })) };
}
