import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { OutsideError } from '../../outside/http.ts';
import { NodeRefusal } from '../../outside/litecoin-rpc.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { Services } from '../../services.ts';
import { newChangeAddress } from '../litecoin/addresses.ts';
import type { KeyPath, WalletKeys } from '../litecoin/keys.ts';
import type { Signer } from '../litecoin/signer.ts';
import { adoptSigned } from '../signer/adopting.ts';
import type { Journal, SignedEntry } from '../signer/journal.ts';
import { journalSigned } from '../signer/journalling.ts';
import { fitsDayLimit, signingRefusals } from '../signer/signer.reads.ts';
import { claimDayLimit, refuseToSign } from '../signer/signer.ts';
import { type Policy, SigningRefused, signRequest } from '../signer/signing-request.ts';
import { type CoinChoice, chooseCoins, feeCeiling, feeRateToPay } from './coins.rules.ts';
import { CHANGE_OUTPUT } from './payment.ts';
import { recordSigned, type SignedPayment } from './payouts.ts';
import { failUnsigned, isPayoutBlocked } from './stopping.ts';
import {
  approvedWithdrawals,
  type HotCoin,
  spendableCoins,
  unusedChangeAddress,
  type WithdrawalRow,
} from './withdrawals.reads.ts';
import { explainWait } from './withdrawals.ts';

/** The services of the signer. Only its database role may record signed transactions. */
export type Signing = Pick<Services, 'db' | 'node' | 'log'> & {
  readonly signer: Signer;
  readonly policy: Policy;
  readonly journal: Journal;
};

const FEE_TARGET_BLOCKS = 6;
const DAY_LIMIT_REACHED =
  'The limit of what may be paid in 24 hours is reached: this withdrawal goes on by itself';

/** Signs every approved withdrawal that the hot wallet can pay, oldest first. Sends nothing. */
export async function signApproved(signing: Signing): Promise<void> {
  for (const row of await approvedWithdrawals(signing.db)) {
    // one withdrawal that cannot be signed must not delay the others
    const reason = await signOne(signing, row).catch((error: unknown) => explain(signing, row, error));
    if (reason) await inTransaction(signing.db, (tx) => explainWait(tx, row.id, reason));
  }
}

/** The reason to show to the user. A withdrawal that must not be signed goes to review instead. */
async function explain({ db, log }: Signing, { id }: WithdrawalRow, error: unknown): Promise<string | null> {
  if (error instanceof SigningRefused) {
    log.error({ withdrawalId: id, reasons: error.reasons }, 'signer: refused to sign a withdrawal');
    await inTransaction(db, (tx) => refuseToSign(tx, id, error.reasons));
    return null;
  }
  const isOutside = error instanceof OutsideError || error instanceof NodeRefusal;
  log[isOutside ? 'warn' : 'error']({ err: error, withdrawalId: id }, 'signer: cannot sign a withdrawal');
  return isOutside ? 'The Litecoin network cannot be reached at the moment' : 'Signing is being tried again';
}

/**
 * Signs one withdrawal. Answers null, or the reason to show to the user why it has to wait. Throws SigningRefused when
 * it must not be signed.
 */
export async function signOne(signing: Signing, row: WithdrawalRow): Promise<string | null> {
  const { db, node, log, signer, policy } = signing;
  if (await failStopped(db, row)) return null;
  const before = signing.journal.find('withdrawal', row.id);
  if (before) return adoptAgain(signing, before);
  const reasons = await signingRefusals(db, row, policy);
  if (reasons.length > 0) throw new SigningRefused(reasons);
  const amount = row.litoshi as Litoshi;
  if (!(await fitsDayLimit(db, amount, policy))) return DAY_LIMIT_REACHED;
  const feeRate = feeRateToPay(await node.estimateFeeRate(FEE_TARGET_BLOCKS));
  const choice = chooseCoins(await spendableCoins(db), { amount, scriptBytes: row.script.length, feeRate });
  if (!choice) return 'The hot wallet is being refilled';
  if (choice.fee > feeCeiling(amount)) return 'The fees of the Litecoin network are too high at the moment';
  const payment = sign(signing, row, choice, await changeAddress(db, signer.keys));
  const { allowed, reason } = await node.testAccept(payment.hex);
  if (!allowed) {
    log.warn({ withdrawalId: row.id, reason }, 'litecoin: the node rejected an unsent payment');
    return 'The Litecoin network does not take the payment yet';
  }
  return inTransaction(db, async (tx) => {
    if (!(await claimDayLimit(tx, amount + choice.fee, policy))) return DAY_LIMIT_REACHED;
    // A chosen coin may be reserved by now: then nothing is committed or sent, and the next run chooses again.
    if (!(await recordSigned(tx, row.id, payment))) return null;
    const { txid, hex, fee } = payment;
    const { id, userId, totalCents } = row;
    await journalSigned(tx, signing.journal, {
      kind: 'withdrawal',
      id,
      txid,
      hex,
      fee,
      userId,
      cents: totalCents,
    });
    return null;
  });
}

/** The signer died between journal and commit: the same bytes are recorded, or a person decides. */
async function adoptAgain({ db }: Signing, entry: SignedEntry): Promise<null> {
  const outcome = await inTransaction(db, (tx) => adoptSigned(tx, entry));
  if (outcome === 'contradictory')
    throw new SigningRefused([`it was signed before as ${entry.txid}, whose coins another payment uses`]);
  return null;
}

async function failStopped(db: Db, { id, userId }: WithdrawalRow): Promise<boolean> {
  return inTransaction(
    db,
    async (tx) => (await isPayoutBlocked(tx, userId)) && failUnsigned(tx, id, 'The wallet is frozen'),
  );
}

interface OwnScript {
  readonly address: string;
  readonly script: Uint8Array;
  readonly path: KeyPath;
}

/** An unused change address. A failed attempt's address is used again. */
async function changeAddress(db: Db, keys: WalletKeys): Promise<OwnScript> {
  const unused = await unusedChangeAddress(db);
  if (unused) return unused;
  await inTransaction(db, (tx) => newChangeAddress(tx, keys));
  return changeAddress(db, keys);
}

function sign(
  { signer, policy }: Signing,
  row: WithdrawalRow,
  choice: CoinChoice<HotCoin>,
  ownChange: OwnScript,
): SignedPayment {
  const change = choice.change > 0 ? { script: ownChange.script, amount: choice.change } : null;
  const payee = { script: row.script, amount: litoshi(row.litoshi) };
  const plan = { inputs: choice.coins, payee, change, fee: choice.fee };
  const { address } = row;
  const signed = signRequest(signer, policy, {
    kind: 'withdrawal',
    plan,
    address,
    changePath: ownChange.path,
  });
  return {
    ...signed,
    fee: choice.fee,
    coins: choice.coins,
    change: change && { n: CHANGE_OUTPUT, address: ownChange.address, amount: change.amount },
  };
}
