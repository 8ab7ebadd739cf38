import { REFUSALS } from '@sterling/contract/errors.ts';
import { MAX_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import type { Cents, Rate } from '@sterling/contract/money.ts';
import { LACKS, type PreOrder } from '@sterling/contract/pre-orders.ts';
import { t } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import type { Depth } from './depth.rules.ts';
import { positionsOf, readStockDepth } from './queue.reads.ts';

/**
 * Whether stock for sale fits a pre-order (p in the outer query) at a rate, without the accounts that failed it a moment ago. Null if no
 * account is left out, because the depth of the market then decides.
 */
const fitsWithoutAvoidedAt = (rate: 'p.max_rate_cents' | 'p.affordable_rate_cents') => sql<
  boolean | null
>`case
  when p.status = 'waiting' and p.avoid_until > now() and p.avoided_accounts <> '{}' then exists (
    select from stock_for_sale s
    where s.rate_cents <= ${sql.raw(rate)} and s.robux >= p.robux_amount and s.seller_id <> p.buyer_id
      and s.account_id <> all (p.avoided_accounts)) end`;

/** A person's pre-orders, newest first. `depthNow` is asked only if one of them waits. */
export async function listPreOrders(
  db: Db,
  buyerId: string,
  depthNow: () => Promise<Depth>,
  { page = 1, pageSize = MAX_PAGE_SIZE }: Page,
): Promise<{ preOrders: PreOrder[]; total: number }> {
  const [rows, total] = await Promise.all([
    shownPreOrders(db)
      .where('p.buyerId', '=', buyerId)
      .orderBy('p.place', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, db.selectFrom('preOrders').where('buyerId', '=', buyerId).select(sql`1`.as('one'))),
  ]);
  return { preOrders: await shown(db, rows, depthNow), total };
}

/** All of a person's pre-orders in pages, newest first. */
export const preOrderPages = (
  db: Db,
  buyerId: string,
  depthNow: () => Promise<Depth>,
): AsyncGenerator<PreOrder[]> =>
  pagesOf(async (last) => {
    const rows = await shownPreOrders(db)
      .where('p.buyerId', '=', buyerId)
      .$if(last !== null, (older) =>
        older.where('p.place', '<', (of) =>
          of.selectFrom('preOrders').where('id', '=', last!.id).select('place'),
        ),
      )
      .orderBy('p.place', 'desc')
      .limit(PAGE_ROWS)
      .execute();
    return shown(db, rows, depthNow);
  });

/** One of the person's own pre-orders. Throws if it does not exist. */
export async function readPreOrder(db: Db | Tx, buyerId: string, preOrderId: string): Promise<PreOrder> {
  const row = await shownPreOrders(db)
    .where('p.id', '=', preOrderId)
    .where('p.buyerId', '=', buyerId)
    .executeTakeFirstOrThrow();
  return (await shown(db, [row], () => readStockDepth(db)))[0]!;
}

const shownPreOrders = (db: Db | Tx) =>
  db
    .selectFrom('preOrders as p')
    .select([
      'p.id',
      'p.robuxAmount',
      'p.maxRateCents',
      'p.maxTotalCents',
      'p.gamepassUrl',
      'p.passName',
      'p.status',
      'p.waitsFor',
      'p.limitedBy',
      'p.closeReason',
      'p.orderId',
      'p.createdAt',
      'p.place',
      'p.buyerId',
      'p.affordableRateCents',
      sql<boolean>`(select may_buy(u) from users u where u.id = p.buyer_id)`.as('mayBuy'),
      fitsWithoutAvoidedAt('p.max_rate_cents').as('fitsWithoutAvoided'),
      fitsWithoutAvoidedAt('p.affordable_rate_cents').as('canBePaidWithoutAvoided'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof shownPreOrders>['executeTakeFirstOrThrow']>>;

async function shown(db: Db | Tx, rows: readonly Row[], depthNow: () => Promise<Depth>): Promise<PreOrder[]> {
  const waiting = rows.filter(({ status }) => status === 'waiting');
  const depth = waiting.length > 0 ? await depthNow() : null;
  const positions = await positionsOf(
    db,
    waiting.map(({ place }) => place),
  );
  return rows.map((row) => ({
    id: row.id,
    robuxAmount: row.robuxAmount,
    maxRatePerThousand: row.maxRateCents as Rate,
    maxTotal: row.maxTotalCents as Cents,
    gamepassUrl: row.gamepassUrl,
    gamepassName: row.passName,
    status: row.status as PreOrder['status'],
    reason: reasonOf(row, depth),
    position: positions.get(row.place) ?? null,
    orderId: row.orderId,
    createdAt: row.createdAt,
  }));
}

/** Why a pre-order waits or was closed. Null if only an emergency stop or a retry of matching delays it. */
function reasonOf(row: Row, depth: Depth | null): string | null {
  if (row.status !== 'waiting' || !depth)
    return row.status === 'closed' && row.closeReason !== null ? translateStored(row.closeReason) : null;
  // pre-orders of banned and deleted users are closed
  if (!row.mayBuy) return t('Admins may not buy. This pre-order waits until you are no longer an admin');
  if (row.waitsFor === 'pass') return LACKS.price;
  const fitsAt = (maxRateCents: number) =>
    depth.fits({ robux: row.robuxAmount, maxRateCents, buyerId: row.buyerId });
  if (!(row.fitsWithoutAvoided ?? fitsAt(row.maxRateCents))) return LACKS.stock;
  // if stock fits, the pre-order still waits because of its buyer's balance or limits, or an emergency stop
  if (row.canBePaidWithoutAvoided ?? fitsAt(row.affordableRateCents)) return null;
  const limit = row.limitedBy as 'account_too_new' | 'spending_limit' | null;
  return limit ? translateStored(REFUSALS[limit][1]) : LACKS.balance;
}
