import {
  type Cents,
  type LtcPrice,
  litoshiOfCents,
  minimumTransfer,
  withdrawalFees,
} from '@sterling/contract/money.ts';
import { phrase, t, text } from '@sterling/contract/texts.ts';
import { isEmergencyStopped } from '../../people/settings/settings.reads.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { trimmedUsd, usd } from '../../platform/formats.rules.ts';
import { refuse } from '../../refusal.ts';
import { account, hold, isFrozen, lockWallet, refuseFrozen } from '../ledger/ledger.ts';
import { isAmbiguous, type ParsedAddress, parseAddress } from '../litecoin/address.ts';
import { chainHealth } from '../litecoin/guards.reads.ts';
import type { NetworkName } from '../litecoin/network.ts';
import { type FreshPrice, freshPrice, valueLeft } from '../prices/prices.reads.ts';
import { planApproval, startApproval } from './approving.ts';
import { dustLimit } from './coins.rules.ts';
import { refuseAboveUncheckedSum, refuseOverWithdrawalLimits } from './limits.ts';
import { lockWithdrawal, moveWithdrawal } from './state.ts';
import { readWithdrawable, type Withdrawable, type WithdrawalRow } from './withdrawals.reads.ts';
import { withdrawalHoldKey } from './withdrawals.rules.ts';

export interface Requester {
  readonly id: string;
  readonly isOwner: boolean;
  /** Whether the person has a second factor and has not passed a check in the last minutes. */
  readonly needsCheck?: boolean;
}

export interface WithdrawalRequest {
  readonly amount: Cents;
  /** The address as the user entered it. */
  readonly ltcAddress: string;
  /** The price that the user saw. */
  readonly price?: LtcPrice;
}

/**
 * Holds amount and fees on the seller wallet and fixes the litoshi at the present price. The withdrawal is approved
 * immediately, or waits for its new address or a review if the owner's settings require it. Refuses with
 * invalid_amount, minimum_withdrawal, invalid_ltc_address, address_ambiguous (with the canonical form in
 * `details.canonical`), service_unavailable (no fresh price, emergency stop), price_mismatch, insufficient_balance,
 * maximum_withdrawal, wallet_frozen, and step_up_required above the person's own limit or at the first use of an address.
 */
export async function requestWithdrawal(
  tx: Tx,
  requester: Requester,
  request: WithdrawalRequest,
  network: NetworkName,
): Promise<WithdrawalRow> {
  refuseBelowMinimum(request.amount, requester.isOwner);
  const { address, script } = await payableAddress(tx, request.ltcAddress, network);
  await refuseStopped(tx);
  const quote = await quoteFor(tx, request.price);
  // without the lock, two parallel requests could both use the same balance
  await lockWallet(tx, account.seller(requester.id));
  if (await isFrozen(tx, requester.id)) refuseFrozen();
  const withdrawable = await readWithdrawable(tx, requester.id);
  // this check comes first, so that sums with the amount cannot overflow
  if (request.amount > withdrawable.cents) refuseUncovered(withdrawable);
  const { tier, percentageFee, networkFee, totalDeducted } = withdrawalFees(
    request.amount,
    requester.isOwner,
  );
  if (totalDeducted > withdrawable.cents) refuseUncovered(withdrawable);
  if (requester.needsCheck)
    await refuseAboveUncheckedSum(tx, { userId: requester.id, amount: request.amount, address });
  await refuseOverWithdrawalLimits(tx, { userId: requester.id, amount: request.amount });
  await refuseOverValue(tx, quote, requester.id, request.amount);
  const paid = litoshiOfCents(request.amount, quote.price);
  if (paid < dustLimit(script)) refuse('invalid_amount', { hint: phrase("Below the network's minimum.") });

  const approval = await planApproval(tx, { userId: requester.id, amount: request.amount, address });
  const row = await tx
    .insertInto('withdrawals')
    .values({
      userId: requester.id,
      amountCents: request.amount,
      feePercent: tier.percent,
      percentageFeeCents: percentageFee,
      networkFeeCents: networkFee,
      priceId: quote.id,
      litoshi: paid,
      address,
      script: Buffer.from(script),
      waitsUntil: approval.waitsUntil,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await hold(tx, withdrawalHoldKey(row.id), account.seller(requester.id), totalDeducted);
  return startApproval(tx, row as WithdrawalRow, approval);
}

/** The present price. Refuses if there is none, or if the user saw another. */
async function quoteFor(tx: Tx, seen: LtcPrice | undefined): Promise<FreshPrice> {
  const quote =
    (await freshPrice(tx)) ??
    refuse('service_unavailable', {
      hint: phrase('No current Litecoin price is available. Please try again in a minute.'),
    });
  if (seen !== undefined && seen !== quote.price) {
    refuse('price_mismatch', {
      hint: phrase('The price is now {price}.', { price: () => usd(quote.price) }),
    });
  }
  return quote;
}

/** Refuses an amount that the price may not value, because it comes from few sources. */
async function refuseOverValue(tx: Tx, quote: FreshPrice, userId: string, amount: Cents): Promise<void> {
  const left = await valueLeft(tx, quote, userId, 'withdrawals');
  if (left === null || amount <= left) return;
  refuse('service_unavailable', {
    hint: phrase('Only two price sources are available. You can withdraw up to {amount} for now.', {
      amount: () => usd(left),
    }),
  });
}

/**
 * Parses the address of a withdrawal. Refuses with invalid_ltc_address and the reason, even if the address is our own,
 * and with address_ambiguous and the canonical form in `details.canonical`.
 */
export async function payableAddress(
  db: Db | Tx,
  ltcAddress: string,
  network: NetworkName,
): Promise<ParsedAddress> {
  const parsed = parseAddress(ltcAddress, network);
  if (isAmbiguous(ltcAddress, network)) refuseAmbiguous(parsed.address);
  await refuseOwnAddress(db, parsed.script);
  return parsed;
}

function refuseBelowMinimum(amount: Cents, isOwner: boolean): void {
  if (amount <= 0) refuse('invalid_amount');
  const minimum = minimumTransfer(isOwner);
  if (amount >= minimum) return;
  refuse('minimum_withdrawal', {
    message: isOwner
      ? phrase('Minimum withdrawal is {minimum} (Owner rate)', { minimum: () => trimmedUsd(minimum) })
      : phrase('Minimum withdrawal is {minimum}', { minimum: () => trimmedUsd(minimum) }),
  });
}

/** Most addresses of this form are Bitcoin's. The user confirms Litecoin by entering the canonical form. */
function refuseAmbiguous(canonical: string): never {
  return refuse('address_ambiguous', {
    details: { canonical },
    hint: phrase(
      'This is a Litecoin address in the old format. Its current form is {canonical}. Enter that form to use it.',
      { canonical },
    ),
  });
}

async function refuseOwnAddress(db: Db | Tx, script: Uint8Array): Promise<void> {
  const own = await db
    .selectFrom('addresses')
    .where('script', '=', Buffer.from(script))
    .select('address')
    .executeTakeFirst();
  if (own)
    refuse('invalid_ltc_address', {
      message: text('Invalid LTC address: this address belongs to Sterling'),
      hint: phrase('This address belongs to Sterling. Enter an address of your own wallet.'),
    });
}

async function refuseStopped(tx: Tx): Promise<void> {
  if (await isEmergencyStopped(tx))
    refuse('service_unavailable', { hint: phrase('Payments are paused. Please try again later.') });
  const { troubles } = await chainHealth(tx);
  if (troubles.length > 0)
    refuse('service_unavailable', {
      hint: phrase("We're checking the Litecoin network. Please try again later."),
    });
}

function refuseUncovered({ cents, unsettledCents, payoutHoldCents }: Withdrawable): never {
  const waits = () => [
    ...(unsettledCents > 0
      ? [t('{amount} is waiting for deposits to settle', { amount: usd(unsettledCents) })]
      : []),
    ...(payoutHoldCents > 0
      ? [t('{amount} is in the new-seller payout hold', { amount: usd(payoutHoldCents) })]
      : []),
  ];
  const amount = () => usd(cents);
  return refuse('insufficient_balance', {
    hint:
      waits().length === 0
        ? phrase('You can withdraw {amount}, including fees.', { amount })
        : phrase('{waits}. You can withdraw {amount}, including fees.', {
            waits: () => waits().join('. '),
            amount,
          }),
  });
}

/** Stores the reason why an approved withdrawal is not signed yet, or a signed one not sent. */
export async function explainWait(tx: Tx, id: string, reason: string): Promise<void> {
  const { state, reason: shown } = await lockWithdrawal(tx, id);
  if ((state === 'approved' || state === 'signed') && shown !== reason)
    await moveWithdrawal(tx, id, state, { reason });
}
