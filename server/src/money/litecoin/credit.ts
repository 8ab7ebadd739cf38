import {
  type Cents,
  cents,
  type Litoshi,
  type LtcPrice,
  litoshi,
  ltcPrice,
} from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { isEmergencyStopped } from '../../people/settings/settings.reads.ts';
import { inSavepoint, moment, notify, type Tx } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { account, postNew } from '../ledger/ledger.ts';
import { type FreshPrice, freshPrice, valueLeft } from '../prices/prices.reads.ts';
import { depositKey } from './chain-events.ts';
import { type Uncredited, valueTogether } from './deposits.rules.ts';
import { REQUIRED_CONFIRMATIONS } from './litecoin.reads.ts';

export interface Credit {
  readonly userId: string;
  readonly litoshi: Litoshi;
  readonly cents: Cents;
}

/**
 * Credits every deposit that is deep enough, once, and returns the credits. Only confirmations up to the height `upTo` count. The caller
 * holds the chain lock.
 *
 * New deposits use the fresh price, and wait while there is none. A deposit that a reorganisation reversed returns at its original cents.
 * Deposits of a user become `small` if they are together below the minimum now, and were when they were first seen. Nothing is credited
 * during an emergency stop. A user whose deposits cannot be credited delays no other; `failed` gets the error.
 */
export async function creditDue(tx: Tx, upTo: number, failed: (error: Error) => void): Promise<Credit[]> {
  const due = await findDue(tx, upTo);
  if (!due.some(({ status }) => status !== 'small')) return [];
  if (await isEmergencyStopped(tx)) return [];
  const price = await freshPrice(tx);
  const credits: Credit[] = [];
  for (const deposits of Map.groupBy(due, ({ userId }) => userId).values()) {
    const credited = await inSavepoint(tx, () => creditUser(tx, deposits, price)).catch(failed);
    credits.push(...(credited ?? []));
  }
  return credits;
}

/**
 * A credit takes longer the more deposits its wallet has, and everyone waits for the chain lock. Anyone can send thousands of small
 * outputs to an address in one transaction.
 */
const MAX_AT_ONCE = 200;

/** Credits deep deposits of one user, usually up to MAX_AT_ONCE, and as many that were reversed. The next scans credit the others. */
async function creditUser(tx: Tx, deposits: readonly Due[], price: FreshPrice | null): Promise<Credit[]> {
  const credits: Credit[] = [];
  const { reversed = [], fresh = [] } = Object.groupBy(deposits, ({ status }) =>
    status === 'reversed' ? 'reversed' : 'fresh',
  );
  for (const deposit of reversed.slice(0, MAX_AT_ONCE))
    credits.push(await credit(tx, deposit, cents(deposit.cents!), deposit.priceId!));
  if (!price || !fresh.some(({ status }) => status === 'seen')) return credits;
  const { userId, isOwner } = fresh[0]!;
  const deposited = fresh.map((deposit) => ({
    amount: litoshi(deposit.litoshi),
    seenPrice: ltcPrice(deposit.seenPrice),
  }));
  const values = valueTogether(deposited, price.price, isOwner);
  if (values === null) {
    const ids = fresh.map(({ id }) => id);
    await tx.updateTable('deposits').set({ status: 'small' }).where('id', 'in', ids).execute();
    await notify(tx, 'wallet', userId);
    return credits;
  }
  const left = await valueLeft(tx, price, userId, 'deposits');
  if (left !== null && values.reduce((sum, value) => sum + value, 0) > left) return credits;
  const valued = fresh.map((deposit, index) => ({ deposit, ...deposited[index]!, worth: values[index]! }));
  for (const { deposit, worth } of creditedNow(valued, price.price, isOwner))
    credits.push(await credit(tx, deposit, worth, price.id));
  return credits;
}

type Valued = Uncredited & { readonly deposit: Due; readonly worth: Cents };

/**
 * The deposits that are credited now. The others must still be due: one of them must be new, and together they must reach the minimum.
 * So the largest new deposit comes last, and of the others the small ones come first. If the others would not be due, all are credited now.
 */
function creditedNow(deposits: readonly Valued[], price: LtcPrice, isOwner: boolean): readonly Valued[] {
  if (deposits.length <= MAX_AT_ONCE) return deposits;
  const sorted = deposits.toSorted((a, b) => a.amount - b.amount);
  const lastNew = sorted.findLastIndex(({ deposit }) => deposit.status === 'seen');
  sorted.push(...sorted.splice(lastNew, 1));
  const later = sorted.slice(MAX_AT_ONCE);
  return valueTogether(later, price, isOwner) === null ? deposits : sorted.slice(0, MAX_AT_ONCE);
}

type Due = Awaited<ReturnType<typeof findDue>>[number];

/** The deep deposits of every user with a new one, ordered by user, because wallets are locked in that order. */
async function findDue(tx: Tx, upTo: number) {
  return tx
    .selectFrom('deposits as d')
    .innerJoin('chainOutputs as o', (join) => join.onRef('o.txid', '=', 'd.txid').onRef('o.n', '=', 'd.n'))
    .innerJoin('users as u', 'u.id', 'd.userId')
    .where('d.status', 'in', ['seen', 'small', 'reversed'])
    .where(sql<boolean>`d.height <= ${upTo}::int + 1 - ${REQUIRED_CONFIRMATIONS}`)
    .where('d.userId', 'in', (waiting) =>
      waiting
        .selectFrom('deposits')
        .where('status', 'in', ['seen', 'reversed'])
        .where('height', 'is not', null)
        .select('userId'),
    )
    .orderBy('d.userId')
    .orderBy('d.seenAt')
    .orderBy('d.id')
    .select([
      'd.id',
      'd.txid',
      'd.n',
      'd.userId',
      'd.litoshi',
      'd.status',
      'd.generation',
      'd.cents',
      'd.priceId',
    ])
    .select(['u.isOwner', sql<number>`price_around(d.seen_at)::bigint`.as('seenPrice')])
    .execute();
}

async function credit(
  tx: Tx,
  { id, txid, n, userId, ...deposit }: Due,
  worth: Cents,
  priceId: number,
): Promise<Credit> {
  const generation = deposit.generation + 1;
  await tx
    .updateTable('deposits')
    .set({ status: 'credited', generation, cents: worth, priceId, creditedAt: moment })
    .where('id', '=', id)
    .execute();
  await postNew(tx, {
    key: depositKey(txid, n, generation),
    kind: 'deposit.credited',
    postings: [{ from: account.exchange, to: account.buyer(userId), amount: worth }],
    details: { depositId: id },
  });
  await closeOvertaken(tx, 'reversal', id);
  await notify(tx, 'wallet', userId);
  return { userId, litoshi: litoshi(deposit.litoshi), cents: worth };
}
