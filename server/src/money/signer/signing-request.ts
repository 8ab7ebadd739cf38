import { type Litoshi, ltcOf } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import type { Config } from '../../config.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { parseAddress } from '../litecoin/address.ts';
import { KEY_BRANCH, type KeyPath } from '../litecoin/keys.ts';
import type { Signer } from '../litecoin/signer.ts';
import { buildPayment, checkSigned, type LockedCoin, type PaymentPlan } from '../withdrawals/payment.ts';

/** A request to the signer, with everything that it needs for its own checks. */
export type SigningRequest =
  | {
      readonly kind: 'withdrawal';
      readonly plan: OwnPlan;
      /** The payee's address, as the user entered it. */
      readonly address: string;
      /** The keys of the kept outputs, in the plan's order. */
      readonly changePaths: readonly KeyPath[];
    }
  | {
      /** A cancel spends a coin of a payment that was given up, so that the payment can never be mined. */
      readonly kind: 'sweep' | 'child' | 'cancel';
      readonly plan: OwnPlan;
      /** The keys of the outputs to the hot wallet, in any order. */
      readonly hotPaths: readonly KeyPath[];
    };

type OwnPlan = PaymentPlan & { readonly inputs: readonly (LockedCoin & KeyPath)[] };

/** The signer's own limits. Nothing in the database can change them. */
export type Policy = Pick<Config['litecoin'], 'network' | 'coldAddress' | 'hotTarget'> & Config['signer'];

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
 * is the user's address; internal transfers pay only the hot wallet and, if they are sweeps, the configured cold address;
 * fee and amount are under their limits. Verifies the result, and returns the indexes of the kept outputs. Throws SigningRefused with every reason and signs nothing then.
 */
export function signRequest(
  signer: Signer,
  policy: Policy,
  request: SigningRequest,
): { hex: string; txid: string; keptAt: number[] } {
  const reasons = [...coinRefusals(signer, request), ...outputRefusals(signer, policy, request)];
  if (reasons.length > 0) throw new SigningRefused(reasons);
  const transaction = buildPayment(request.plan);
  signer.signP2wpkh(transaction, request.plan.inputs);
  return { hex: transaction.hex, ...checkSigned(transaction.hex, request.plan) };
}

function* coinRefusals({ keys }: Signer, { kind, plan }: SigningRequest): Iterable<string> {
  const accounts = ACCOUNTS[kind];
  for (const coin of plan.inputs) {
    const place = `${coin.txid}:${coin.n}`;
    if (!accounts.includes(coin.account))
      yield toStore(WITH_VALUES.otherAccount, { coin: place, account: coin.account });
    else if (!same(coin.script, keys.addressAt(coin).script))
      yield toStore(WITH_VALUES.foreignScript, { coin: place });
  }
}

/** The accounts whose coins a request may spend. */
const ACCOUNTS: Record<SigningRequest['kind'], readonly KeyPath['account'][]> = {
  withdrawal: ['hot'],
  sweep: ['deposit'],
  child: ['hot'],
  cancel: ['hot', 'deposit'],
};

function* outputRefusals(signer: Signer, policy: Policy, request: SigningRequest): Iterable<string> {
  if (request.kind === 'withdrawal') yield* payoutRefusals(signer, policy, request);
  else yield* houseRefusals(signer, policy, request);
}

function* payoutRefusals(
  { keys }: Signer,
  policy: Policy,
  { plan, address, changePaths }: SigningRequest & { kind: 'withdrawal' },
): Iterable<string> {
  const { payee, kept, fee } = plan;
  if (!payee || !pays(payee.script, address, policy)) yield toStore(WITH_VALUES.otherPayee, { address });
  const areOurs = kept.every(({ script }, nth) => {
    const path = changePaths[nth];
    return path && isChange(path) && same(script, keys.addressAt(path).script);
  });
  if (!areOurs) yield text('its change does not come back to us');
  yield* limitRefusals((payee?.amount ?? 0) + fee, policy);
}

function* houseRefusals(
  { keys }: Signer,
  { coldAddress, network }: Policy,
  { kind, plan, hotPaths }: SigningRequest & { kind: 'sweep' | 'child' | 'cancel' },
): Iterable<string> {
  const hot = hotPaths.filter(({ account }) => account === 'hot').map((path) => keys.addressAt(path).script);
  const cold = kind === 'sweep' && coldAddress !== null ? [parseAddress(coldAddress, network).script] : [];
  for (const { script } of plan.payee ? [plan.payee, ...plan.kept] : plan.kept) {
    if (![...hot, ...cold].some((ours) => same(ours, script)))
      yield text("it pays a script that is neither the hot wallet's nor the cold storage's");
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

const isChange = ({ account, branch }: KeyPath) => account === 'hot' && branch === KEY_BRANCH.change;

/** Yields the reason when `leavingLitoshi` is over the limit of one payment. */
export function* limitRefusals(leavingLitoshi: number, { paymentLimit, dayLimit }: Policy): Iterable<string> {
  const limit = Math.min(paymentLimit, dayLimit) as Litoshi;
  if (leavingLitoshi > limit) yield toStore(WITH_VALUES.overPaymentLimit, { limit: ltcOf(limit) });
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
