import { phrase, text } from '@sterling/contract/texts.ts';
import { MAX_ADDED_PICTURES, MAX_PICTURES, PICTURE_DAYS } from '@sterling/contract/transaction-pictures.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, moment, type Tx } from '../../platform/db/pool.ts';
import type { CleanPicture } from '../../platform/pictures/pictures.ts';
import { refuse } from '../../refusal.ts';
import {
  type Actor,
  appendTradeEvent,
  lockTrade,
  partyOf,
  refuseMoreEvents,
  refuseWrongStage,
  type Trade,
} from './trade.ts';

/**
 * Refuses a picture that could not be added, before it is decoded: with transaction_not_found, unauthorized (staff),
 * out_of_order (the trade has ended) or too_many_pictures.
 */
export async function refuseMorePictures(db: Db | Tx, actor: Actor, id: string): Promise<void> {
  const trade = await db.selectFrom('transactions').where('id', '=', id).selectAll().executeTakeFirst();
  await freePlace(db, actor, trade);
}

const ADDED = text('Picture added');

/** Adds evidence of a party to an open trade. Refuses as `refuseMorePictures`. */
export async function addPicture(
  tx: Tx,
  actor: Actor,
  id: string,
  { picture, thumbnail, width, height }: CleanPicture,
): Promise<void> {
  const { trade } = await lockTrade(tx, actor, id);
  const place = await freePlace(tx, actor, trade);
  await refuseMoreEvents(tx, trade, actor.id, {
    what: ADDED,
    most: MAX_ADDED_PICTURES,
    code: 'too_many_pictures',
  });
  await tx
    .insertInto('transactionPictures')
    .values({ transactionId: id, userId: actor.id, place, picture, thumbnail, width, height })
    .execute();
  await appendTradeEvent(tx, trade, actor.id, ADDED);
}

/** Removes a picture of the user's own from an open trade. Refuses with not_found. */
export async function removePicture(tx: Tx, actor: Actor, id: string, pictureId: string): Promise<void> {
  const { trade } = await lockTrade(tx, actor, id);
  if (trade.endedAt !== null) refuseWrongStage(trade);
  const { numDeletedRows } = await tx
    .deleteFrom('transactionPictures')
    .where('id', '=', pictureId)
    .where('transactionId', '=', id)
    .where('userId', '=', actor.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse('not_found');
  await appendTradeEvent(tx, trade, actor.id, text('Picture removed'));
}

async function freePlace(db: Db | Tx, actor: Actor, trade: Trade | undefined): Promise<number> {
  const party = trade && partyOf(trade, actor);
  if (!trade || !party) return refuse('transaction_not_found');
  if (party === 'staff')
    refuse('unauthorized', { hint: phrase('Only the buyer and the seller can add pictures.') });
  if (trade.endedAt !== null) refuseWrongStage(trade);
  const rows = await db
    .selectFrom('transactionPictures')
    .where('transactionId', '=', trade.id)
    .where('userId', '=', actor.id)
    .select('place')
    .execute();
  const taken = new Set(rows.map(({ place }) => place));
  const free = Array.from({ length: MAX_PICTURES }, (_, n) => n + 1).find((place) => !taken.has(place));
  return (
    free ??
    refuse('too_many_pictures', {
      hint: phrase('You can have at most {most}. Remove one first.', { most: MAX_PICTURES }),
    })
  );
}

/** The pictures of a trade that ends are kept for some time, because a decision may be questioned. */
export async function schedulePictureDeletion(tx: Tx, transactionId: string): Promise<void> {
  await tx
    .updateTable('transactionPictures')
    .set({ deleteAt: sql<Date>`${moment} + make_interval(days => ${PICTURE_DAYS})` })
    .where('transactionId', '=', transactionId)
    .execute();
}

/** Deletes the pictures whose time is over. */
export async function deleteOldPictures(db: Db): Promise<void> {
  await db.deleteFrom('transactionPictures').where('deleteAt', '<=', sql<Date>`now()`).execute();
}

/** Deletes the pictures that users added to the trades whose ids `trades` selects. */
export async function forgetPicturesOf(
  tx: Tx,
  userIds: readonly string[],
  trades: RawBuilder<string>,
): Promise<void> {
  await tx
    .deleteFrom('transactionPictures')
    .where('userId', 'in', userIds)
    .where('transactionId', 'in', trades)
    .execute();
}
