import { type Litoshi, ltcOf } from '@sterling/contract/money.ts';
import type { Config } from '../../config.ts';
import { parseAddress } from '../litecoin/address.ts';
import type { KeyPath } from '../litecoin/keys.ts';
import type { Signer } from '../litecoin/signer.ts';
import { buildPayment, checkSigned, type LockedCoin, type PaymentPlan } from '../withdrawals/payment.ts';

/** A request to the signer, with everything that it needs for its own checks. */
export type SigningRequest =
  | {
      readonly kind: 'withdrawal';
      readonly plan: OwnPlan;
      /** The payee's address, as the user entered it. */
      readonly address: string;
      readonly changePath: KeyPath;
    }
  | { readonly kind: 'sweep' | 'child'; readonly plan: OwnPlan };

type OwnPlan = PaymentPlan & { readonly inputs: readonly (LockedCoin & KeyPath)[] };

/** The signer's own limits. Nothing in the database can change them. */
export type Policy = Pick<Config['litecoin'], 'network' | 'coldAddress' | 'hotTarget'> & Config['signer'];

/** The path of the address that sweeps and children pay. */
export const HOT_PATH: KeyPath = { account: 'hot', branch: 0, index: 0 };

/** Thrown when something must not be signed. A person has to look at it. */
export class SigningRefused extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(`not signed: ${reasons.join('; ')}`);
    this.reasons = reasons;
  }
}

/**
 * Signs a request that passes the signer's own checks: every coin and the change are on scripts of the seed; the payee
 * is the user's address or, for house payments, the hot wallet or the configured cold address; fee and amount are under
 * their limits. Verifies the result. Throws SigningRefused with every reason and signs nothing then.
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
    // the text is not an address
    return false;
  }
}

const isChange = ({ account, branch }: KeyPath) => account === 'hot' && branch === 1;

/** Yields the reason when `leaves` litoshi are over the limit of one payment. */
export function* limitRefusals(leaves: number, { paymentLimit, dayLimit }: Policy): Iterable<string> {
  const limit = Math.min(paymentLimit, dayLimit) as Litoshi;
  if (leaves > limit) yield `it is over the signer's limit of ${ltcOf(limit)} LTC a payment`;
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
