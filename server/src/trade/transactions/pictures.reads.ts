import type { OwnData } from '@sterling/contract/own-data.ts';
import { transactionPictures } from '@sterling/contract/transaction-pictures.ts';
import type { Picture } from '@sterling/contract/transactions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { type Actor, partyOf, type Trade } from './trade.ts';

/** The pictures of a trade, oldest first, without their content. */
export async function picturesOf(db: Db | Tx, { id, buyerId }: Trade): Promise<Picture[]> {
  const rows = await db
    .selectFrom('transactionPictures')
    .where('transactionId', '=', id)
    .select(['id', 'userId', 'width', 'height', 'addedAt'])
    .orderBy('id')
    .execute();
  return rows.map(({ userId, ...picture }) => ({
    ...picture,
    by: userId === buyerId ? 'buyer' : 'seller',
  }));
}

/** A picture or its thumbnail, for the parties of its trade and staff. Refuses with not_found, including for other users. */
export async function readPicture(
  db: Db,
  reader: Actor,
  { id, pictureId }: { id: string; pictureId: string },
  size: 'picture' | 'thumbnail',
): Promise<Buffer> {
  const row = await db
    .selectFrom('transactionPictures as p')
    .innerJoin('transactions as t', 't.id', 'p.transactionId')
    .where('p.id', '=', pictureId)
    .where('t.id', '=', id)
    .select(['t.buyerId', 't.sellerId', `p.${size} as file`])
    .executeTakeFirst();
  return row && partyOf(row, reader) ? row.file : refuse('not_found');
}

/** The pictures that a user added, with their addresses. */
export async function ownPictures(db: Db, userId: string): Promise<OwnData['pictures']> {
  const rows = await db
    .selectFrom('transactionPictures')
    .where('userId', '=', userId)
    .select(['id', 'transactionId', 'addedAt'])
    .orderBy('id')
    .execute();
  return rows.map(({ id, transactionId, addedAt }) => ({
    transactionId,
    at: addedAt,
    path: transactionPictures.read.path.replace('{id}', transactionId).replace('{pictureId}', id),
  }));
}
