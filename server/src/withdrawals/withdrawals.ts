import {
  type Cents,
  dollarsOf,
  type Litoshi,
  type LtcPrice,
  litoshiOfCents,
  minimumTransfer,
  withdrawalFees,
} from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { notify, type Tx } from '../db/pool.ts';
import type { Json } from '../db/types.generated.ts';
import { enqueue, type Queue } from '../jobs/queue.ts';
import { account, hold, isFrozen, post, voidHold } from '../ledger/ledger.ts';
import { parseAddress } from '../litecoin/address.ts';
import type { NetworkName } from '../litecoin/network.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import { refuse } from '../refusal.ts';
import { readSettings } from '../settings/settings.reads.ts';
import { dustLimit } from './coins.rules.ts';
import { type WithdrawalRow, withdrawableCents } from './withdrawals.reads.ts';
import { confirmedKey, holdKey, type WithdrawalState } from './withdrawals.rules.ts';

export interface Asker {
  readonly id: string;
  readonly isOwner: boolean;
}

export interface WithdrawalWish {
  readonly amount: Cents;
  /** As the person gave it. */
  readonly ltcAddress: string;
  /** The price that was shown to the person. */
  readonly price?: LtcPrice;
}

/**
 * Holds amount and fees on the seller wallet and fixes the litoshi at the present price; the payer does the rest.
 * Refuses with invalid_amount, minimum_withdrawal, invalid_ltc_address, service_unavailable (no fresh price, emergency stop),
 * price_mismatch, insufficient_balance and wallet_frozen (wire.md, withdraw).
 */
export async function requestWithdrawal(
  tx: Tx,
  queue: Queue,
  asker: Asker,
  wish: WithdrawalWish,
  network: NetworkName,
): Promise<WithdrawalRow> {
  refuseTooLittle(wish.amount, asker.isOwner);
  const { address, script } = parseAddress(wish.ltcAddress, network);
  await refuseOwnAddress(tx, script);
  await refuseStopped(tx);
  const quote =
    (await freshPrice(tx)) ??
    refuse('service_unavailable', {
      hint: 'There is no present Litecoin price. Please try again in a minute.',
    });
  if (wish.price !== undefined && wish.price !== quote.price) {
    refuse('price_mismatch', { hint: `The price is now $${dollarsOf(quote.price).toFixed(2)}.` });
  }
  const withdrawable = await withdrawableCents(tx, asker.id, 'seller');
  // first, so that what is computed from the amount below stays within what money can be
  if (wish.amount > withdrawable) refuseUncovered(withdrawable);
  const { tier, percentageFee, networkFee, totalDeducted } = withdrawalFees(wish.amount, asker.isOwner);
  if (totalDeducted > withdrawable) refuseUncovered(withdrawable);
  const paid = litoshiOfCents(wish.amount, quote.price);
  if (paid < dustLimit(script))
    refuse('invalid_amount', { hint: 'This is less than the Litecoin network carries.' });

  const row = await tx
    .insertInto('withdrawals')
    .values({
      userId: asker.id,
      amountCents: wish.amount,
      feePercent: tier.percent,
      percentageFeeCents: percentageFee,
      networkFeeCents: networkFee,
      priceId: quote.id,
      litoshi: paid,
      address,
      script: Buffer.from(script),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await hold(tx, holdKey(row.id), account.seller(asker.id), totalDeducted);
  await approve(tx, queue, row.id);
  return { ...row, state: 'approved' };
}

function refuseTooLittle(amount: Cents, isOwner: boolean): void {
  if (amount <= 0) refuse('invalid_amount');
  const minimum = minimumTransfer(isOwner);
  if (amount >= minimum) return;
  refuse('minimum_withdrawal', {
    message: `Minimum withdrawal is $${dollarsOf(minimum)}${isOwner ? ' (Owner rate)' : ''}`,
  });
}

async function refuseOwnAddress(tx: Tx, script: Uint8Array): Promise<void> {
  const own = await tx
    .selectFrom('addresses')
    .where('script', '=', Buffer.from(script))
    .select('address')
    .executeTakeFirst();
  if (own)
    refuse('invalid_ltc_address', { message: 'Invalid LTC address: this one belongs to the marketplace' });
}

async function refuseStopped(tx: Tx): Promise<void> {
  const { emergency_shutdown: stop } = await readSettings(tx);
  if (stop.enabled)
    refuse('service_unavailable', { hint: 'All movements of money are stopped at the moment.' });
}

function refuseUncovered(withdrawable: Cents): never {
  return refuse('insufficient_balance', {
    hint: `You can withdraw $${dollarsOf(withdrawable).toFixed(2)}, fees included.`,
  });
}

/** Lets a requested withdrawal be paid. Whoever reviews withdrawals calls it; without a review it follows the request at once. */
export async function approve(tx: Tx, queue: Queue, id: string): Promise<void> {
  await move(tx, id, 'approved');
  await enqueue(tx, queue, 'withdrawals.pay', { withdrawalId: id });
}

/** Ends a withdrawal that was never signed and gives its hold back. False: it is past that, and nothing was done. */
export async function failUnsigned(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { state } = await lock(tx, id);
  if (state !== 'requested' && state !== 'approved') return false;
  await voidHold(tx, holdKey(id));
  await move(tx, id, 'failed', { reason, failedAt: new Date() });
  return true;
}

/** Whether money must not leave for a person: barred or frozen. */
export async function isStopped(tx: Tx, userId: string): Promise<boolean> {
  const { isBanned } = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('isBanned')
    .executeTakeFirstOrThrow();
  return isBanned || (await isFrozen(tx, userId));
}

export interface SignedPayment {
  readonly txid: string;
  readonly hex: string;
  readonly fee: Litoshi;
  readonly coins: readonly { readonly txid: string; readonly n: number }[];
  readonly change: { readonly n: number; readonly address: string; readonly amount: Litoshi } | null;
}

/**
 * Commits a withdrawal's one transaction and reserves its coins; only after this commit may it be sent. False: somebody
 * else signed or ended the withdrawal, or one of the coins is taken, and nothing was done.
 */
export async function recordSigned(tx: Tx, id: string, payment: SignedPayment): Promise<boolean> {
  const { state } = await lock(tx, id);
  if (state !== 'approved') return false;
  if (!(await reserveCoins(tx, payment))) return false;
  await tx
    .insertInto('ownTransactions')
    .values({ txid: payment.txid, kind: 'withdrawal', hex: payment.hex, feeLitoshi: payment.fee })
    .execute();
  if (payment.change) {
    const { n, address, amount } = payment.change;
    await tx.insertInto('chainOutputs').values({ txid: payment.txid, n, address, litoshi: amount }).execute();
  }
  await move(tx, id, 'signed', { txid: payment.txid, reason: null });
  return true;
}

/** Coins are locked in one order, so that two payments that want the same ones cannot wait for each other. */
async function reserveCoins(tx: Tx, { txid, coins }: SignedPayment): Promise<boolean> {
  const { rows } = await sql`
    select o.txid from chain_outputs o
    join unnest(${coins.map((coin) => coin.txid)}::text[], ${coins.map((coin) => coin.n)}::int[]) as c (txid, n) using (txid, n)
    where o.reserved_by is null and o.spent_by is null
    order by o.txid, o.n for update of o`.execute(tx);
  if (rows.length !== coins.length) return false;
  await sql`
    update chain_outputs o set reserved_by = ${txid}
    from unnest(${coins.map((coin) => coin.txid)}::text[], ${coins.map((coin) => coin.n)}::int[]) as c (txid, n)
    where o.txid = c.txid and o.n = c.n`.execute(tx);
  return true;
}

/** The node has the transaction in its mempool or in a block. */
export async function recordSent(tx: Tx, id: string): Promise<void> {
  const { state } = await lock(tx, id);
  if (state !== 'signed' && state !== 'broadcast') return;
  await move(tx, id, 'broadcast', { sentAt: new Date(), reason: null });
}

/** Nobody but a person can tell whether the transaction will still be mined; `facts` is what node and chain said. */
export async function sendToReview(tx: Tx, id: string, facts: Json): Promise<void> {
  const { state } = await lock(tx, id);
  if (state !== 'signed' && state !== 'broadcast') return;
  await move(tx, id, 'needs_review', { facts, reason: 'This withdrawal is being looked at by a person' });
}

/** Follows the chain: what is mined is broadcast, what is 6 deep is confirmed and booked, once and for ever. */
export async function followChain(
  tx: Tx,
  id: string,
  confirmations: number,
  required: number,
): Promise<void> {
  const row = await lock(tx, id);
  if (row.state === 'confirmed' && confirmations === 0)
    await move(tx, id, 'broadcast', { reason: 'Its block was replaced by another' });
  if (row.state === 'signed' || row.state === 'needs_review')
    await move(tx, id, 'broadcast', { reason: null });
  if (row.state === 'confirmed' || confirmations < required) return;
  if (!row.confirmedAt) await book(tx, row);
  await move(tx, id, 'confirmed', { confirmedAt: row.confirmedAt ?? new Date(), reason: null });
}

async function book(tx: Tx, row: WithdrawalRow): Promise<void> {
  const from = account.seller(row.userId);
  const postings = [
    { from, to: account.exchange, amount: row.amountCents as Cents },
    { from, to: account.fees, amount: row.percentageFeeCents as Cents },
    { from, to: account.networkFees, amount: row.networkFeeCents as Cents },
  ];
  const booked = await post(tx, {
    key: confirmedKey(row.id),
    kind: 'withdrawal.confirmed',
    postings: postings.filter(({ amount }) => amount > 0),
    hold: holdKey(row.id),
  });
  if (booked !== 'posted') throw new Error(`withdrawal ${row.id} had been booked before`);
}

/** Says why a withdrawal is not further along; its state stays. */
export async function explain(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ reason })
    .where('id', '=', id)
    .where('state', 'in', ['approved', 'signed', 'broadcast'])
    .where('reason', 'is distinct from', reason)
    .execute();
}

async function lock(tx: Tx, id: string): Promise<WithdrawalRow> {
  const row = await tx
    .selectFrom('withdrawals')
    .where('id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirstOrThrow();
  return row as WithdrawalRow;
}

type Changes = Partial<
  Pick<WithdrawalRow, 'reason' | 'txid' | 'facts' | 'sentAt' | 'confirmedAt' | 'failedAt'>
>;

async function move(tx: Tx, id: string, state: WithdrawalState, changes: Changes = {}): Promise<void> {
  const { userId } = await tx
    .updateTable('withdrawals')
    .set({ ...changes, state })
    .where('id', '=', id)
    .returning('userId')
    .executeTakeFirstOrThrow();
  await notify(tx, 'wallet', userId);
}
