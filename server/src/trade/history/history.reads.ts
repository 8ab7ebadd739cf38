import type { Decoded } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { HISTORY_SIDES, type HistoryEntry, HistoryType, type history } from '@sterling/contract/history.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { openBalances } from '../../money/ledger/balances-after.reads.ts';
import { account } from '../../money/ledger/ledger.ts';
import { freshPrice } from '../../money/prices/prices.reads.ts';
import { depositsOf, withdrawalsOf } from '../../money/wallet/transfers.reads.ts';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db } from '../../platform/db/pool.ts';
import { containsTextOrAmount } from '../../platform/db/search.ts';
import { completedKey, ordersOfBuyer } from '../orders/split/parts.reads.ts';
import { SHOWN_ORDER_STATUS } from '../orders/timeline.ts';
import { SHOWN_TRADE_STATUS } from '../transactions/trade.ts';

type HistoryQuery = Decoded<typeof history.list, 'query'>;
type HistoryFilter = Decoded<typeof history.csv, 'query'>;
type Side = NonNullable<HistoryFilter['role']>;

interface Row {
  readonly id: string;
  readonly type: HistoryType;
  readonly description: string;
  readonly cents: Cents;
  readonly direction: HistoryEntry['direction'];
  /** Whose wallet it concerns. */
  readonly side: Side;
  readonly fee: Cents;
  readonly quantity: number | null;
  readonly status: HistoryEntry['status'];
  /** Key of the ledger event that booked it. Null if nothing stands in the ledger. */
  readonly eventKey: string | null;
  readonly createdAt: Date;
}

const TYPES = HistoryType.options;

// Ids sort by time, across all tables.
const SORTED_BY = {
  createdAt: sql`id`,
  type: sql`type`,
  description: sql`lower(description)`,
  amount: sql`cents`,
  quantity: sql`quantity`,
  status: sql`status`,
} as const;

/** Only this column has nulls. The words would keep PostgreSQL from reading the others in the order of an index. */
const NULLS: Partial<Record<keyof typeof SORTED_BY, RawBuilder<unknown>>> = { quantity: sql`nulls last` };

/**
 * A person's trades, orders, deposits, withdrawals, corrections and affiliate shares in one list, newest first by default, and their total count. Each
 * kind reads its rows up to the end of the page from its own index, and only these rows are merged.
 */
export async function listHistory(
  db: Db,
  userId: string,
  query: HistoryQuery,
): Promise<{ entries: HistoryEntry[]; total: number }> {
  const { sort = 'createdAt', page = 1, pageSize = MAX_PAGE_SIZE } = query;
  const dir = query.dir ?? (sort === 'createdAt' ? 'desc' : 'asc');
  const found = await findKinds(db, userId, query);
  if (found.length === 0) return { entries: [], total: 0 };
  const order = sql`order by ${SORTED_BY[sort]} ${sql.raw(dir)} ${NULLS[sort] ?? sql``}, id desc`;
  const firsts = found.map((rows) => sql`(${rows} ${order} limit ${page * pageSize})`);
  const [{ rows }, total] = await Promise.all([
    sql<Row>`select * from (${sql.join(firsts, sql` union all `)}) merged
      ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    countRows(
      db,
      sql.join(
        found.map((rows) => sql`select 1 from (${rows}) counted`),
        sql` union all `,
      ),
    ),
  ]);
  return { entries: await balancesOf(db, userId)(rows), total };
}

/** All matching entries in pages, newest first. A page starts after the last entry of the page before. */
export async function* historyPages(
  db: Db,
  userId: string,
  filter: HistoryFilter,
): AsyncGenerator<HistoryEntry[]> {
  const found = await findKinds(db, userId, filter);
  if (found.length === 0) return;
  const pages = pagesOf<Row>(async (last) => {
    const after = last?.id ?? null;
    const firsts = found.map(
      (rows) =>
        sql`(select * from (${rows}) found where ${after}::uuid is null or id < ${after}::uuid order by id desc limit ${PAGE_ROWS})`,
    );
    const { rows } = await sql<Row>`
      select * from (${sql.join(firsts, sql` union all `)}) merged order by id desc limit ${PAGE_ROWS}`.execute(
      db,
    );
    return rows;
  });
  const withBalances = balancesOf(db, userId);
  for await (const rows of pages) yield await withBalances(rows);
}

/** The matching rows of each kind that the filter asks for. */
async function findKinds(db: Db, userId: string, filter: HistoryFilter): Promise<RawBuilder<unknown>[]> {
  const { role, type } = filter;
  const types = TYPES.filter((one) => (!role || HISTORY_SIDES[one].includes(role)) && isOf(one, type));
  const price = types.includes('deposit') ? ((await freshPrice(db))?.price ?? 0) : 0;
  return types.map(
    (one) =>
      sql`select * from (${rowsOf(one, userId, price, role)}) ${sql.raw(one)} where true ${matching(filter)}`,
  );
}

const isOf = (one: HistoryType, filter: HistoryQuery['type']): boolean =>
  filter === 'sales' ? one === 'sale' || one === 'robux_sale' : !filter || one === filter;

/** The rows of one kind, with the columns of the merged list. */
function rowsOf(
  type: HistoryType,
  userId: string,
  price: number,
  role: Side | undefined,
): RawBuilder<unknown> {
  switch (type) {
    case 'purchase':
      return trades(type, sql`total_cents`, sql`buyer_id = ${userId}`);
    case 'sale':
      return trades(type, sql`total_cents - fee_cents`, sql`seller_id = ${userId}`);
    case 'robux_purchase':
      return orders(type, ordersOfBuyer(userId));
    case 'robux_sale':
      return orders(
        type,
        sql`select *, ${completedKey('id')} as event_key from orders where seller_id = ${userId}`,
      );
    case 'deposit':
      return transfers(type, depositsOf(userId, price));
    case 'withdrawal':
      return transfers(type, withdrawalsOf(userId));
    case 'correction':
      return correctionsOf(userId, role);
    case 'late_purchase':
      return latePurchasesOf(userId);
    case 'affiliate_share':
      return sharesOf(userId);
  }
}

/** The columns of a type that concerns one side. */
const sideAndDirection = (type: HistoryType) => sql`
  ${sql.lit(HISTORY_SIDES[type][0]!)} as side, ${sql.lit(INCOMING.has(type) ? 'in' : 'out')} as direction`;
const INCOMING: ReadonlySet<HistoryType> = new Set([
  'deposit',
  'sale',
  'robux_sale',
  'late_purchase',
  'affiliate_share',
]);

const trades = (type: HistoryType, cents: RawBuilder<unknown>, own: RawBuilder<unknown>) => sql`
  select id, ${sql.lit(type)} as type, title as description, ${cents} as cents, 0::bigint as fee, units as quantity,
    ${SHOWN_TRADE_STATUS} as status, 'transaction ' || id || ' completed' as event_key, created_at, ${sideAndDirection(type)}
  from transactions where ${own}`;

const orders = (type: HistoryType, own: RawBuilder<unknown>) => sql`
  select id, ${sql.lit(type)} as type, 'Gamepass ' || pass_name as description, total_cents as cents, 0::bigint as fee,
    robux_amount as quantity,
    ${SHOWN_ORDER_STATUS} as status, event_key, created_at, ${sideAndDirection(type)}
  from (${own}) own`;

const transfers = (type: HistoryType, moves: RawBuilder<unknown>) => sql`
  select id, ${sql.lit(type)} as type, 'Litecoin ' || ${sql.lit(type)} as description, cents, fee_cents as fee,
    null::bigint as quantity,
    status, event_key, created_at, ${sideAndDirection(type)}
  from (${moves}) moves`;

const correctionsOf = (userId: string, role: Side | undefined) => sql`
  select id, 'correction' as type, 'Correction by Sterling' as description, abs(cents) as cents, 0::bigint as fee, null::bigint as quantity,
    'completed' as status, 'correction ' || id as event_key, requested_at as created_at,
    wallet_type as side, case when cents > 0 then 'in' else 'out' end as direction
  from corrections where user_id = ${userId} and state = 'made' ${role ? sql`and wallet_type = ${role}` : sql``}`;

const latePurchasesOf = (userId: string) => sql`
  select id, 'late_purchase' as type, 'Payment for a late purchase' as description, total_cents as cents, 0::bigint as fee,
    null::bigint as quantity, 'completed' as status, 'late purchase ' || id as event_key, left_at as created_at,
    ${sideAndDirection('late_purchase')}
  from late_purchases where seller_id = ${userId} and paid_at is not null`;

const sharesOf = (userId: string) => sql`
  select s.id, 'affiliate_share' as type, 'Share of a fee' as description, s.payout_cents as cents, 0::bigint as fee,
    null::bigint as quantity, 'completed' as status, e.key as event_key, s.at as created_at,
    ${sideAndDirection('affiliate_share')}
  from affiliate_payouts s join ledger_events e on e.id = s.event_id where s.referrer_id = ${userId}`;

function matching({ search, status, from, to }: HistoryFilter): RawBuilder<unknown> {
  return sql`
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${from === undefined ? sql`` : sql`and created_at >= ${new Date(from)}`}
    ${to === undefined ? sql`` : sql`and created_at < ${new Date(to)}`}
    ${search === undefined ? sql`` : sql`and ${containsTextOrAmount(search, SEARCHED)}`}`;
}

/** 'robux sale' also finds 'robux_sale'. */
const SEARCHED = sql`type, replace(type, '_', ' '), description, status, id::text`;

/** Completes entries with the balance of their side's wallet, page after page. */
function balancesOf(db: Db, userId: string): (rows: readonly Row[]) => Promise<HistoryEntry[]> {
  const wallets = {
    buyer: openBalances(db, account.buyer(userId)),
    seller: openBalances(db, account.seller(userId)),
  };
  return async (rows) => {
    const keysOf = (side: Side) => rows.filter((row) => row.side === side).map(({ eventKey }) => eventKey);
    const after = {
      buyer: await wallets.buyer(keysOf('buyer')),
      seller: await wallets.seller(keysOf('seller')),
    };
    return rows.map(({ cents, eventKey, side, ...same }) => ({
      ...same,
      amount: cents,
      balanceAfter: (eventKey === null ? undefined : after[side].get(eventKey)) ?? null,
    }));
  };
}
