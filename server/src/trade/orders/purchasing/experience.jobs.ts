import { sql } from 'kysely';
import { type Experience, GameTrouble } from '../../../outside/game-platform.ts';
import { type Db, inSeconds, inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { isByHand } from '../manual/manual.ts';
import { lockOpen, type Order } from '../order.ts';
import { wholeId } from '../split/parts.ts';
import type { Work } from '../work.reads.ts';

/** Longer than the search takes, so that no other worker starts the order meanwhile. */
const SEARCH_SECONDS = 15;

/**
 * Finds and stores the experience of an order's pass if the next step needs it: a manual seller buys in its store, and a
 * buyer's cookie sets the price there. The search takes up to 10 seconds, so the caller does not hold the account's lock.
 */
export async function findExperience({ db, game, log }: OrderServices, work: Work): Promise<void> {
  const { order } = work;
  if (!(await needsExperience(db, work))) return;
  await db
    .updateTable('orders')
    .set({ nextCheckAt: inSeconds(SEARCH_SECONDS) })
    .where('id', '=', order.id)
    .where('endedAt', 'is', null)
    .execute();
  try {
    const found = await game.experienceOfGamepass(String(order.creatorTargetId), String(order.passId));
    await store(db, order, found);
  } catch (error) {
    if (!(error instanceof GameTrouble)) throw error;
    log.warn({ err: error, orderId: order.id }, 'could not search for the experience of a gamepass');
  }
}

async function needsExperience(db: Db, { order, fulfilment, attempt }: Work): Promise<boolean> {
  if (order.experienceSoughtAt !== null || order.creatorType !== 'User' || attempt || isByHand(order))
    return false;
  return fulfilment === 'manual' || hasCookie(db, order);
}

async function hasCookie(db: Db, order: Order): Promise<boolean> {
  if (!order.setsPrice && order.splitId === null) return false;
  const kept = await db
    .selectFrom('orderCookies')
    .where('orderId', '=', wholeId(order))
    .select('orderId')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Stores the result for all open parts of the order, because they buy the same pass. */
async function store(db: Db, order: Order, found: Experience | null): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockOpen(tx, order.id))) return;
    await tx
      .updateTable('orders')
      .set({
        experienceSoughtAt: sql<Date>`now()`,
        universeId: found && Number(found.universeId),
        placeId: found?.placeId ? Number(found.placeId) : null,
      })
      .where((is) => is.or([is('id', '=', order.id), is('splitId', '=', wholeId(order))]))
      .where('endedAt', 'is', null)
      .execute();
  });
}
