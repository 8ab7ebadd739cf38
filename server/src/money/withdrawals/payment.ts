import { randomInt } from 'node:crypto';
import { Transaction } from '@scure/btc-signer';
import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { type Coin, DUST_P2WPKH, dustLimit, feeCeiling, MAX_FEE_RATE } from './coins.rules.ts';

/** A coin with the script that locks it. */
export interface LockedCoin extends Coin {
  readonly script: Uint8Array;
}

export interface PlannedOutput {
  readonly script: Uint8Array;
  readonly amount: Litoshi;
}

/** The plan of a payment, before it is signed. */
export interface PaymentPlan {
  readonly inputs: readonly LockedCoin[];
  /** Null when the transaction is an internal transfer. */
  readonly payee: PlannedOutput | null;
  /** The outputs that stay ours. None when the rest would be dust; the rest is then part of the fee. */
  readonly kept: readonly PlannedOutput[];
  readonly fee: Litoshi;
  /** Virtual bytes of unmined payments that the fee pays for too. Only a child has any. */
  readonly parentVbytes?: number;
}

/** Builds the planned transaction, unsigned. The order of its outputs is random, so that it does not tell which are ours. */
export function buildPayment(plan: PaymentPlan): Transaction {
  // the payee's script comes from a parsed address; the library does not know all kinds of scripts
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const { txid, n, value, script } of plan.inputs) {
    transaction.addInput({ txid, index: n, witnessUtxo: { script, amount: BigInt(value) } });
  }
  for (const { script, amount } of shuffled(outputsIn(plan))) {
    transaction.addOutput({ script, amount: BigInt(amount) });
  }
  return transaction;
}

const outputsIn = ({ payee, kept }: PaymentPlan): PlannedOutput[] => [...(payee ? [payee] : []), ...kept];

function shuffled<Item>(items: readonly Item[]): Item[] {
  const mixed: Item[] = [];
  for (const item of items) mixed.splice(randomInt(mixed.length + 1), 0, item);
  return mixed;
}

/**
 * Parses a signed transaction and compares it with its plan: the same coins, the payee's script and amount, no other
 * output than those that stay ours, and a fee under the ceiling. Returns the index of each kept output, in the plan's
 * order. Throws with every difference. Such a transaction must never be sent.
 */
export function checkSigned(signedHex: string, plan: PaymentPlan): { txid: string; keptAt: number[] } {
  const transaction = Transaction.fromRaw(Buffer.from(signedHex, 'hex'), { allowUnknownOutputs: true });
  const wrong = [
    ...wrongInputs(transaction, plan),
    ...wrongOutputs(transaction, plan),
    ...wrongFee(transaction, plan),
  ];
  if (wrong.length > 0) throw new Error(`the signed transaction is not the one planned: ${wrong.join('; ')}`);
  return { txid: transaction.id, keptAt: positionsOf(plan.kept, transaction) };
}

function positionsOf(kept: readonly PlannedOutput[], transaction: Transaction): number[] {
  const free: (string | null)[] = outputsOf(transaction).map(nameOf);
  return kept.map(({ script, amount }) => {
    const n = free.indexOf(nameOf({ script: hexOf(script), amount }));
    free[n] = null;
    return n;
  });
}

const nameOf = ({ script, amount }: { script: string; amount: bigint | Litoshi }) => `${amount} to ${script}`;

function* wrongInputs(transaction: Transaction, { inputs }: PaymentPlan): Iterable<string> {
  const spent = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const input = transaction.getInput(index);
    return `${hexOf(input.txid ?? new Uint8Array())}:${input.index}`;
  });
  const planned = inputs.map(({ txid, n }) => `${txid}:${n}`);
  if (spent.toSorted().join() !== planned.toSorted().join())
    yield `it spends ${spent.join()} instead of ${planned.join()}`;
}

function* wrongOutputs(transaction: Transaction, plan: PaymentPlan): Iterable<string> {
  const { payee, kept } = plan;
  const found = outputsOf(transaction).map(nameOf);
  const planned = outputsIn(plan).map(({ script, amount }) => nameOf({ script: hexOf(script), amount }));
  if (found.toSorted().join() !== planned.toSorted().join())
    yield `it pays ${found.join()} instead of ${planned.join()}`;
  if (payee && payee.amount < dustLimit(payee.script)) yield `it pays dust: ${payee.amount}`;
  for (const { amount } of kept) if (amount < DUST_P2WPKH) yield `its change is dust: ${amount}`;
}

function* wrongFee(transaction: Transaction, plan: PaymentPlan): Iterable<string> {
  const { inputs, fee, payee, kept, parentVbytes = 0 } = plan;
  const given = inputs.reduce((sum, { value }) => sum + value, 0);
  const paid = outputsOf(transaction).reduce((sum, { amount }) => sum + Number(amount), 0);
  const left = litoshi(given - paid);
  if (left !== fee) yield `its fee is ${left} instead of ${fee}`;
  const moved = payee?.amount ?? litoshi(kept.reduce((sum, { amount }) => sum + amount, 0));
  if (left > feeCeiling(moved)) yield `its fee of ${left} is over the ceiling`;
  // signatures may be one virtual byte smaller than estimated, and the fee may include dust change
  if (left > (transaction.vsize + inputs.length + 1 + parentVbytes) * MAX_FEE_RATE + DUST_P2WPKH)
    yield `its fee of ${left} is over the highest rate`;
}

function outputsOf(transaction: Transaction): { script: string; amount: bigint }[] {
  return Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index);
    return { script: hexOf(script ?? new Uint8Array()), amount: amount ?? 0n };
  });
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
