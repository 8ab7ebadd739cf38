import { SKIPS_BEFORE_PAUSE } from '@sterling/contract/standing-orders.ts';
import { type Selectable, sql } from 'kysely';
import { addNews } from '../../people/inbox/inbox.ts';
import { isStoppedOrInMaintenance } from '../../people/settings/settings.reads.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { StandingOrders } from '../../platform/db/types.generated.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import { place } from '../orders/placing/place.ts';
import type { NewOrder } from '../orders/placing/placement-request.ts';
import { NEXT_PLANNED } from './standing-orders.ts';

/** A round that is due, as it was when a worker claimed it. */
export type DueRound = Selectable<StandingOrders> & { readonly nextAt: Date };

/** Most rounds of one claim. */
export const MAX_CLAIMED = 20;

/** Claims up to MAX_CLAIMED due rounds for a minute. None during maintenance and emergency stops, which delay them. */
export async function claimDueRounds(db: Db): Promise<DueRound[]> {
  if (await isStoppedOrInMaintenance(db)) return [];
  const due = db
    .selectFrom('standingOrders')
    .where('tryAt', '<=', sql<Date>`now()`)
    .select('id')
    .orderBy('tryAt')
    .limit(MAX_CLAIMED)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable('standingOrders')
    .set({ tryAt: sql<Date>`now() + interval '1 minute'` })
    .where('id', 'in', due)
    .returningAll()
    .execute();
  return rows as DueRound[];
}

/**
 * Places the order of a round and plans the next one. Both commit together, so a round is placed once. Does nothing if the
 * round is over or the standing order is paused. Refuses like `place`, and with unauthorized if the person is banned or may
 * no longer buy.
 */
export async function placeRound(
  tx: Tx,
  services: { queue: Queue; vault: Vault },
  due: DueRound,
  order: NewOrder,
): Promise<void> {
  if (await isStoppedOrInMaintenance(tx)) refuse('service_unavailable');
  // the user before the standing order, as a ban locks them
  const { rows } = await sql<{ mayBuy: boolean }>`
    select may_buy(u) as may_buy from users u where u.id = ${due.userId} for share`.execute(tx);
  if (!(await isStillDue(tx, due))) return;
  if (!rows[0]!.mayBuy) refuse('unauthorized');
  await endRound(tx, due, { orderId: await place(tx, services, due.userId, order) });
}

/** Skips a round with a notice that says why. After three skipped rounds in a row the standing order is paused. */
export async function skipRound(tx: Tx, due: DueRound, reason: string): Promise<void> {
  if (!(await isStillDue(tx, due))) return;
  await endRound(tx, due, { reason });
  const isPaused = due.skippedInRow + 1 >= SKIPS_BEFORE_PAUSE;
  await addNews(
    tx,
    due.userId,
    {
      code: isPaused ? 'standing_order_paused' : 'standing_order_skipped',
      robux: due.robuxAmount,
      gamepass: due.passName,
      reason,
    },
    due.id,
  );
}

/** How long a round waits for Roblox to answer before it is skipped. */
const PATIENCE = sql`interval '1 hour'`;

/**
 * Notes that Roblox did not answer to a round. 'again': a later try may still succeed. 'over': the round has waited for an hour, or
 * has ended. The hour begins with the first try, or with the end of a later stop or maintenance, because nobody asked Roblox before.
 */
export async function noteNoAnswer(tx: Tx, due: DueRound): Promise<'again' | 'over'> {
  if (!(await isStillDue(tx, due))) return 'over';
  const { isEarly } = await tx
    .updateTable('standingOrders')
    .set({ unansweredSince: sql<Date>`coalesce(unanswered_since, now())` })
    .where('id', '=', due.id)
    .returning(
      sql<boolean>`now() < greatest(unanswered_since, (select max(ended_at) from trade_pauses)) + ${PATIENCE}`.as(
        'isEarly',
      ),
    )
    .executeTakeFirstOrThrow();
  return isEarly ? 'again' : 'over';
}

/** Locks the standing order. False if it was paused or deleted, or if another worker has ended the round. */
async function isStillDue(tx: Tx, { id, nextAt }: DueRound): Promise<boolean> {
  const row = await tx
    .selectFrom('standingOrders')
    .where('id', '=', id)
    .select('nextAt')
    .forUpdate()
    .executeTakeFirst();
  return row?.nextAt?.getTime() === nextAt.getTime();
}

async function endRound(
  tx: Tx,
  due: DueRound,
  outcome: { orderId: string } | { reason: string },
): Promise<void> {
  await tx
    .insertInto('standingOrderRounds')
    .values({ standingOrderId: due.id, dueAt: due.nextAt, ...outcome })
    .execute();
  const skippedInRow = 'reason' in outcome ? due.skippedInRow + 1 : 0;
  const plan =
    skippedInRow >= SKIPS_BEFORE_PAUSE
      ? ({ pausedBecause: 'skipped', nextAt: null, tryAt: null } as const)
      : { nextAt: NEXT_PLANNED, tryAt: NEXT_PLANNED };
  await tx
    .updateTable('standingOrders')
    .set({ skippedInRow, unansweredSince: null, ...plan })
    .where('id', '=', due.id)
    .execute();
}
