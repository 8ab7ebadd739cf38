import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { type Db, inTransaction } from '../db/pool.ts';
import { newChangeAddress } from '../litecoin/addresses.ts';
import type { WalletKeys } from '../litecoin/keys.ts';
import type { Signer } from '../litecoin/signer.ts';
import { OutsideError } from '../outside/http.ts';
import { NodeRefusal } from '../outside/litecoin-node.ts';
import type { Services } from '../services.ts';
import { type CoinChoice, chooseCoins, feeCeiling, feeRateToPay } from './coins.rules.ts';
import { buildPayment, CHANGE_OUTPUT, checkSigned } from './payment.ts';
import { recordSigned, type SignedPayment } from './payouts.ts';
import { failUnsigned, isStopped } from './stopping.ts';
import {
  approvedWithdrawals,
  type HotCoin,
  spendableCoins,
  unusedChangeAddress,
  type WithdrawalRow,
} from './withdrawals.reads.ts';
import { explainWait } from './withdrawals.ts';

export type Signing = Pick<Services, 'db' | 'node' | 'log' | 'walletKeys'> & { readonly signer: Signer };

const FEE_TARGET_BLOCKS = 6;

/** Signs every approved withdrawal that the hot wallet can pay, oldest first; nothing is sent. */
export async function signApproved(signing: Signing): Promise<void> {
  for (const row of await approvedWithdrawals(signing.db)) {
    const trouble = await signOne(signing, row).catch((error: unknown) => {
      // one that cannot be signed must not keep the others waiting
      const isOutside = error instanceof OutsideError || error instanceof NodeRefusal;
      signing.log[isOutside ? 'warn' : 'error'](
        { err: error, withdrawalId: row.id },
        'a withdrawal was not signed',
      );
      return isOutside
        ? 'The Litecoin network cannot be reached at the moment'
        : 'Signing is being tried again';
    });
    if (trouble) await inTransaction(signing.db, (tx) => explainWait(tx, row.id, trouble));
  }
}

/** Signs one withdrawal; answers why it has to wait, in a person's words, or null. */
export async function signOne(
  { db, node, log, walletKeys, signer }: Signing,
  row: WithdrawalRow,
): Promise<string | null> {
  if (await failStopped(db, row)) return null;
  const amount = row.litoshi as Litoshi;
  const feeRate = feeRateToPay(await node.estimateFeeRate(FEE_TARGET_BLOCKS));
  const choice = chooseCoins(await spendableCoins(db), { amount, scriptBytes: row.script.length, feeRate });
  if (!choice) return 'The hot wallet is being refilled';
  if (choice.fee > feeCeiling(amount)) return 'The fees of the Litecoin network are too high at the moment';
  const payment = sign(row, choice, await changeAddress(db, walletKeys), signer);
  const { allowed, reason } = await node.testAccept(payment.hex);
  if (!allowed) {
    log.warn({ withdrawalId: row.id, reason }, 'the litecoin node would not take a payment');
    return 'The Litecoin network does not take the payment yet';
  }
  // A coin that it chose may be taken by now: then nothing was committed or sent, and the next look chooses anew.
  await inTransaction(db, (tx) => recordSigned(tx, row.id, payment));
  return null;
}

async function failStopped(db: Db, { id, userId }: WithdrawalRow): Promise<boolean> {
  return inTransaction(
    db,
    async (tx) => (await isStopped(tx, userId)) && failUnsigned(tx, id, 'The wallet is frozen'),
  );
}

interface OwnScript {
  readonly address: string;
  readonly script: Uint8Array;
}

/** A change address that nothing was paid to yet, so that one of an attempt that came to nothing is taken again. */
async function changeAddress(db: Db, walletKeys: WalletKeys): Promise<OwnScript> {
  const unused = await unusedChangeAddress(db);
  if (unused) return unused;
  await inTransaction(db, (tx) => newChangeAddress(tx, walletKeys));
  return changeAddress(db, walletKeys);
}

function sign(
  row: WithdrawalRow,
  choice: CoinChoice<HotCoin>,
  ownChange: OwnScript,
  signer: Signer,
): SignedPayment {
  const change = choice.change > 0 ? { script: ownChange.script, amount: choice.change } : null;
  const payee = { script: row.script, amount: litoshi(row.litoshi) };
  const plan = { inputs: choice.coins, payee, change, fee: choice.fee };
  const transaction = buildPayment(plan);
  signer.signP2wpkh(transaction, choice.coins);
  const { txid } = checkSigned(transaction.hex, plan);
  return {
    txid,
    hex: transaction.hex,
    fee: choice.fee,
    coins: choice.coins,
    change: change && { n: CHANGE_OUTPUT, address: ownChange.address, amount: change.amount },
  };
}
