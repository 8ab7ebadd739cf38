import type { RobuxOrder } from '@sterling/contract/orders.ts';
import { sql } from 'kysely';
import { type Db, notify, type Tx } from '../../platform/db/pool.ts';
import { failureText, type OrderEvent, sentenceOf, type WaitReason } from './order-events.rules.ts';

interface Parties {
  readonly id: string;
  readonly buyerId: string;
  readonly sellerId: string;
}

/** Adds an event to an order's timeline and notifies buyer and seller. The same event twice in a row is stored once. */
export async function appendOrderEvent(
  tx: Tx,
  { id, buyerId, sellerId }: Parties,
  { code, ...values }: OrderEvent,
): Promise<void> {
  const details = JSON.stringify(values);
  const { rows } = await sql<{ status: string }>`
    with latest as (select code, details from order_events where order_id = ${id} order by id desc limit 1),
      added as (
        insert into order_events (order_id, code, details) select ${id}, ${code}, ${details}::jsonb
        where not exists (select from latest where code = ${code} and details = ${details}::jsonb))
    select status from orders where id = ${id}`.execute(tx);
  await notifyParties(tx, { id, buyerId, sellerId }, rows[0]!.status);
}

/** Why the order waited last with its present account. Null if it has not waited since it was assigned. */
export async function lastWaitReason(db: Db | Tx, orderId: string): Promise<WaitReason | null> {
  const latest = await db
    .selectFrom('orderEvents')
    .where('orderId', '=', orderId)
    .where('code', 'in', ['waiting', 'reassigned'])
    .select(['code', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest?.code !== 'waiting') return null;
  return (latest.details as { reason: WaitReason }).reason;
}

/** Notifies open pages of buyer, seller and staff of an order's status. */
export async function notifyParties(
  db: Db | Tx,
  { id, buyerId, sellerId }: Parties,
  status: string,
): Promise<void> {
  const change = { orderId: id, state: shownStatus(status), buyerId, sellerId };
  await notify(db, 'orders', JSON.stringify(change));
}

/** The status that people see: an unclear or escalated order is still being processed. */
export const shownStatus = (status: string): RobuxOrder['status'] =>
  status === 'unclear' || status === 'manual' ? 'processing' : (status as RobuxOrder['status']);

/** `shownStatus` of a row of orders, in SQL. */
export const SHOWN_ORDER_STATUS = sql`case when status in ('unclear', 'manual') then 'processing' else status end`;

export interface TimelineEntry {
  readonly at: Date;
  readonly code: OrderEvent['code'];
  readonly what: string;
  readonly until?: Date;
}

/** Timelines of some orders, each oldest first. */
export async function timelinesOf(
  db: Db | Tx,
  orderIds: readonly string[],
  isForSeller: boolean,
): Promise<Map<string, TimelineEntry[]>> {
  const timelines = new Map<string, TimelineEntry[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return timelines;
  const rows = await db
    .selectFrom('orderEvents as e')
    .innerJoin('orders as o', 'o.id', 'e.orderId')
    .where('e.orderId', 'in', orderIds)
    .select(['e.orderId', 'e.at', 'e.code', 'e.details', 'o.failureReason'])
    .orderBy('e.id')
    .execute();
  for (const { orderId, at, code, details, failureReason } of rows) {
    const event = { code, ...(details as object) } as OrderEvent;
    timelines.get(orderId)!.push({
      at,
      code: event.code,
      what: sentenceOf(event, failureReason && failureText(failureReason, isForSeller), isForSeller),
      ...('until' in event && { until: new Date(event.until) }),
    });
  }
  return timelines;
}
