import { orderTotal, type Rate, type Robux } from '@sterling/contract/money.ts';
import { ROUNDS_SHOWN, type StandingOrder, type StandingRound } from '@sterling/contract/standing-orders.ts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { StandingOrders } from '../../platform/db/types.generated.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';

/** A person's standing orders with their latest rounds, newest first. */
export async function listStandingOrders(db: Db | Tx, userId: string): Promise<StandingOrder[]> {
  const rows = await ownOf(db, userId).execute();
  return shownAll(db, rows);
}

/** One standing order of a person. Refuses with not_found. */
export async function readStandingOrder(db: Db | Tx, userId: string, id: string): Promise<StandingOrder> {
  const rows = await ownOf(db, userId).where('id', '=', id).execute();
  const [shown] = await shownAll(db, rows);
  return shown ?? refuse('not_found');
}

const ownOf = (db: Db | Tx, userId: string) =>
  db.selectFrom('standingOrders').where('userId', '=', userId).selectAll().orderBy('id', 'desc');

async function shownAll(db: Db | Tx, rows: readonly Selectable<StandingOrders>[]): Promise<StandingOrder[]> {
  const { rows: rounds } = await sql<RoundRow>`
    select r.* from unnest(${rows.map(({ id }) => id)}::uuid[]) s (id) cross join lateral (
      select standing_order_id, due_at, order_id, reason from standing_order_rounds
      where standing_order_id = s.id order by due_at desc limit ${ROUNDS_SHOWN}) r
    order by r.due_at desc`.execute(db);
  return rows.map((row) =>
    shown(
      row,
      rounds.filter(({ standingOrderId }) => standingOrderId === row.id),
    ),
  );
}

interface RoundRow {
  readonly standingOrderId: string;
  readonly dueAt: Date;
  readonly orderId: string | null;
  readonly reason: string | null;
}

const shown = (row: Selectable<StandingOrders>, rounds: readonly RoundRow[]): StandingOrder => ({
  id: row.id,
  robuxAmount: row.robuxAmount,
  ratePerThousand: row.rateCents as Rate,
  maxTotal: orderTotal(row.robuxAmount as Robux, row.rateCents as Rate),
  gamepassUrl: row.gamepassUrl,
  gamepassName: row.passName,
  weekday: row.weekday,
  hour: row.hour,
  tz: row.timeZone,
  nextAt: row.nextAt,
  pausedBecause: row.pausedBecause as StandingOrder['pausedBecause'],
  createdAt: row.createdAt,
  rounds: rounds.map(shownRound),
});

const shownRound = ({ dueAt, orderId, reason }: RoundRow): StandingRound => ({
  dueAt,
  outcome: orderId === null ? 'skipped' : 'placed',
  reason: reason === null ? null : translateStored(reason),
  orderId,
});
