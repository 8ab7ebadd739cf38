import { type Cents, dollarsOf, dollarText, type Rate } from '@sterling/contract/money.ts';
import type { RobuxOrder } from '@sterling/contract/orders.ts';
import type { Db, Tx } from '../db/pool.ts';
import { refuse } from '../refusal.ts';
import { type Happening, timelinesOf } from './timeline.ts';

/** Whose orders: a person's as buyer or as seller, or everybody's. */
export type Side =
  | { readonly buyerId: string }
  | { readonly sellerId: string }
  | { readonly everybody: true };

const SHOWN = [
  'id',
  'accountId',
  'buyerId',
  'sellerId',
  'robuxAmount',
  'totalCents',
  'rateCents',
  'status',
  'failureReason',
  'gamepassUrl',
  'passName',
  'createdAt',
  'endedAt',
  'manualDeadline',
  'storeUrl',
] as const;

const DEFAULT_PAGE_SIZE = 200;

/** Orders of one side with their timelines, newest first. */
export async function listOrders(
  db: Db,
  side: Side,
  { page = 1, pageSize = DEFAULT_PAGE_SIZE }: { page?: number | undefined; pageSize?: number | undefined },
): Promise<{ orders: RobuxOrder[]; total: number }> {
  const mine = ordersOf(db, side);
  const [rows, { total }] = await Promise.all([
    mine
      .select(SHOWN)
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const timelines = await timelinesOf(
    db,
    rows.map(({ id }) => id),
  );
  return { orders: rows.map((row) => shownOrder(row, timelines.get(row.id)!, 'sellerId' in side)), total };
}

/** One order that a person bought or sells, or anybody's for `everybody`. Refuses with order_not_found, for a stranger's too. */
export async function readOrder(
  db: Db | Tx,
  orderId: string,
  reader: string | { everybody: true },
): Promise<RobuxOrder> {
  const row = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .$if(typeof reader === 'string', (query) =>
      query.where((is) =>
        is.or([is('buyerId', '=', reader as string), is('sellerId', '=', reader as string)]),
      ),
    )
    .select(SHOWN)
    .executeTakeFirst();
  if (!row) return refuse('order_not_found');
  const timelines = await timelinesOf(db, [row.id]);
  return shownOrder(row, timelines.get(row.id)!, row.sellerId === reader);
}

function ordersOf(db: Db, side: Side) {
  const all = db.selectFrom('orders');
  if ('buyerId' in side) return all.where('buyerId', '=', side.buyerId);
  return 'sellerId' in side ? all.where('sellerId', '=', side.sellerId) : all;
}

interface Row {
  readonly id: string;
  readonly accountId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly robuxAmount: number;
  readonly totalCents: number;
  readonly rateCents: number;
  readonly status: string;
  readonly failureReason: string | null;
  readonly gamepassUrl: string;
  readonly passName: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly manualDeadline: Date | null;
  readonly storeUrl: string | null;
}

function shownOrder(row: Row, events: Happening[], isForSeller: boolean): RobuxOrder {
  return {
    id: row.id,
    accountId: row.accountId,
    buyerId: row.buyerId,
    robuxAmount: String(row.robuxAmount),
    totalPrice: dollarText(row.totalCents as Cents),
    ratePerThousand: dollarsOf(row.rateCents as Rate),
    status: shownStatus(row.status),
    failureReason: row.failureReason,
    gamepassUrl: row.gamepassUrl,
    gamepassName: row.passName,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.status === 'completed' ? row.endedAt!.toISOString() : null,
    ...byHand(row, isForSeller),
    events,
  };
}

/** What a seller is to do, and until when; the buyer sees the latter only. */
function byHand({ status, manualDeadline, storeUrl }: Row, isForSeller: boolean) {
  if (status !== 'manual' || !manualDeadline) return {};
  const deadline = manualDeadline.toISOString();
  return isForSeller ? { deadline, storeUrl: storeUrl! } : { deadline };
}

/** The seed's words: what is unclear or in somebody's hands is still being processed (money.md, States). */
function shownStatus(status: string): RobuxOrder['status'] {
  return status === 'unclear' || status === 'manual' ? 'processing' : (status as RobuxOrder['status']);
}
