import { type Cents, cents, type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { isEmergencyStopped } from '../../people/settings/settings.reads.ts';
import { moment, notify, type Tx } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { account } from '../ledger/ledger.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import { book, depositKey } from './books.ts';
import { confirmationsToCredit, valueTogether } from './deposits.rules.ts';
import { confirmationsAt } from './litecoin.reads.ts';

export interface Credit {
  readonly userId: string;
  readonly litoshi: Litoshi;
  readonly cents: Cents;
}

/**
 * Credits every deposit that is deep enough, once, and returns the credits. A deposit that a reorganisation reversed
 * returns at its original cents. New deposits use the fresh price and wait while there is none. Deposits of a user that
 * are together below the minimum become `small`. Nothing is credited during an emergency stop. Confirmations count up to
 * the height `upTo`. The caller holds the chain lock.
 */
export async function creditDue(tx: Tx, upTo: number): Promise<Credit[]> {
  const due = await findDue(tx, upTo);
  if (!due.some(({ status }) => status !== 'small')) return [];
  if (await isEmergencyStopped(tx)) return [];
  const price = await freshPrice(tx);
  const credits: Credit[] = [];
  for (const [userId, deposits] of Map.groupBy(due, (deposit) => deposit.userId)) {
    for (const deposit of deposits.filter(({ status }) => status === 'reversed')) {
      credits.push(await credit(tx, deposit, cents(deposit.cents!), deposit.priceId!));
    }
    const fresh = deposits.filter(({ status }) => status !== 'reversed');
    if (!price || !fresh.some(({ status }) => status === 'seen')) continue;
    const values = valueTogether(
      fresh.map((deposit) => litoshi(deposit.litoshi)),
      price.price,
      deposits[0]!.isOwner,
    );
    // a price from only two sources has a value limit: larger sums wait for a third source
    if (values && price.upTo !== null && sumOf(values) > price.upTo) continue;
    for (const [index, deposit] of fresh.entries()) {
      if (values) credits.push(await credit(tx, deposit, values[index]!, price.id));
      else await tx.updateTable('deposits').set({ status: 'small' }).where('id', '=', deposit.id).execute();
    }
    if (!values) await notify(tx, 'wallet', userId);
  }
  return credits;
}

const sumOf = (values: readonly Cents[]) => values.reduce((total, value) => total + value, 0);

type Due = Awaited<ReturnType<typeof findDue>>[number];

/** The deep deposits of every user with a new one, ordered by user, because wallets are locked in that order. */
async function findDue(tx: Tx, upTo: number) {
  const rows = await tx
    .selectFrom('deposits as d')
    .innerJoin('chainOutputs as o', (join) => join.onRef('o.txid', '=', 'd.txid').onRef('o.n', '=', 'd.n'))
    .innerJoin('users as u', 'u.id', 'd.userId')
    .where('d.status', 'in', ['seen', 'small', 'reversed'])
    .where('d.height', 'is not', null)
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
      'd.height',
      'd.generation',
      'd.cents',
      'd.priceId',
    ])
    .select(['o.isCoinbase', 'u.isOwner'])
    .execute();
  return rows.filter(
    ({ height, isCoinbase }) => confirmationsAt(height, upTo) >= confirmationsToCredit(isCoinbase),
  );
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
  await book(tx, {
    key: depositKey(txid, n, generation),
    kind: 'deposit.credited',
    postings: [{ from: account.exchange, to: account.buyer(userId), amount: worth }],
    details: { depositId: id },
  });
  await closeOvertaken(tx, 'reversal', id);
  await notify(tx, 'wallet', userId);
  return { userId, litoshi: litoshi(deposit.litoshi), cents: worth };
}
