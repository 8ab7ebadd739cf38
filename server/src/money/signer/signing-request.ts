import { type Litoshi, ltcOf } from '@sterling/contract/money.ts';
import type { Config } from '../../config.ts';
import { parseAddress } from '../litecoin/address.ts';
import type { KeyPath } from '../litecoin/keys.ts';
import type { Signer } from '../litecoin/signer.ts';
import { buildPayment, checkSigned, type LockedCoin, type PaymentPlan } from '../withdrawals/payment.ts';

/** What the signer is to sign, with all that it needs to see for itself whether it should. */
export type Errand =
  | {
      readonly kind: 'withdrawal';
      readonly plan: OwnPlan;
      /** Where the payee wants it, as a person gave it. */
      readonly address: string;
      readonly changePath: KeyPath;
    }
  | { readonly kind: 'sweep' | 'child'; readonly plan: OwnPlan };

type OwnPlan = PaymentPlan & { readonly inputs: readonly (LockedCoin & KeyPath)[] };

/** The signer's own word on what may leave; nothing in the database can change it. */
export type Policy = Pick<Config['litecoin'], 'network' | 'coldAddress' | 'hotTarget'> & Config['signer'];

/** Where sweeps and children pay to. */
export const HOT_PATH: KeyPath = { account: 'hot', branch: 0, index: 0 };

/** Something was not signed because it must not be; a person has to look. */
export class Doubts extends Error {
  readonly doubts: readonly string[];

  constructor(doubts: readonly string[]) {
    super(`not signed: ${doubts.join('; ')}`);
    this.doubts = doubts;
  }
}

/**
 * Signs what passes the signer's own look: every coin and change on a script that the seed itself gives, the payee as
 * the person wrote it or, for the house's own transactions, the hot wallet or the configured cold store, fee and amount
 * under their ceilings. Reads the result back. Throws Doubts with every reason; nothing is signed then.
 */
export function signErrand(signer: Signer, policy: Policy, errand: Errand): { hex: string; txid: string } {
  const doubts = [...coinDoubts(signer, errand), ...outputDoubts(signer, policy, errand)];
  if (doubts.length > 0) throw new Doubts(doubts);
  const transaction = buildPayment(errand.plan);
  signer.signP2wpkh(transaction, errand.plan.inputs);
  return { hex: transaction.hex, txid: checkSigned(transaction.hex, errand.plan).txid };
}

function* coinDoubts({ keys }: Signer, { kind, plan }: Errand): Iterable<string> {
  const account = kind === 'sweep' ? 'deposit' : 'hot';
  for (const coin of plan.inputs) {
    const name = `coin ${coin.txid}:${coin.n}`;
    if (coin.account !== account) yield `${name} belongs to the ${coin.account} account`;
    else if (!same(coin.script, keys.addressAt(coin).script)) yield `${name} is on a script that is not ours`;
  }
}

function* outputDoubts({ keys }: Signer, policy: Policy, errand: Errand): Iterable<string> {
  const { payee, change, fee } = errand.plan;
  if (errand.kind === 'withdrawal') {
    if (!pays(payee.script, errand.address, policy)) yield `it does not pay ${errand.address}`;
    if (
      change &&
      !(isChange(errand.changePath) && same(change.script, keys.addressAt(errand.changePath).script))
    )
      yield 'its change does not come back to us';
    yield* limitDoubts(payee.amount + fee, policy);
    return;
  }
  const { coldAddress, network } = policy;
  const allowed = [keys.addressAt(HOT_PATH).script];
  if (errand.kind === 'sweep' && coldAddress !== null)
    allowed.push(parseAddress(coldAddress, network).script);
  for (const { script } of change ? [payee, change] : [payee]) {
    if (!allowed.some((ours) => same(ours, script)))
      yield `it pays a script that is neither the hot wallet's nor the cold store's`;
  }
}

function pays(script: Uint8Array, address: string, { network }: Policy): boolean {
  try {
    return same(script, parseAddress(address, network).script);
  } catch {
    // no address at all
    return false;
  }
}

const isChange = ({ account, branch }: KeyPath) => account === 'hot' && branch === 1;

/** Why an amount is over what may leave at once. */
export function* limitDoubts(leaves: number, { paymentLimit, dayLimit }: Policy): Iterable<string> {
  const limit = Math.min(paymentLimit, dayLimit) as Litoshi;
  if (leaves > limit) yield `it is over the signer's limit of ${ltcOf(limit)} LTC a payment`;
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
