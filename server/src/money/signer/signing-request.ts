import { type Litoshi, ltcOf } from '@sterling/contract/money.ts';
import type { Config } from '../../config.ts';
import { parseAddress } from '../litecoin/address.ts';
import type { KeyPath } from '../litecoin/keys.ts';
import type { Signer } from '../litecoin/signer.ts';
import { buildPayment, checkSigned, type LockedCoin, type PaymentPlan } from '../withdrawals/payment.ts';

/** What the signer is to sign, with all that it needs to see for itself whether it should. */
export type SigningRequest =
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
export class SigningRefused extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(`not signed: ${reasons.join('; ')}`);
    this.reasons = reasons;
  }
}

/**
 * Signs what passes the signer's own look: every coin and change on a script that the seed itself gives, the payee as
 * the person wrote it or, for the house's own transactions, the hot wallet or the configured cold store, fee and amount
 * under their ceilings. Reads the result back. Throws SigningRefused with every reason; nothing is signed then.
 */
export function signRequest(
  signer: Signer,
  policy: Policy,
  request: SigningRequest,
): { hex: string; txid: string } {
  const reasons = [...coinRefusals(signer, request), ...outputRefusals(signer, policy, request)];
  if (reasons.length > 0) throw new SigningRefused(reasons);
  const transaction = buildPayment(request.plan);
  signer.signP2wpkh(transaction, request.plan.inputs);
  return { hex: transaction.hex, txid: checkSigned(transaction.hex, request.plan).txid };
}

function* coinRefusals({ keys }: Signer, { kind, plan }: SigningRequest): Iterable<string> {
  const account = kind === 'sweep' ? 'deposit' : 'hot';
  for (const coin of plan.inputs) {
    const name = `coin ${coin.txid}:${coin.n}`;
    if (coin.account !== account) yield `${name} belongs to the ${coin.account} account`;
    else if (!same(coin.script, keys.addressAt(coin).script)) yield `${name} is on a script that is not ours`;
  }
}

function* outputRefusals({ keys }: Signer, policy: Policy, request: SigningRequest): Iterable<string> {
  const { payee, change, fee } = request.plan;
  if (request.kind === 'withdrawal') {
    if (!pays(payee.script, request.address, policy)) yield `it does not pay ${request.address}`;
    if (
      change &&
      !(isChange(request.changePath) && same(change.script, keys.addressAt(request.changePath).script))
    )
      yield 'its change does not come back to us';
    yield* limitRefusals(payee.amount + fee, policy);
    return;
  }
  const { coldAddress, network } = policy;
  const allowed = [keys.addressAt(HOT_PATH).script];
  if (request.kind === 'sweep' && coldAddress !== null)
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

/** Why an amount is over what may leave immediately. */
export function* limitRefusals(leaves: number, { paymentLimit, dayLimit }: Policy): Iterable<string> {
  const limit = Math.min(paymentLimit, dayLimit) as Litoshi;
  if (leaves > limit) yield `it is over the signer's limit of ${ltcOf(limit)} LTC a payment`;
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
