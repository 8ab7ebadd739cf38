import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { eachAlone } from '../../platform/loop.ts';
import { isOutage, Outage } from '../../platform/outage.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import type { Services } from '../../services.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { freshHotScripts, type HotScript } from '../litecoin/hot-addresses.ts';
import { KEY_BRANCH } from '../litecoin/keys.ts';
import type { SignedPayment } from '../litecoin/signed-payments.ts';
import type { Signer } from '../litecoin/signer.ts';
import { adoptUncommitted } from '../signer/adopting.ts';
import type { Journal, SignedEntry } from '../signer/journal.ts';
import { journalSigned } from '../signer/journalling.ts';
import { fitsDayLimit, signingRefusals } from '../signer/signer.reads.ts';
import { lockAndCheckDayLimit, refuseToSign } from '../signer/signer.ts';
import { type Policy, SigningRefused, signRequest } from '../signer/signing-request.ts';
import { type CoinChoice, chooseCoins, divideKept, feeCeiling, MIN_HOT_COIN } from './coins.rules.ts';
import { payableFeeRate } from './fee-rate.lookups.ts';
import { recheckFunding, stopOf } from './funding.ts';
import { recordSigned, WAITS_FOR_NETWORK } from './payouts.ts';
import { lockWithdrawal } from './state.ts';
import { type HotCoin, spendableCoins, type WithdrawalRow, withdrawalsIn } from './withdrawals.reads.ts';
import { pausedText } from './withdrawals.rules.ts';
import { explainWait } from './withdrawals.ts';

/** The services of the signer. Only its database role may record signed transactions. */
export type Signing = Pick<Services, 'db' | 'node' | 'log'> & {
  readonly signer: Signer;
  readonly policy: Policy;
  readonly journal: Journal;
};

const FEE_TARGET_BLOCKS = 6;
const FEES_TOO_HIGH = text('The fees of the Litecoin network are too high at the moment');
const WAITS_FOR_EARLIER = text('Waiting for earlier payments to be confirmed');
const DAY_LIMIT_REACHED = text('Daily limit reached. It will be sent automatically');

/**
 * Signs every approved withdrawal that the hot wallet can pay, oldest first. A failure delays none of the others. Sends nothing. Throws, last,
 * errors that neither the withdrawal nor the node explains, such as a journal that cannot be written: the signer is in trouble.
 */
export async function signApproved(signing: Signing): Promise<void> {
  await eachAlone(await withdrawalsIn(signing.db, 'approved'), async (row) => {
    const { wait, trouble } = await signOne(signing, row).then(
      (reason): Outcome => ({ wait: reason }),
      (error: unknown) => handleFailure(signing, row, error),
    );
    if (wait) await inTransaction(signing.db, (tx) => explainWait(tx, row.id, wait));
    if (trouble) throw trouble;
  });
}

interface Outcome {
  /** The reason to show to the user why the withdrawal has to wait. */
  readonly wait: string | null;
  /** An error that neither the withdrawal nor the node explains. */
  readonly trouble?: unknown;
}

/** Logs why a withdrawal was not signed. A withdrawal that must not be signed goes to review instead of waiting. */
async function handleFailure(
  { db, log }: Signing,
  { id, reason }: WithdrawalRow,
  error: unknown,
): Promise<Outcome> {
  if (error instanceof SigningRefused) {
    log.error({ withdrawalId: id, reasons: error.reasons }, 'signer: refused to sign a withdrawal');
    await inTransaction(db, (tx) => refuseToSign(tx, id, error.reasons));
    return { wait: null };
  }
  const isOutside = error instanceof Outage;
  const wait = isOutside
    ? text('The Litecoin network cannot be reached at the moment')
    : text('Signing is being retried');
  // it is tried every second; the signer logs an outage of the database itself
  if (reason !== wait && (isOutside || !isOutage(error)))
    log[isOutside ? 'warn' : 'error']({ err: error, withdrawalId: id }, 'signer: cannot sign a withdrawal');
  return isOutside ? { wait } : { wait, trouble: error };
}

/**
 * Signs one withdrawal. Returns null, or the reason to show to the user why it has to wait. Throws SigningRefused when
 * it must not be signed.
 */
export async function signOne(signing: Signing, row: WithdrawalRow): Promise<string | null> {
  const { db, policy } = signing;
  const stopped = await inTransaction(db, (tx) => stopOf(tx, row));
  if (stopped) return stopped.wait;
  const block = await payoutStopReason(db);
  if (block !== null) return pausedText(block);
  const before = signing.journal.find('withdrawal', row.id);
  if (before) return adoptAgain(signing, row, before);
  const reasons = await signingRefusals(db, row, policy);
  if (reasons.length > 0) throw new SigningRefused(reasons);
  const amount = row.litoshi as Litoshi;
  if (!(await fitsDayLimit(db, amount, policy))) return DAY_LIMIT_REACHED;
  const payment = await signAcceptable(signing, row);
  if (typeof payment === 'string') return payment;
  return inTransaction(db, async (tx) => {
    const wait = await lastCheck(tx, signing, row, payment.fee);
    if (wait !== null) return wait;
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

/**
 * A signed payment that the node would take now, or the reason to wait. A payee can spend their part of a payment in a long chain, and
 * nodes then take no more payments that build on ours. Such change is left out until it is mined. A withdrawal waits for it only if the
 * other coins cannot pay.
 */
async function signAcceptable(signing: Signing, row: WithdrawalRow): Promise<SignedPayment | string> {
  const { db, node, log } = signing;
  const amount = row.litoshi as Litoshi;
  const feeRate = await payableFeeRate(node, FEE_TARGET_BLOCKS);
  if (feeRate === null) return FEES_TOO_HIGH;
  const coins = await spendableCoins(db);
  const crowded = new Set<HotCoin>();
  for (;;) {
    const usable = coins.filter((coin) => !crowded.has(coin));
    const choice = chooseCoins(usable, { amount, scriptBytes: row.script.length, feeRate });
    if (!choice) return crowded.size > 0 ? WAITS_FOR_EARLIER : text('The hot wallet is being refilled');
    if (choice.fee > feeCeiling(amount)) return FEES_TOO_HIGH;
    const payment = await sign(signing, row, divideChange(choice, coins, { amount, feeRate }));
    const { allowed, reason } = await node.testAccept(payment.hex);
    if (allowed) return payment;
    const unmined = choice.coins.filter(({ unminedDepth }) => unminedDepth > 0);
    const isCrowded = reason === CROWDED && unmined.length > 0;
    const shown = isCrowded ? WAITS_FOR_EARLIER : WAITS_FOR_NETWORK;
    // it is tried every second
    if (row.reason !== shown)
      log.warn({ withdrawalId: row.id, reason }, 'litecoin: the node rejected an unsent payment');
    if (!isCrowded) return shown;
    for (const coin of unmined) crowded.add(coin);
  }
}

/** The node's answer for a transaction with too many unmined relatives. */
const CROWDED = 'too-long-mempool-chain';

/** What must hold in the transaction that commits a signature. Returns why the withdrawal has to wait, or null. */
async function lastCheck(
  tx: Tx,
  { policy }: Signing,
  { id, litoshi: amount }: WithdrawalRow,
  fee: number,
): Promise<string | null> {
  const block = await payoutStopReason(tx);
  if (block !== null) return pausedText(block);
  if (!(await lockAndCheckDayLimit(tx, amount + fee, policy))) return DAY_LIMIT_REACHED;
  return recheckFunding(tx, id);
}

/** The signer died between journal and commit: the same bytes are recorded, or a person decides. */
async function adoptAgain(signing: Signing, row: WithdrawalRow, entry: SignedEntry): Promise<string | null> {
  return inTransaction(signing.db, async (tx) => {
    const wait = await lastCheck(tx, signing, row, entry.fee);
    if (wait !== null) return wait;
    if ((await lockWithdrawal(tx, row.id)).state !== 'approved') return null;
    if ((await adoptUncommitted(tx, entry)) === 'contradictory')
      throw new SigningRefused([toStore(WITH_VALUES.signedBefore, { txid: entry.txid })]);
    return null;
  });
}

/** A choice of coins with its change in one or more parts. */
type Divided = Pick<CoinChoice<HotCoin>, 'coins' | 'fee'> & { readonly change: readonly Litoshi[] };

/** Divides large change into several coins, unless the fee of more outputs would be over the ceiling. */
function divideChange(
  { coins, fee, change }: CoinChoice<HotCoin>,
  all: readonly HotCoin[],
  { amount, feeRate }: { amount: Litoshi; feeRate: number },
): Divided {
  if (change === 0) return { coins, fee, change: [] };
  const others = all.filter((coin) => coin.value >= MIN_HOT_COIN && !coins.includes(coin)).length;
  const divided = divideKept(change, { others, feeRate });
  const whole = litoshi(fee + divided.fee);
  return whole > feeCeiling(amount)
    ? { coins, fee, change: [change] }
    : { coins, fee: whole, change: divided.parts };
}

async function sign(
  { db, signer, policy }: Signing,
  row: WithdrawalRow,
  { coins, fee, change }: Divided,
): Promise<SignedPayment> {
  const scripts = await freshHotScripts(db, signer.keys, KEY_BRANCH.change, change.length);
  const kept = keptOutputs(scripts, change);
  const payee = { script: row.script, amount: litoshi(row.litoshi) };
  const { hex, txid, keptAt } = signRequest(signer, policy, {
    kind: 'withdrawal',
    plan: { inputs: coins, payee, kept, fee },
    address: row.address,
    changePaths: kept.map(({ path }) => path),
  });
  return { hex, txid, fee, coins, kept: kept.map((output, nth) => ({ ...output, n: keptAt[nth]! })) };
}

/** Pairs amounts with scripts of the hot wallet. */
export function keptOutputs(scripts: readonly HotScript[], amounts: readonly Litoshi[]) {
  return amounts.map((amount, nth) => ({ ...scripts[nth]!, amount }));
}
