import { Transaction } from '@scure/btc-signer';
import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { type Coin, DUST_P2WPKH, dustLimit, feeCeiling, HIGHEST_FEE_RATE } from './coins.rules.ts';

/** A coin with the script that locks it. */
export interface LockedCoin extends Coin {
  readonly script: Uint8Array;
}

/** The plan of a payment, before it is signed. */
export interface PaymentPlan {
  readonly inputs: readonly LockedCoin[];
  readonly payee: { readonly script: Uint8Array; readonly amount: Litoshi };
  /** Null when the rest would be dust; the rest is then part of the fee. */
  readonly change: { readonly script: Uint8Array; readonly amount: Litoshi } | null;
  readonly fee: Litoshi;
}

/** Output index of the change. The payee has index 0. */
export const CHANGE_OUTPUT = 1;

/** Builds the planned transaction, unsigned. */
export function buildPayment({ inputs, payee, change }: PaymentPlan): Transaction {
  // the payee's script comes from a parsed address; the library does not know all kinds of scripts
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, n, value, script } of inputs) {
    transaction.addInput({ txid, index: n, witnessUtxo: { script, amount: BigInt(value) } });
  }
  for (const { script, amount } of change ? [payee, change] : [payee]) {
    transaction.addOutput({ script, amount: BigInt(amount) });
  }
  return transaction;
}

/**
 * Parses a signed transaction and compares it with its plan: the same coins, the payee's script and amount, no other
 * output than our change, and a fee under the ceiling. Throws with every difference. Such a transaction must never be
 * sent.
 */
export function checkSigned(signedHex: string, plan: PaymentPlan): { txid: string } {
  const transaction = Transaction.fromRaw(Buffer.from(signedHex, 'hex'), { allowUnknownOutputs: true });
  const wrong = [
    ...wrongInputs(transaction, plan),
    ...wrongOutputs(transaction, plan),
    ...wrongFee(transaction, plan),
  ];
  if (wrong.length > 0) throw new Error(`the signed transaction is not the one planned: ${wrong.join('; ')}`);
  return { txid: transaction.id };
}

function* wrongInputs(transaction: Transaction, { inputs }: PaymentPlan): Iterable<string> {
  const spent = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const input = transaction.getInput(index);
    return `${hexOf(input.txid ?? new Uint8Array())}:${input.index}`;
  });
  const planned = inputs.map(({ txid, n }) => `${txid}:${n}`);
  if (spent.toSorted().join() !== planned.toSorted().join())
    yield `it spends ${spent.join()} instead of ${planned.join()}`;
}

function* wrongOutputs(transaction: Transaction, { payee, change }: PaymentPlan): Iterable<string> {
  const found = outputsOf(transaction).map(({ script, amount }) => `${amount} to ${script}`);
  const planned = [payee, ...(change ? [change] : [])].map(
    ({ script, amount }) => `${amount} to ${hexOf(script)}`,
  );
  if (found.toSorted().join() !== planned.toSorted().join())
    yield `it pays ${found.join()} instead of ${planned.join()}`;
  if (payee.amount < dustLimit(payee.script)) yield `it pays dust: ${payee.amount}`;
  if (change && change.amount < DUST_P2WPKH) yield `its change is dust: ${change.amount}`;
}

function* wrongFee(transaction: Transaction, { inputs, fee, payee }: PaymentPlan): Iterable<string> {
  const given = inputs.reduce((sum, { value }) => sum + value, 0);
  const paid = outputsOf(transaction).reduce((sum, { amount }) => sum + Number(amount), 0);
  const left = litoshi(given - paid);
  if (left !== fee) yield `its fee is ${left} instead of ${fee}`;
  if (left > feeCeiling(payee.amount)) yield `its fee of ${left} is over the ceiling`;
  // signatures may be one virtual byte smaller than estimated, and the fee may include dust change
  if (left > (transaction.vsize + inputs.length + 1) * HIGHEST_FEE_RATE + DUST_P2WPKH)
    yield `its fee of ${left} is over the highest rate`;
}

function outputsOf(transaction: Transaction): { script: string; amount: bigint }[] {
  return Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index);
    return { script: hexOf(script ?? new Uint8Array()), amount: amount ?? 0n };
  });
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
